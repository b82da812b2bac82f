# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run
# --fold: repeated calls are one line, live and of the recording of the same run; their counts and bytes are those of the lines without it.
. "$here/lib.sh"

ticker=$(program ticker)

# calls_of CALL FILE: how many calls its lines stand for
calls_of() {
	awk -v call="): ([^ ]*/[0-9]+ )?$1\\\\(" '$0 ~ call { n += match($0, / × [0-9]+/) ? substr($0, RSTART + length(" × ")) : 1 } END { print n + 0 }' "$2"
}

# bytes_of CALL FILE: the sum of its results
bytes_of() {
	awk -v call="): ([^ ]*/[0-9]+ )?$1\\\\(" '$0 ~ call {
		if (match($0, / [0-9]+ bytes?, over /))
			n += substr($0, RSTART + 1)
		else if (match($0, /= [0-9]+( × [0-9]+)?/)) {
			split(substr($0, RSTART + 2), part, / × /)
			n += part[1] * (part[2] ? part[2] : 1)
		}
	} END { printf "%.0f\n", n }' "$2"
}

# adds_up NAME CALL...: folded and not, the recording has as many calls, which moved as many bytes
adds_up() {
	name=$1
	shift
	"$TRACE" replay --color=never -o "$name.whole" "$name.data"
	[ "$(wc -l <"$name.live")" -lt "$(wc -l <"$name.whole")" ] || fail "$name: nothing is folded"
	for call; do
		folded="$(calls_of "$call" "$name.live") $(bytes_of "$call" "$name.live")" whole="$(calls_of "$call" "$name.whole") $(bytes_of "$call" "$name.whole")"
		[ "$folded" = "$whole" ] || fail "$name: calls and bytes of $call are $folded, of lines without --fold $whole"
	done
}

both copy --fold -- dd if=/dev/zero of=/dev/null bs=512 count=3000
has '): (dd/[0-9]+ )?read\(fd: 0<[^>]*>, .*, count: 512\) += 512 × [0-9]+ \(1 of 2\), [0-9.]+–[0-9.]+ ms, [0-9]+ bytes, over [0-9.]+ ms$' copy.live
has '): (dd/[0-9]+ )?write\(fd: 1<[^>]*>, .*, count: 512\) += 512 × [0-9]+ \(2 of 2\), ' copy.live
adds_up copy read write close
[ "$(calls_of read copy.live)" -ge 3000 ] || fail "not all calls of dd are there"

# Numbers that count, in calls alone and in a pattern
both numbers --fold -e close,lseek,getppid -- "$(program counting)"
has '): (counting/[0-9]+ )?close\(fd: 500\.\.899\) += -1 EBADF \(Bad file descriptor\) × 400, ' numbers.live
has '): (counting/[0-9]+ )?lseek\(fd: -1, offset: 0\.\.3500, whence: SET\) += -1 EBADF .* × 501 \(1 of 2\), ' numbers.live
has '): (counting/[0-9]+ )?getppid\(\) += [0-9]+ × 501 \(2 of 2\), ' numbers.live
adds_up numbers close lseek getppid

# Where the time of all of them went, which is that of the calls
both waits --fold --wait -e write,pselect6,nanosleep,clock_nanosleep -- "$ticker" 1 50
has '): (ticker/[0-9]+ )?(clock_)?nanosleep\(.*\) += 0 × [0-9]+ \(2 of 2\), .* ms, over [0-9.]+ ms(, [0-9]+ waited)? \([0-9.]+ ms: [0-9.]+ on CPU, [0-9.]+ runnable, [0-9.]+ blocked [0-9]+ times, [0-9.]+ of it in ' waits.live
hasnt '\) += 0 × .* over [0-9.]+ ms$' waits.live
adds_up waits write
"$TRACE" replay --wait --color=never -o waits.each waits.data
blocked() {
	awk '/nanosleep\(/ && match($0, /[0-9.]+ blocked/) { n += substr($0, RSTART) } END { printf "%.1f\n", n }' "$1"
}
[ "$(blocked waits.live)" = "$(blocked waits.each)" ] || fail "blocked for $(blocked waits.live) ms, without --fold for $(blocked waits.each) ms"

# Threads fold for themselves
both threads --fold -e write -- "$ticker" 4 200
adds_up threads write
[ "$(calls_of write threads.live)" -ge 800 ] || fail "not all calls of the threads are there"

# With the summary, and in a window
both summary --fold -S -e read,write -- dd if=/dev/zero of=/dev/null bs=512 count=300
has '^ .* read$' summary.live
has ' × ' summary.live
"$TRACE" replay --from 0 --until 1000000 --fold -e write copy.data >window
[ "$(calls_of write window)" = "$(calls_of write copy.live)" ] || fail "--from and --until: not the same calls"

# A thread that is silent does not keep its lines back
"$TRACE" --fold -o quiet sh -c 'cd /; cd /; cd /; cd /; exec sleep 1000' 2>err &
tracer=$!
until_true 10 grep -aqE 'chdir\(.*\) += 0 × 4' quiet || fail "lines are kept back while nothing happens: $(tail -n 3 quiet)"
kill -TERM $tracer
wait $tracer 2>/dev/null

for bad in '--fold --format json' '--fold --summary' '--fold --slow 1' '--fold --view io' '--fold --by path' '--fold --format strace'; do
	# shellcheck disable=SC2086
	status 125 "$TRACE" replay $bad copy.data >/dev/null
	has '^trace: --fold ' err
done
finish
