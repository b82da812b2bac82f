# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run python3 manual
# Runs every example of the manual pages, README.md and --help as written: all options are known, and there is output.
. "$here/lib.sh"

top=$here/../..
room=$(mktemp -d /tmp/trace-examples.XXXXXX) && chmod 755 "$room"
mkdir "$room/bin" "$room/base"

# -- Prerequisites: programs with these names, a process 42, users, recordings
stub() { # NAME LINE...
	name=$1
	shift
	{ echo '#!/bin/sh'; printf '%s\n' "$@"; } >"$room/$name"
	chmod 755 "$room/$name"
}
# shellcheck disable=SC2016
{
	# strace dies of the signal that ends it
	# a screen needs a terminal (top.sh)
	stub bin/trace 'case $1 in top) shift; exec "$TRACE" top --batch -n 1 "$@" ;; esac' \
		'case "$1 $* " in "strace "*" -p "*) timeout -s INT --preserve-status '"$(patient 1)"' "$TRACE" "$@"; [ $? = 130 ]; exit ;; esac' \
		'case " $* " in *" -a "* | *" -p "* | *" --uid "*) exec timeout -s INT --preserve-status '"$(patient 1)"' "$TRACE" "$@" ;; esac' 'exec "$TRACE" "$@"'
	stub bin/ssh 'case $1 in -T) for last; do :; done; exec sh -c "$last" ;; esac' 'shift; exec "$@"'
	stub bin/make 'cat /no/such/header.h 2>/dev/null; ls / >/dev/null'
	stub bin/flamegraph.pl 'exec cat'
	stub bin/pgrep "echo \$process; echo \$process"
	stub base/prog 'cat /no/such/file 2>/dev/null; exit 0'
}
cp "$room/base/prog" "$room/base/test"
cp "$room/base/prog" "$room/base/configure"
"$(program ticker)" 1 0 20000 >ready &
process=$!
until_true 10 grep -q ready ready
user=www-data
id $user >/dev/null 2>&1 || user=nobody
export process room
export PATH="$room/bin:$PATH"
# for -a and --uid to see something
while :; do setpriv --reuid=$user --clear-groups ls /etc/ssl; sleep 0.3; done >/dev/null 2>&1 &
busy=$!
trap 'kill $process $busy 2>/dev/null; rm -rf "$room"' EXIT
(cd "$room/base" && trace record -o trace.data make && cp trace.data make.data && trace convert --to perf -o perf.data) || fail "what examples need cannot be made"

# -- The examples, one a line: FILE COMMAND
cat >extract.py <<'P'
import glob, os, re, subprocess, sys
top = sys.argv[1]
begins = re.compile(r"(sudo )?(trace|ssh|perf)\b")
def say(where, text):
    text = re.sub(r"\bsudo (?=trace)", "", text.strip())
    if begins.match(text) and not re.match(r"perf (?!record)", text):
        print(where, text, sep="\t")
def roff(text):
    for a, b in (("\\-", "-"), ("\\(dq", '"'), ("\\(aq", "'"), ("\\e", "\\"), ("\\&", "")):
        text = text.replace(a, b)
    return text
for page in sorted(glob.glob(top + "/man/*")):
    section, literal = "", False
    for line in open(page):
        if line.startswith(".SH"):
            section = line[4:].strip()
        literal = line.startswith(".EX") or literal and not line.startswith(".EE")
        if section == "EXAMPLES" and line.startswith(".B "):
            say(os.path.basename(page), roff(line[3:]).strip().strip('"'))
        elif literal and not line.startswith("."):
            say(os.path.basename(page), roff(line))
literal = False
for line in open(top + "/README.md"):
    if line.startswith("```"):
        literal = not literal
    elif literal:
        say("README.md", line[2:] if line.startswith("$ ") else line)
for command in ([], ["record"], ["replay"], ["convert"], ["report"], ["top"]):
    text = subprocess.run([os.environ["TRACE"]] + command + ["--help"], capture_output=True, text=True).stdout
    for line in text.splitlines():
        if line.startswith("  trace ") or line.startswith("  ssh "):
            say(" ".join(["trace"] + command + ["--help"]), re.split(r" {3,}", line.strip())[0])
P
"$python" -S extract.py "$top" >examples
[ "$(wc -l <examples)" -ge 50 ] || fail "only $(wc -l <examples) examples were found"
for page in README.md trace.1 trace-record.1 trace-replay.1 trace-convert.1 trace-report.1 trace-top.1 trace-doctor.1 trace-views.7 'trace --help'; do
	grep -q "^$page	" examples || fail "$page: no example was found"
done

# Examples that may have no output, if nothing matches.
may_be_empty() {
	case $1 in
	*'--from 12 '* | *metrics* | *--failure* | *www-data* | *'-o '* | *'record '* | *'trace report'* | *' >'*.svg) return 0 ;;
	esac
	return 1
}

tab=$(printf '\t')
ran=0
while IFS=$tab read -r page example; do
	for word in jq perf babeltrace2; do
		case " $example" in *[\ \|\&]$word\ *) command -v $word >/dev/null || continue 2 ;; esac
	done
	# of a server, of containers: tests of their own
	case $example in *:8123* | *clickhouse-client* | *'--container '* | *'--unit '*) continue ;; esac
	mkdir work && cp "$room"/base/* work/
	echo "$example" | sed "s,/tmp/out,./out,g; s/-p 42\\b/-p $process/g; s/-p nginx\\b/-p ticker/g; s/why 42\\b/why $process/g; s/\\bwww-data\\b/$user/g" >command
	(cd work && timeout "$(patient 30)" sh ../command) >said 2>&1 </dev/null
	status=$?
	[ $status = 0 ] || { fail "$page: status $status: $example"; head -n 5 said | cut -c 1-200; }
	hasnt 'unknown option|does not take|does not apply|^Usage:|needs a value|is not a ' said
	[ -s said ] || may_be_empty "$example" || fail "$page: nothing comes of: $example"
	rm -rf work
	ran=$((ran + 1))
done <examples
echo "$ran examples"
[ $ran -ge 45 ] || fail "only $ran examples were run"
finish
