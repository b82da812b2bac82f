# SPDX-License-Identifier: BSD-2-Clause
# --comm: BPF drops calls of other threads, and the lines are the same as if user space did.
. "$here/lib.sh"

cat >script <<'END'
echo one >a; echo two >b
cat a b
dd if=/dev/zero of=/dev/null bs=1 count=200 status=none
exec 3<a
dd bs=1 count=2 status=none <&3
sh -c 'exec tail -n 1 b'
cat nothing
END

lines() {
	sed -E 's/^ *[0-9.]+ *(\([^)]*\))?: //; s/0x[0-9a-f]+/ADDRESS/g; s|[0-9]{3,}|N|g; s| +=| =|; /getrandom/d' "$1"
}

# The option --also-record leaves all calls to user space.
for name in cat 'd[c-e]' 'c* tail' '*[!d]' '?a[ti]*' none 'd?d[[:digit:]]'; do
	full_run || [ "$name" = 'd[c-e]' ] || [ "$name" = 'c* tail' ] || continue
	set --
	for one in $name; do
		set -- "$@" --comm "$one"
	done
	"$TRACE" "$@" -o kernel sh script >/dev/null 2>&1
	"$TRACE" "$@" -o user --also-record data sh script >/dev/null 2>&1
	lines kernel >kernel.lines
	lines user >user.lines
	cmp -s kernel.lines user.lines || { fail "--comm $name: other lines"; diff user.lines kernel.lines | head -n 10; }
done

# … and what is dropped is not sent: rings that nobody empties do not become full
cat >calls.sh <<'END'
until [ -e go ]; do sleep 0.1; done
i=0
while [ $i -lt 20000 ]; do umask 022; i=$((i + 1)); done
echo >ready
until [ -e end ]; do sleep 0.1; done
END
lost_with() {
	rm -f go ready end out
	sh calls.sh &
	target=$!
	"$TRACE" -v -m 256K --comm "$1" -e umask -p $target -o out 2>err &
	tracer=$!
	until_true 20 grep -q 'calls selected' err || fail "no start"
	sleep 0.5
	kill -STOP $tracer
	echo >go
	until_true 60 test -e ready
	echo >end
	wait $target
	kill -CONT $tracer
	wait $tracer
}
lost_with none
hasnt 'lost' err
lost_with sh
has 'lost' err

# A name that the thread gets later, and no longer has
cat >rename.sh <<'END'
echo first >/dev/null
printf renamed >/proc/$$/comm
test -e /one
test -e /two
printf sh >/proc/$$/comm
test -e /three
END
"$TRACE" --comm 'ren*' -o out sh rename.sh
has '/one' out
has '/two' out
hasnt '/three|first' out
finish
