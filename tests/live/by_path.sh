# SPDX-License-Identifier: BSD-2-Clause
# --path: selects calls on files by their real paths; BPF sends no other calls on descriptors.
. "$here/lib.sh"

real=$(realpath .)
mkdir -p dir/sub
echo text >dir/sub/file
ln -s dir link
ln -s sub/file dir/short

# By any path to the file
for prefix in $(or_all link/short "dir/sub/file dir/sub link/sub link/short"); do
	"$TRACE" -o out -e openat,read --path $prefix -- cat dir/sub/file link/sub/file dir/short >/dev/null
	count 3 "openat\(.* = [0-9]+<$real/dir/sub/file>\$" out
	count 3 "read\(fd: [0-9]+<$real/dir/sub/file>, buf: \"text" out
	hasnt 'locale|ld\.so' out
done

# Paths as arguments, through links in any component, from any directory
ln -s "$real/link/sub" absolute
"$TRACE" -o out --also-record paths.data -e '*stat*,access,faccessat*,chdir' --path dir/sub -- sh -c '
	test -r link/sub/file; test -r absolute/file; test -r dir/short; cd link; test -r sub/file; test -r ../dir/other' >/dev/null
for path in link/sub/file absolute/file dir/short sub/file; do
	has "\"$path\"" out
done
hasnt 'other|chdir' out
"$TRACE" replay -o replayed --path dir/sub paths.data
cmp out replayed || fail "replay differs"

# … and by removed and renamed links, so that descriptors have the right names
"$TRACE" -o out -e read -- sh -c 'echo a >dir/a; echo b >dir/b; exec 3<dir/a 4<dir/b; rm link/a; mv link/b absolute/c; cat <&3; cat <&4' >/dev/null
has "read\(fd: 0<$real/dir/a \(deleted\)>, buf: \"a" out
has "read\(fd: 0<$real/dir/sub/c>, buf: \"b" out

# Removed while it is open
cp dir/sub/file gone
"$TRACE" -o out -e read --path gone -- sh -c 'exec 3<gone; rm gone; cat <&3' >/dev/null
has "read\(fd: 0<$real/gone \(deleted\)>, buf: \"text" out

# Other calls are not even recorded: neither those on other files, nor those without files
"$TRACE" record -o data --path dir -- sh -c 'dd if=/dev/zero of=/dev/null bs=1 count=1000 2>/dev/null; cat dir/sub/file; umask' >/dev/null
"$TRACE" info data >info
"$TRACE" replay -o out data
has "read\(fd: [0-9]+<$real/dir/sub/file>" out
hasnt '/dev/zero' out
hasnt ' (umask|brk|write)$' info
reads=$(awk '$2 == "read" || $2 == "copy_file_range" { n += $1 } END { print n + 0 }' info)
[ "$reads" -lt 50 ] || fail "$reads reads were recorded"
finish
