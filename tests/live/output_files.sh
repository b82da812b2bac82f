# SPDX-License-Identifier: BSD-2-Clause
# needs: setpriv machine
# Output files: private to their owner, not written through other users' links, and not in place of other files.
. "$here/lib.sh"

dir=$(mktemp -d /tmp/trace-files.XXXXXX)
me=$((300000 + $$ % 100000 * 2)) other=$((300001 + $$ % 100000 * 2))	# unused by other tests that run at the same time
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP
chmod 755 "$dir"
mkdir "$dir/shared" "$dir/mine" && chmod 1777 "$dir/shared" && chown $me:$me "$dir/mine"
cp "$TRACE" "$dir/trace" && chmod 755 "$dir/trace"
trace=$dir/trace
as() {
	uid=$1
	shift
	(cd "$dir/mine" && exec setpriv --reuid="$uid" --regid="$uid" --clear-groups "$@")
}
# mode WANT FILE
mode() {
	[ "$(stat -c %a "$2")" = "$1" ] || fail "$2 has mode $(stat -c %a "$2")"
}

"$trace" record -o data true || fail "record"

# -- Mode 0600 for every command; an existing file keeps its mode
umask 0
status 0 "$trace" -o text true
status 0 "$trace" --also-record also -o text2 true
status 0 "$trace" replay -o replayed data
status 0 "$trace" replay --format json -o replayed.json data
status 0 "$trace" convert --to chrome -o chrome.json data
status 0 "$trace" convert --to perf -o perf.data data
status 0 "$trace" convert --to ctf -o ctf/ data
status 0 "$trace" record --rotate 1s -o rotated true
status 0 "$trace" record --flight-recorder 1M -o flight true
for file in data text also text2 replayed replayed.json chrome.json perf.data ctf/metadata ctf/stream rotated flight; do
	mode 600 "$file"
done
mode 700 ctf
umask 022
: >public && chmod 644 public
status 0 "$trace" -o public true
mode 644 public
has 'exited with 0' public

# -- Named by the user: devices, pipes, descriptors, own links
status 0 "$trace" -o /dev/null true
status 0 "$trace" -o /dev/stderr -e execve true
has 'execve\(' err
"$trace" -o /dev/fd/7 -e execve true 7>seven || fail "/dev/fd/7"
has 'execve\(' seven
ln -s text mylink
status 0 "$trace" -o mylink -e execve ls / >/dev/null
has 'execve\(.*ls' text
[ "$(stat -c %F mylink)" = 'symbolic link' ] || fail "the link is gone"
mkdir -p deep/er && ln -s deep/er short
status 0 "$trace" -o short/../new -e execve true
has 'execve\(' deep/new
status 125 "$trace" -o short/missing/x true
has "^trace: cannot write 'short/missing/x': No such file or directory$" err
status 125 "$trace" -o deep true
has "^trace: cannot write 'deep': Is a directory$" err
ln -s loop loop
status 125 "$trace" -o loop true
has "^trace: cannot write 'loop': Too many levels of symbolic links$" err

# -- Not through another user's link, in any component of the path
echo precious >"$dir/precious"
as $other ln -s "$dir/precious" "$dir/shared/link"
as $other ln -s "$dir" "$dir/shared/way"
for name in shared/link shared/way/precious shared/way/fresh; do
	for how in -o "replay -o" "convert --to json -o" "convert --to perf -o" "convert --to ctf -o" "record -o" "-o /dev/null --also-record"; do
		case $how in
		replay* | convert*) what=data ;;
		*) what=true ;;
		esac
		# shellcheck disable=SC2086
		status 125 "$trace" $how "$dir/$name" $what
		has "^trace: cannot write '$dir/$name': (it is a symbolic link|Not a directory|'(link|way)' is a symbolic link of user $other, not yours)" err
	done
done
[ "$(cat "$dir/precious")" = precious ] && [ ! -e "$dir/fresh" ] || fail "written to through somebody else's link"

# … nor to another user's file or FIFO in a sticky directory; in one's own directory it is permitted
as $other sh -c ": >'$dir/shared/trap'; chmod 666 '$dir/shared/trap'; mkfifo -m 666 '$dir/shared/fifo'"
status 125 "$trace" -o "$dir/shared/trap" true
has "is a file of user $other, not yours" err
sleep 30 <>"$dir/shared/fifo" &
reader=$!
status 125 timeout "$(patient 20)" "$trace" -o "$dir/shared/fifo" true
has "is a FIFO of user $other, not yours" err
kill $reader
[ ! -s "$dir/shared/trap" ] || fail "written to a file of somebody else"
: >theirs && chown $other theirs
status 0 "$trace" -o theirs true
has 'exited with 0' theirs
# the same for an ordinary user, who may use root's links and their own
cp data "$dir/data" && chmod 644 "$dir/data"
as $me ln -s out2 "$dir/mine/own"
status 0 as $me "$trace" replay -o own "$dir/data"
[ "$(stat -c %u "$dir/mine/out2")" = $me ] || fail "not through an own link"
status 125 as $me "$trace" replay -o "$dir/shared/link" "$dir/data"
has "is a symbolic link of user $other, not yours" err

# -- Under sudo new files belong to the calling user
export SUDO_UID=$me SUDO_GID=$me
status 0 "$trace" -o s.text true
status 0 "$trace" record -o s.data true
status 0 "$trace" convert --to ctf -o s.ctf data
status 0 "$trace" -o public true
for file in s.text s.data s.ctf s.ctf/stream; do
	[ "$(stat -c %u:%g $file)" = "$me:$me" ] || fail "$file belongs to $(stat -c %u:%g $file)"
done
[ "$(stat -c %u public)" = 0 ] || fail "an existing file was given away"
status 0 "$trace" -o "$dir/mine/own" true	# a link of the calling user
SUDO_UID=0x1 status 0 "$trace" -o s.odd true
[ "$(stat -c %u s.odd)" = 0 ] || fail "SUDO_UID that is no number"
unset SUDO_UID SUDO_GID

# -- Only files that trace has written are replaced
echo mine >notes && echo mine >notes.old && echo mine >log.1
status 125 "$trace" record -o notes touch ran
has "^trace: cannot write 'notes': it exists, and is not a recording$" err
has '^Hint:  .* name another one with -o, or move that file away' err
cp data notes
status 125 "$trace" record -o notes touch ran
has "^trace: cannot write 'notes.old': it exists, and is not a recording$" err
cmp -s data notes || fail "the recording is gone although its place was taken"
for how in '--rotate 1s' '--flight-recorder 1M'; do
	# shellcheck disable=SC2086
	status 125 "$trace" record $how --keep 3 -o log touch ran
	has "^trace: cannot write 'log.1': it exists, and is not a recording$" err
done
[ ! -e ran ] && [ "$(cat notes.old log.1)" = "$(printf 'mine\nmine')" ] || fail "a file of the user's was overwritten"
status 125 "$trace" record --rotate 1s --keep 3 -o late sh -c 'echo mine >late.1; sleep 1.2; true'
[ "$(cat late.1)" = mine ] || fail "a file that came meanwhile was overwritten"
has "cannot write 'late.1': it exists" err
status 0 "$trace" replay -o out late
mkdir old && echo mine >old/metadata
status 125 "$trace" convert --to ctf --force -o old data
[ "$(cat old/metadata)" = mine ] || fail "--force overwrites what is no trace"
status 0 "$trace" convert --to ctf --force -o ctf data
finish
