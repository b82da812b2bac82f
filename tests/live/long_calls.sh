# SPDX-License-Identifier: BSD-2-Clause
# Calls whose memory takes more than one record: complete, live and replayed; cut only at a limit or at missing memory, and
# marked.
. "$here/lib.sh"
helper longcalls || exit 1
long=$bin/helpers/longcalls

# written FILE OUT: the data of the writes to FILE, from the trace OUT
written() {
	grep -a "(fd: [0-9]*<[^>]*/$1>" "$2" | sed -n 's/.*, buf: "\([^"]*\)".*/\1/p' | tr -d '\n'
}

# whole FILE OUT: that data is FILE's content
whole() {
	written "$1" "$2" >shown
	cmp shown "$1" || fail "$2: not what was written to $1"
}

# A write of 1 MiB; and less of it, limited when tracing and when replaying
mib=1048576
"$TRACE" -m 64M --color=never --string-limit=all -e write -o out --also-record data "$long" write $mib file 2>err
count 1 "buf: \"[^\"]*\", count: $mib\) += $mib" out
whole file out
"$TRACE" replay --color=never --string-limit=16M -o replayed data
cmp out replayed || fail "replay differs"
"$TRACE" replay --color=never --string-limit=100K -o cut data
written file cut >shown
head -c 102400 file | cmp - shown || fail "100K of it are something else"
has '"\.\.\., count: 1048576' cut
"$TRACE" -m 64M --color=never --string-limit=100000 -e write -o cut "$long" write $mib file 2>err
written file cut >shown
head -c 100000 file | cmp - shown || fail "100000 of it are something else"
has '"\.\.\., count: 1048576' cut

# Lengths at and next to the limits of a record, a page and a piece
lengths='4095 4096 4097 7700 7808 28671 28672 28673 57344 57345'
# shellcheck disable=SC2016 # for the shell that is traced
"$TRACE" -m 16M --color=never --string-limit=all -e write -o out sh -c 'for n in $1; do "$0" write $n len.$n; done' "$long" "$lengths" 2>err
for n in $lengths; do whole len."$n" out; done
hasnt '"\.\.\.' out

# Several buffers of a call
"$TRACE" -m 64M --color=never --string-limit=all -e writev -o out "$long" split 800000 file 2>err
grep -aoE 'iov_base: "[^"]*"' out | sed 's/iov_base: "//; s/"$//' | tr -d '\n' | cmp - file || fail "writev: not what was written"

