# SPDX-License-Identifier: BSD-2-Clause
# A setuid program runs as it would untraced: with its owner's rights.
. "$here/lib.sh"

room=$(mktemp -d /tmp/trace-live.XXXXXX)
chmod 755 "$room"
cat >id.c <<'P'
#include <stdio.h>
#include <unistd.h>
int main(void) { printf("%d %d\n", (int)getuid(), (int)geteuid()); return 0; }
P
$CC -o "$room/id" id.c && chmod 4755 "$room/id" || exit 1
want=$(sudo -u nobody "$room/id")
case $want in
*' 0') ;;
*) rm -rf "$room"; skip "setuid does not work in /tmp here" ;;
esac
got=$("$TRACE" -o out sudo -u nobody "$room/id")
[ "$got" = "$want" ] || fail "traced, it runs as $got, not $want"
has 'geteuid\(\) += 0' out
has "execve\(filename: \"$room/id\".* = 0" out
rm -rf "$room"
finish
