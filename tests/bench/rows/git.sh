# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154,SC2034 # set by run
#
# git.sh - row git: `git status` of a small repository from start to end, under trace and under strace -f. make_repository is in strings.sh.
# Between runs is a pause, in which ends what one of trace has left to do, so that it is not at the cost of the next.

git_under() {
	say "git: $1"
	name=$1
	shift
	sleep 0.05
	"$bin/timed" "$tmp/wall" "$@" git -C "$tmp/repo" status >/dev/null 2>&1
	sample "git.$name" "$(awk '{ print $1 * 1000 }' "$tmp/wall")"
}

if wants git && have git; then
	[ -d "$tmp/repo" ] || make_repository
	git_under warm env	# it refreshes the index
	round=0
	while [ $round -lt $((rounds + 4)) ]; do
		git_under base env
		git_under trace "$TRACE" -o "$tmp/git.out"
		[ -z "$strace" ] || git_under strace strace -f -o "$tmp/git.out"
		round=$((round + 1))
	done
	noise=$(spread_of git.base)
	line "git     git status, untraced, in ms; its spread" "" "$(short "$(median_of git.base)"); $(percent_of_noise)" "" " " " "
	line "        git status, traced, in ms" "" "$(short "$(median_of git.trace)")" "" "" "$(short "$(median_of git.strace)")"
	[ -z "$strace" ] || row "        trace -o FILE git status / strace -f" at-most 0.9 "" "$(ratio git.trace git.strace)" "" 1
	noise=
fi