# Memory that ends at an unmapped page
# shellcheck disable=SC2016
"$TRACE" -m 16M --color=never --string-limit=all -e write -o out sh -c 'for n in 20000 28672 40000; do "$0" end $n; done' "$long" 2>err
grep -aE '"\.\.\., count: [0-9]+' out | grep -aoE 'buf: "[^"]*"' | while read -r shown; do echo $((${#shown} - 7)); done >shown
printf '20000\n28672\n40000\n' | cmp - shown || fail "the bytes before a page that is missing are not all there"

# A call that does not return, and a call that is not shown before one that is
rm -f out
"$TRACE" -m 16M --color=never --string-limit=all -e write -o out "$long" stuck 300000 2>err &
tracer=$!
until_true 20 grep -q unfinished out || fail "it does not wait"
kill -TERM $tracer
wait $tracer
[ "$(grep -a unfinished out | grep -aoE 'buf: "[^"]*"' | wc -c)" = 300008 ] || fail "a call that waits is not whole"
"$TRACE" -m 16M --color=never --string-limit=all --failed-only -e write -o out --also-record data "$long" fail 300000 2>err
count 1 'write' out
[ "$(grep -aoE 'buf: "[^"]*"' out | wc -c)" = 300008 ] || fail "a call that failed is not whole"

# Directory entries: all of 64 KiB
mkdir dir
i=1000
while [ $i -lt 2200 ]; do
	: >"dir/an-entry-with-a-rather-long-name-$i"
	i=$((i + 1))
done
"$TRACE" -m 16M --color=never --verbose -e getdents64 -o out --also-record data "$long" list dir >entries 2>err
[ "$(head -n 1 entries)" -gt 900 ] || fail "one call has too few entries to tell"
grep -a getdents64 out | grep -av 'dirent: \[\]' | while read -r line; do echo "$line" | grep -o d_name | wc -l; done >shown
cmp entries shown || fail "not all entries are shown"
hasnt '\.\.\.' out
"$TRACE" replay --color=never --verbose -o replayed data
cmp out replayed || fail "replay of directory entries differs"

# execve's strings: many, and long ones between short ones
args=$(i=0; while [ $i -lt 6000 ]; do echo "an-argument-$i"; i=$((i + 1)); done)
word=$(tr -dc a-z <len.57345)
args="$word $args"
# shellcheck disable=SC2086
"$TRACE" -m 16M --color=never --string-limit=all -e execve -o out --also-record data true $args "$word" "$word" last 2>err
grep -a '(filename:' out | grep -aoE 'argv: \[.*\], envp' | tr ',' '\n' | sed -n 's/.*"\(.*\)".*/\1/p' | tail -n +2 >shown
{ for arg in $args; do echo "$arg"; done; echo "$word"; echo "$word"; echo last; } | cmp - shown || fail "execve: arguments differ"
"$TRACE" replay --color=never --string-limit=all -o replayed data
cmp out replayed || fail "replay of execve differs"
"$TRACE" -m 16M --color=never --string-limit=all -e execve -o out "$long" exec 60000 2>err
grep -a ' = 0$' out | grep -aoE 'argv: \["true", "[^"]*"\]' | sed 's/.*, "//; s/"\]//' | tr -d '\n' >shown
printf '\0' >>shown
cmp shown argument || fail "execve: not what was passed in memory that was not resident"

# Read late, of a call that waits
if full_run; then
	rm -f out
	"$TRACE" --source perf --late=show --color=never --string-limit=all -e write,execve -o out --also-record data "$long" stuck 300000 2>err &
	tracer=$!
	until_true 20 grep -q 'execve.* = 0' out || fail "perf events: it does not begin"
	sleep 1
	kill -TERM $tracer
	wait $tracer
	[ "$(grep -aoE 'buf: "[^"]*"' out | wc -c)" = 300008 ] || fail "perf events: a call that waits is not whole"
	"$TRACE" replay --late=show --color=never --string-limit=all -o replayed data
	cmp out replayed || fail "perf events: replay differs"
fi

# Several threads at once; with rotation, a call's parts are all in one file
threads=4 times=$(scaled 20)
"$TRACE" record -m 64M --string-limit=all -e write -o data "$long" write 200000 many "$times" $threads 2>err
hasnt lost err
"$TRACE" replay --color=never --string-limit=all data -o out
for file in many many.1 many.2 many.3; do whole $file out; done
"$TRACE" record -m 64M --string-limit=all --rotate 1M --keep 100 -e write -o parts "$long" write 200000 many "$times" $threads 2>err
ls parts* | grep -q '\.3$' || [ "$SCALE" -lt 100 ] || fail "nothing was rotated"
for file in $(ls parts* | sort -t . -k 2 -rn) ; do "$TRACE" replay --color=never --string-limit=all "$file"; done >out
[ "$(grep -acE "buf: \"[^\"]*\", count: 200000\\)" out)" = $((times * threads)) ] || fail "rotation cuts calls"

# With too little room, losses are reported; shown data is what was written, up to the loss
"$TRACE" -m 256K --memory 0 --color=never --string-limit=all -e write -o out "$long" write 8000000 file 2>err
has '[0-9]+ events? (was|were) lost|lost' err
written file out >shown
head -c "$(wc -c <shown)" file | cmp - shown || fail "of what was lost something else is shown"
[ "$(wc -c <shown)" -lt 8000000 ] && has '"\.\.\., count: 8000000' out
finish
