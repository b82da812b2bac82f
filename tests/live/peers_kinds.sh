# SPDX-License-Identifier: BSD-2-Clause
# --peers: sockets of many kinds between two processes, and a descriptor that is passed, duplicated, inherited and closed.
. "$here/lib.sh"

kinds=$(realpath "$(program peer_kinds)")
both out --peers -e sendto,write -- sh -c '"$1" >said' sh "$kinds"
[ "$(wc -l <said)" = 13 ] || fail "the program has not made all of its calls"

# sent PROCESS KIND OWN OTHER BYTE: the last of what it sends from its end to the other; by then both have been open for long
address='([][0-9a-f.:]*:)?'
sent() {
	grep -aE "peer_kinds/$1 sendto\\(fd: [0-9]+<$2(v6)?:\\[$address$3->$address$4[], ].*, buff: \"$5\"" out.live | tail -n 1 >last
	[ -s last ] || { fail "$1 sends nothing over $2 from $3 to $4"; grep -a "/$1 sendto" out.live | head -n 5; }
}
while read -r kind parent child own other _; do
	if [ "$kind" = pipe ]; then
		pipe="$parent $child $own"
		continue
	fi
	sent "$parent" "$kind" "$own" "$other" P
	has " peer_kinds/$child\\]>, " last
	sent "$child" "$kind" "$other" "$own" C
	has " peer_kinds/$parent\\]>, " last
done <said

# A pipe's reading end: its own; passed and closed here; by copies, also inherited; and the reader ends
read -r self reader child <<END
$pipe
END
count 1 "peer_kinds/$self write\\(fd: [0-9]+<pipe:\\[[0-9]+\\]→peer_kinds/$self>, buf: \"0\"" out.live
for n in 1 2 3; do
	count 1 "peer_kinds/$self write\\(fd: [0-9]+<pipe:\\[[0-9]+\\]→peer_kinds/$reader>, buf: \"$n\"" out.live
done
count 1 "peer_kinds/$child write\\(fd: [0-9]+<pipe:\\[[0-9]+\\]→peer_kinds/$reader>, buf: \"4\"" out.live
count 1 "peer_kinds/$self write\\(fd: [0-9]+<pipe:\\[[0-9]+\\]>, buf: \"5\", count: 1\\) += -1 EPIPE" out.live
finish
