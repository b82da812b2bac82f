# SPDX-License-Identifier: BSD-2-Clause
# needs: setpriv
# A setuid program runs with its owner's rights, as if untraced.
. "$here/lib.sh"

room=$(mktemp -d /tmp/trace-live.XXXXXX)
chmod 755 "$room"
cp "$(program id)" "$room/id" && chmod 4755 "$room/id" || exit 1
as_nobody="setpriv --reuid nobody --regid nogroup --clear-groups"
want=$($as_nobody "$room/id")
case $want in
*' 0') ;;
*) rm -rf "$room"; skip "setuid does not work in /tmp here" ;;
esac
got=$("$TRACE" -o out $as_nobody "$room/id")
[ "$got" = "$want" ] || fail "traced, it runs as $got, not $want"
has 'geteuid\(\) += 0' out
has "execve\(filename: \"$room/id\".* = 0" out
rm -rf "$room"
finish
