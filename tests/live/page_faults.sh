# SPDX-License-Identifier: BSD-2-Clause
# needs: jq
# -F: page faults, with the mappings of the targets; live, recorded and replayed.
. "$here/lib.sh"

toucher=$(program toucher)
head -c 65536 /dev/zero | tr '\0' x >file
file=$(pwd)/file
# arm64's Linux 5.10 reports only the page
case $(uname -rm) in 5.10.*aarch64) at=0x3000 ;; *) at=0x3010 ;; esac

# A program's accesses to a file, and their code; also after a fork, and in an existing process.
for source in bpf perf; do
	status 0 "$TRACE" --source $source -F all -e none -o out "$toucher" file
	count 1 "(min|maj)fault\\(ip: $toucher\\+0x[0-9a-f]+, addr: $file\\+$at\\)" out
	has "minfault\\(ip: $toucher\\+0x[0-9a-f]+, addr: $toucher\\+0x" out
done
status 0 "$TRACE" -F all -e none -o out sh -c "$toucher file; exit 0"
count 1 "toucher/[0-9]+ (min|maj)fault\\(ip: $toucher\\+0x[0-9a-f]+, addr: $file\\+$at\\)" out
has 'minfault\(ip: [^ ]*libc[^ ]*\+0x[0-9a-f]+, addr: ' out
sh -c 'while [ ! -e stop ]; do (x=1); sleep 0.05; done' &
pid=$!
traced_until 'sh/[0-9]+ minfault\(ip: /[^ ]*/(dash|bash|sh|libc[^ ]*)\+0x[0-9a-f]+, addr: ' -F min -e none -p $pid
touch stop
wait $pid

# Only major faults, or only minor ones.
status 0 "$TRACE" -F maj -e none -o out "$toucher" file
hasnt minfault out
full_run || finish

status 0 "$TRACE" -F min -e none -o out "$toucher" file
has minfault out
hasnt majfault out
status 125 "$TRACE" -F some true
has "'some' is not one of all, maj, min" err

# Replayed to the same bytes, selected, and converted.
for format in text json; do
	status 0 "$TRACE" --format $format -o out --also-record data --pf all -e openat "$toucher" file
	status 0 "$TRACE" replay --format $format -o again data
	cmp out again || { fail "$format: replay differs"; diff out again | head; }
done
jq -c 'select(.args.addr.file == $file and .args.addr.offset == $at) | [.type, .args.ip.file]' --arg file "$file" --arg at $at out >got
[ "$(cat got)" = "[\"event\",\"$toucher\"]" ] || fail "not one such fault in JSON: $(cat got)"
status 0 "$TRACE" replay -e openat -o out data
hasnt "(min|maj)fault" out
has openat out
status 0 "$TRACE" replay -F maj -e none -o out data
hasnt minfault out
for format in json chrome folded perf ctf; do
	status 0 "$TRACE" convert --to $format -o converted.$format data
	case $format in
	perf | ctf) has "^trace: --to $format cannot hold other tracepoints and page faults" err ;;
	*) hasnt . err ;;
	esac
done

# In several files: each has the mappings.
status 0 "$TRACE" record --rotate 1s -o rotated -F all -e none sh -c 'for i in 1 2 3 4 5 6 7 8; do (x=1); sleep 0.4; done'
status 0 "$TRACE" replay -o out rotated.1
has 'sh/[0-9]+ minfault\(ip: /[^ ]*\+0x[0-9a-f]+, addr: ' out
finish
