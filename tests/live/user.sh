# SPDX-License-Identifier: BSD-2-Clause
# needs: machine setpriv id
# -u USER COMMAND runs it as that user; --uid USER, and -u without a command, select by user.
. "$here/lib.sh"

me=$(id -u nobody) || skip "there is no user nobody"
groups=$(setpriv --reuid=nobody --regid="$(id -g nobody)" --init-groups id)
chmod 755 . && mkdir -m 700 closed && cp "$(command -v id)" closed/mine
room=$(mktemp -d /tmp/trace-user.XXXXXX) && chmod 755 "$room" && trap 'rm -rf "$room"' EXIT
cp closed/mine "$room/unreadable" && chmod 700 "$room/unreadable"
for command in "" record; do
	for source in bpf perf; do
		for user in nobody "$me"; do
			# shellcheck disable=SC2086
			status 0 "$TRACE" $command --source $source -o "out$command" -u "$user" id >said
			[ "$(cat said)" = "$groups" ] || fail "$command --source $source -u $user: runs as $(cat said), not $groups"
			rm -f outrecord
		done
		status 3 "$TRACE" $command --source $source -o "out$command" -u nobody sh -c "exit 3"
		rm -f outrecord
	done
done
status 0 "$TRACE" -o out -u nobody id -u
[ "$(stat -c %u out)" = 0 ] || fail "the output is not whose who runs trace"
has 'execve\(filename: "/[a-z/]*/id"' out
count 1 'execve\(' out
status 1 "$TRACE" -o out -u nobody cat "$PWD/closed/mine"
has 'openat\(.*/closed/mine".*EACCES' out

# it is searched for and executed with that user's permissions
status 126 "$TRACE" -o out -u nobody "$room/unreadable"
has 'not executable' err
cp "$(command -v id)" "$room/hidden" && chmod 700 "$room/hidden"
mkdir -m 700 "$room/closed"
status 126 env PATH=$room/closed:$room:$PATH "$TRACE" -o out -u nobody hidden
status 0 env PATH=$room:$PATH "$TRACE" -o out -u root hidden >said
status 127 env PATH=$room/closed:$PATH "$TRACE" -o out -u nobody no-such-command
status 125 "$TRACE" -o out -u nobdy id
has "^trace: -u: unknown user 'nobdy'" err
status 125 "$TRACE" -o out -u 3999999999 id
has "^trace: -u: there is no user '3999999999'" err

# only root can; one's own name is permitted
cp "$TRACE" "$room/trace" && chmod 755 "$room/trace"
status 125 setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups "$room/trace" -u root id
has '^trace: -u: only root may run a command as another user' err

# as a filter
status 0 "$TRACE" -o out --uid nobody -e getppid setpriv --reuid=nobody --clear-groups sh -c 'exit 0'
has 'getppid\(' out
status 0 "$TRACE" -o out --uid nobody -e getppid sh -c 'exit 0'
hasnt 'getppid\(' out
finish
