# SPDX-License-Identifier: BSD-2-Clause
# needs: taskset
# Calls of processes without selected threads leave early: not so calls of selected tasks that get the stacks of others, nor what others rename.
. "$here/lib.sh"

n=$(or_all 100 1000)
cat >forker <<S
while [ ! -e go ]; do
	(umask 033)
	sleep 0.05
done
i=0
while [ \$i -lt $n ]; do
	(umask \$1)
	i=\$((i + 1))
done
S

# -- Stacks of ended tasks are used again on the same CPU
taskset 1 sh forker 011 &
target=$!
taskset 1 sh forker 044 &
other=$!
"$TRACE" -e umask -o lines -p $target 2>err &
tracer=$!
until_true 20 grep -q 'umask(mask: 033)' lines || { fail "nothing is shown"; cat err; }
: >go
wait $target || fail "the target: status $?"
wait $other || fail "the other process: status $?"
wait $tracer || { fail "status $?"; cat err; }
count "$n" 'umask\(mask: 011\)' lines
hasnt 'umask\(mask: 044\)' lines
[ ! -s err ] || { fail "messages"; cat err; }

# -- A file that a process renames which has made calls before
mkfifo turn done
: >one
sh -c 'exec 3>done 4>>one; while read -r line; do echo "$line" >&4; echo >&3; done <turn' &
target=$!
"$TRACE" -e write,umask -o lines -p $target 2>err &
tracer=$!
sleep 1		# until it is attached
"$(program renamer)" || fail "renamer"
wait $target || fail "the target: status $?"
wait $tracer || { fail "status $?"; cat err; }
for name in one two three four; do
	has "write\(fd: [0-9]+<$PWD/$name>, buf: \"$name\\\\n\"" lines
done
hasnt 'umask' lines
finish
