# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# strings.sh - row strings: how many of the paths that programs pass are shown as text, not as an address. What strace counts on
# the same programs (which is about as many) stands beside it.

# Names of path arguments, as the rows of the system calls have them
path_names=$(sed -n 's/\<PATH\(_AT\)\{0,1\}("/\n@/gp' "$here"/../../beautifiers/rows/*.c | sed -n 's/^@\([a-z_]*\)".*/\1/p' | sort -u |
	tr '\n' '|')
path_names=${path_names%|}

# shown and unread, of the path arguments in a trace in JSON
count_json() {
	awk -v names="$path_names" '
		BEGIN { key = "\"(" names ")\":(\"|\\{\"[a-z]+\")" }
		/"name":"(execve|execveat|getcwd|readlink|readlinkat)"/ { next }
		!/"type":"syscall"/ { next }
		{
			sub(/^.*"args":/, "")			# the call has a name, too
			gsub(/"fd":-?[0-9]+,"path":"/, "")	# and descriptors have paths
			for (rest = $0; match(rest, key); rest = substr(rest, RSTART + RLENGTH)) {
				value = substr(rest, RSTART, RLENGTH) substr(rest, RSTART + RLENGTH, 2)
				if (value ~ /:\{"address"$/ || value ~ /:\{"address"/ || value ~ /:"0x/)
					unread++
				else
					shown++
			}
		}
		END { print shown + 0, unread + 0 }' "$1"
}

# strings in a trace of strace; with -y there would be more
count_strace() {
	awk '
		/(execve|execveat|getcwd|readlink|readlinkat)(\(| resumed)/ || / resumed>/ { next }
		{
			sub(/^[0-9]+ +/, "")
			gsub(/\\./, "")
			sub(/ = -?[0-9?].*$/, "")
			gsub(/\{[^}]*\}/, "")
			n += gsub(/"[^"]*"/, "")
		}
		END { print n + 0 }' "$1"
}

# of the file names in a trace of perf: shown and not
count_perf() {
	awk '
		/(execve|getcwd|readlink)/ { next }
		{
			shown += gsub(/(filename|pathname|name): "[^"]+"/, "")
			unread += gsub(/(filename|pathname|name): (0x[0-9a-f]+|"")/, "")
		}
		END { print shown + 0, unread + 0 }' "$1"
}

percent_of() {
	echo "$1" | awk '{ if ($1 + $2) printf "%.5g\n", int($1 / ($1 + $2) * 1e5) / 1e3; else print "-" }'
}

strings_row() {
	what=$1
	shift
	say "strings: $what"
	rm -f "$tmp/strings.json"
	"$@" >/dev/null 2>&1	# a first run creates its files
	"$TRACE" --format json -e %file --string-limit 4095 -o "$tmp/strings.json" "$@" >/dev/null 2>&1
	counts=$(count_json "$tmp/strings.json")
	by_strace='' by_perf=''
	if [ -n "$strace" ]; then
		strace -f -s 4096 -e trace=%file -e signal=none -o "$tmp/strings.out" "$@" >/dev/null 2>&1
		by_strace="$(count_strace "$tmp/strings.out") strings"
	fi
	if [ -n "$perf" ]; then
		perf trace -o "$tmp/strings.out" "$@" >/dev/null 2>&1
		by_perf="$(percent_of "$(count_perf "$tmp/strings.out")") %"
	fi
	share=$(percent_of "$counts")
	line "strings $what: shown, of $(echo "$counts" | awk '{ print $1 + $2 }')" ">= 99.9 %" "$share %" "$(judge "$share" at-least 99.9)" \
		"$by_perf" "$by_strace"
}

# A new repository for git status, so that figures are comparable.
make_repository() {
	mkdir -p "$tmp/repo"
	(
		cd "$tmp/repo" && git init -q . && for dir in a b c d e f g h; do
			mkdir "$dir" && for file in 1 2 3 4 5 6 7 8 9; do echo "$dir" >"$dir/file-$file.c"; done
		done && find . -name '*.c' -exec touch -d '1 hour ago' {} + && git add . && touch a/new b/new
	) >/dev/null 2>&1
}

if wants strings; then
	if have git; then
		make_repository
		strings_row "git status" git -C "$tmp/repo" status
	fi
	! have "${CC:-cc}" || strings_row "cc -c" "${CC:-cc}" -c -O2 -o "$tmp/strings.o" "$here/writers.c"
	! have python3 || strings_row "python3 -c 'import json'" python3 -c 'import json'
	strings_row "8 threads that look for files" "$bin/openers" 8 200
fi
