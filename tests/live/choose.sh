# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run
# Selection of calls: all forms of -e, and filters on results.
. "$here/lib.sh"

calls=$(program calls)
names() { sed 's|^ *[0-9.]* (.*): *\([^ (]*/[0-9]* \)*||; s|(.*||' out | grep -v '^[+-]' | sort -u | tr '\n' ' '; }
run() { "$TRACE" -o out "$@" "$calls" || fail "status $?: $*"; }
only() {
	want=$1
	shift
	run "$@"
	got=$(names)
	[ "$got" = "$want" ] || fail "$*: shows '$got', not '$want'"
}

only 'openat write ' -e openat,write
run -e '!openat,read'
hasnt '(openat|read)\(' out
has 'mmap\(' out
run --failure -e openat
has 'openat\(.*/no/such/1.*ENOENT' out
hasnt ' = [0-9]' out
run --success -e openat
hasnt ' = -1' out
has 'deep/er/file' out
run --errno ENOTDIR
count 1 ' = -1 ENOTDIR' out
hasnt 'ENOENT| = [0-9]' out
run --duration 40
count 1 '(clock_nanosleep|select|nanosleep)\(' out
[ "$(grep -vc '+++' out)" -le 2 ] || fail "--duration 40 shows more than the sleep"
run --path deep
has 'openat\(.*deep/er/file' out
has 'write\(fd: [0-9]+<.*deep/er/file>' out
has 'close\(fd: [0-9]+<.*deep/er/file>' out
hasnt '/etc/passwd|/no/such' out
for n in 1 5; do
	timeout "$(patient 20)" "$TRACE" -o out --max-events $n "$calls"
	[ "$(grep -c '(' out)" -le $((n + 1)) ] || fail "--max-events $n: $(wc -l <out) lines"
	[ "$(wc -l <out)" -ge $n ] || fail "--max-events $n: only $(wc -l <out) lines"
done
full_run || finish

# In all its forms
only 'openat write ' -e openat -e write
only 'openat write ' -e trace=openat,write
only 'mkdirat unlinkat ' -e 'mk*,unlinka?'
only 'mkdirat unlinkat ' -e '/^(mkdir|unlink)at$/'
only 'openat ' -e 'open*,!openat2'
run -e '%file'
has 'openat\(' out
has 'execve\(' out
hasnt 'mmap\(' out
run -e '%file,!openat,!execve'
has 'unlinkat\(' out
hasnt '(openat|execve)\(' out
run -e '!%memory'
hasnt '(mmap|brk|munmap|mprotect)\(' out
has 'openat\(' out
run -e %desc,!%file
has 'close\(' out
status 125 "$TRACE" -e nosuchcall true
status 125 "$TRACE" -e %nosuchclass true
status 125 "$TRACE" -e '/(/' true

# Together
run --errno ENOENT,ENOTDIR -e openat
has 'ENOENT' out
has 'ENOTDIR' out
run --path "$PWD/deep/er/file" -e write,unlinkat
[ "$(names)" = 'unlinkat write ' ] || fail "--path with -e: $(names)"
run --path /etc/passwd --path /no/such
has '/no/such/2' out
has 'stat.*/etc/passwd' out
hasnt 'deep' out
finish
