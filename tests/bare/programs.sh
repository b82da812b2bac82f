# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# programs.sh - real programs, in groups. Each group is a function that runs in a new directory, network and mount namespace; steps
# that the machine does not permit fail silently: what they passed is checked all the same.

export LC_ALL=C HOME="$PWD" PATH="$PATH:/usr/sbin:/sbin" GIT_CONFIG_NOSYSTEM=1 PAGER=cat

all='links routes traffic nft sockets ethtool wireless block mounts bpf perf terminal media fio emulator scripts compiler git keys files'

# needed_by GROUP: the programs without which it would show nothing
needed_by() {
	case $1 in
	links | routes) echo ip ;;
	traffic) echo tc ;;
	sockets) echo ss ;;
	nft | ethtool | fio) echo "$1" ;;
	wireless) echo iw ;;
	block) echo losetup blkid lsblk ;;
	mounts) echo mount ;;
	bpf) echo bpftool ;;
	perf) echo perf ;;
	terminal) echo stty ;;
	media) echo v4l2-ctl ;;
	emulator) echo qemu-system-x86_64 ;;
	esac
}

group_links() {
	ip link add v0 type veth peer name v1
	ip link add br0 type bridge stp_state 1
	ip link add d0 type dummy || ip link add d0 type veth peer name d1
	ip link add link d0 name d0.5 type vlan id 5
	ip link add vx0 type vxlan id 42 dev d0 dstport 4789 remote 192.0.2.1
	ip link add mv0 link d0 type macvlan mode bridge
	ip link add bo0 type bond mode active-backup
	ip link set v0 master br0
	ip link set v0 up
	ip link set v1 up mtu 1400
	ip link set d0 up address 02:00:00:00:00:01
	ip tuntap add dev t0 mode tap
	ip -s -d link
	bridge -d link
	bridge fdb
	bridge vlan
	ip link del v0
	ip link del br0
}

group_routes() {
	ip link set lo up
	ip link add d0 type dummy || ip link add d0 type veth peer name d1
	ip link set d0 up
	ip addr add 192.0.2.1/24 dev d0 label d0:1
	ip addr add 2001:db8::1/64 dev d0
	ip route add 198.51.100.0/24 via 192.0.2.2 dev d0 metric 10
	ip route add 203.0.113.0/24 nexthop via 192.0.2.3 weight 1 nexthop via 192.0.2.4 weight 2
	ip -6 route add 2001:db8:1::/48 via 2001:db8::2
	ip rule add from 192.0.2.0/24 table 100
	ip neigh add 192.0.2.9 lladdr 02:00:00:00:00:09 dev d0
	ip nexthop add id 1 via 192.0.2.2 dev d0
	ip -s addr
	ip route
	ip -6 route
	ip route get 198.51.100.1
	ip rule
	ip neigh
	ip nexthop
	ip netconf
	ip maddr
	ip xfrm state add src 192.0.2.1 dst 192.0.2.2 proto esp spi 1 mode tunnel enc 'cbc(aes)' 0x00112233445566778899aabbccddeeff
	ip xfrm state
	ip xfrm policy
	ip route del 198.51.100.0/24
	ip addr del 192.0.2.1/24 dev d0
	ip rule del table 100
}

group_traffic() {
	ip link add d0 type dummy || ip link add d0 type veth peer name d1
	ip link set d0 up
	tc qdisc add dev d0 root handle 1: htb default 10
	tc class add dev d0 parent 1: classid 1:10 htb rate 1mbit ceil 2mbit
	tc qdisc add dev d0 parent 1:10 handle 10: fq_codel
	tc filter add dev d0 parent 1: protocol ip prio 1 u32 match ip dst 192.0.2.1/32 flowid 1:10
	tc filter add dev d0 parent 1: protocol ip prio 2 flower dst_ip 192.0.2.2 action drop
	tc qdisc add dev d0 ingress
	tc -s qdisc show dev d0
	tc -s class show dev d0
	tc -s filter show dev d0
	tc qdisc del dev d0 root
}

group_nft() {
	nft add table inet t
	nft 'add chain inet t c { type filter hook input priority 0; policy accept; }'
	nft 'add set inet t s { type ipv4_addr; flags interval; elements = { 192.0.2.0/24, 198.51.100.1 }; }'
	nft 'add map inet t m { type inet_service : verdict; elements = { 22 : accept, 80 : drop }; }'
	nft 'add rule inet t c ip saddr @s tcp dport vmap @m'
	nft 'add rule inet t c ct state established,related counter accept'
	nft 'add rule inet t c meta iifname "lo" limit rate 10/second log prefix "x" reject'
	nft list ruleset
	nft -a list ruleset
	nft delete table inet t
	nft flush ruleset
}

group_sockets() {
	ss -a
	ss -tunapie
	ss -xm
	ss -s
	ss -l -0
	ip -s link show lo
	nstat -az
	curl -s -m 2 http://127.0.0.1:9/
	ssh -V
	ssh -o ConnectTimeout=1 -o StrictHostKeyChecking=no -p 9 127.0.0.1 true
	nc -z -w 1 127.0.0.1 9
	getent hosts localhost
}

group_ethtool() {
	ip link add v0 type veth peer name v1
	ethtool v0
	for letter in i k S a c g l P T x; do ethtool -$letter v0; done
	ethtool --show-eee v0
	ethtool --show-fec v0
	ethtool --show-priv-flags v0
	ethtool --show-tunnels v0
	ethtool -K v0 tso off
	ethtool -G v0 rx 256
	ethtool -m v0
	devlink dev
	rdma link
	vdpa mgmtdev show
	vdpa dev show
	dcb buffer show dev v0
	tipc nametable show
	genl ctrl list
}

group_wireless() {
	iw dev
	iw list
	iw reg get
	iw phy0 info
	iw wlan0 scan
}

group_block() {
	truncate -s 4M image
	mke2fs -q image
	blkid image
	blkid -p image
	tune2fs -l image
	e2fsck -n image
	debugfs -R stat image
	partx -s image
	isosize image
	losetup -a
	losetup -f --show image
	lsblk -a
	lsblk -f
	blockdev --report
	blockdev --getsize64 /dev/vda
	fdisk -l image
	wipefs image
	blkdiscard image
	mkswap image
	fstrim -n .
	zramctl
	dmsetup version
	dmsetup targets
	dmsetup ls
	dmsetup info
	loop=$(losetup -j image | cut -d : -f 1)
	[ -z "$loop" ] || losetup -d "$loop"
	quota
	repquota /
	hdparm -i /dev/vda
	swapon -s
	hwclock --show
	rtcwake -m show
	wdctl
	lscpu
	lsmem
	lsirq
	uclampset -p $$
	chrt -p $$
	ionice -p $$
	taskset -p $$
	prlimit
	lsns
	lsipc
	lsof -p $$
}

group_mounts() {
	mkdir -p t b lower upper work over
	mount -t tmpfs -o size=1m,mode=700 none t
	mount --bind t b
	mount -o remount,ro,bind b
	mount --make-rprivate t
	mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work none over
	mount
	findmnt -D
	df -a
	umount over b t
	unshare -U -r -n -m true
	nsenter -t $$ -m true
	ipcmk -M 4096 -S 1 -Q
	ipcs -a
	ipcrm -a
}

group_bpf() {
	pin=/sys/fs/bpf/bare$$
	bpftool prog list
	bpftool map list
	bpftool link list
	bpftool btf list
	bpftool net
	bpftool cgroup tree
	bpftool feature probe kernel
	bpftool map create $pin type hash key 4 value 8 entries 16 name bare
	bpftool map update pinned $pin key 1 0 0 0 value 1 2 3 4 5 6 7 8
	bpftool map dump pinned $pin
	bpftool map lookup pinned $pin key 1 0 0 0
	bpftool map getnext pinned $pin
	bpftool map delete pinned $pin key 1 0 0 0
	rm -f $pin
	[ -z "$object" ] || bpftool prog load "$object" ${pin}_prog
	[ -z "$object" ] || bpftool prog show pinned ${pin}_prog
	[ -z "$object" ] || bpftool prog dump xlated pinned ${pin}_prog
	rm -f ${pin}_prog
}

group_perf() {
	perf stat true
	perf stat -e cycles,page-faults,sched:sched_switch -a sleep 0.01
	perf record -o perf.data -g true
	perf report -i perf.data --stdio
	perf list sw
	strace -f -o /dev/null true
}

group_terminal() {
	script -q -c 'stty -a; stty raw -echo; stty sane; stty size; tty; setterm --bold on; tput cols; clear; ls --color' /dev/null </dev/null
	stty -F /dev/ptmx
	agetty --list-speeds
	fgconsole
	kbd_mode
	dumpkeys
	setleds
	mesg
	last -1
	who
	dmesg | tail -n 1
}

group_media() {
	for device in /dev/video0 /dev/video1 /dev/vbi0 /dev/radio0 /dev/null; do
		v4l2-ctl -d $device --all
		v4l2-ctl -d $device --list-formats-ext
		v4l2-ctl -d $device --list-ctrls-menus
		v4l2-ctl -d $device --list-inputs --list-outputs --list-standards --list-dv-timings --get-edid
	done
	v4l2-ctl -d /dev/video0 --set-fmt-video width=320,height=180,pixelformat=YUYV --set-ctrl brightness=100
	v4l2-ctl -d /dev/video0 --stream-mmap --stream-count 2
	v4l2-ctl -d /dev/video0 --stream-user --stream-count 2
	media-ctl -p -d /dev/media0
	cec-ctl -d /dev/cec0 --playback -S
	cec-ctl -d /dev/null
	ir-ctl -d /dev/lirc0 -f
	ir-ctl -d /dev/null -f
	rds-ctl --all
	v4l2-compliance -d /dev/null
}

group_fio() {
	for engine in psync pvsync2 libaio io_uring mmap splice; do
		fio --name=x --filename=data --size=64k --bs=4k --rw=randrw --iodepth=4 --thread --ioengine=$engine
	done
}

group_emulator() {
	timeout 1 qemu-system-x86_64 -accel tcg -display none -monitor none -serial none -nodefaults -nic user,model=virtio-net-pci
}

group_scripts() {
	python3 -c '
import asyncio, ctypes, json, mmap, multiprocessing, os, select, signal, socket, sqlite3, ssl, subprocess, tempfile, threading
sqlite3.connect("x.db").execute("create table t(a)")
subprocess.run(["true"])
a, b = socket.socketpair()
a.send(b"x"); b.recv(1)
socket.send_fds(a, [b"x"], [0]); socket.recv_fds(b, 1, 1)
os.setxattr("x.db", "user.a", b"1"); os.getxattr("x.db", "user.a"); os.listxattr("x.db")
asyncio.run(asyncio.sleep(0.001))
signal.sigtimedwait([signal.SIGUSR1], 0.001)
os.posix_spawn("/bin/true", ["true"], {})
with multiprocessing.Pool(2) as p: p.map(abs, [1, 2])
threading.Thread(target=print).start()
os.preadv(os.open("x.db", os.O_RDONLY), [bytearray(4), bytearray(4)], 0)
os.sendfile(os.open("y", os.O_CREAT | os.O_WRONLY), os.open("x.db", os.O_RDONLY), 0, 16)
os.memfd_create("m"); os.eventfd(1); os.pidfd_open(os.getpid())
for n in os.sched_getaffinity(0), os.getgroups(), os.uname(), os.times(), os.statvfs("/"), os.sysconf("SC_NPROCESSORS_ONLN"): str(n)
s = socket.create_server(("127.0.0.1", 0)); c = socket.create_connection(s.getsockname()); s.accept(); c.sendmsg([b"a", b"b"])
'
	perl -e 'use Socket; use POSIX; socketpair(A, B, AF_UNIX, SOCK_STREAM, 0); POSIX::uname(); fork; wait; select(undef, undef, undef, 0.001)'
	awk 'BEGIN { "date" | getline x; print x }'
	bash -c 'exec 3<>/dev/tcp/127.0.0.1/9; read -t 0.01 x < <(sleep 0.02); ulimit -a; trap : USR1; kill -USR1 $$; wait'
	make -f /dev/null x
	node -e 'require("fs").readFileSync("/etc/passwd"); require("os").cpus(); setTimeout(() => 0, 1)'
	go version
	tar cf x.tar x.db
	rsync -a x.db z.db
	find . -newer x.db
	xargs -P 2 true </dev/null
	systemctl --version
	gdb -batch -ex 'run' /bin/true
}

group_compiler() {
	printf '#include <stdio.h>\nint main(void) { return puts("x") < 0; }\n' >x.c
	gcc -O1 -o x x.c
	./x
	ldd x
	clang -c x.c
	objdump -h x
	readelf -s x
}

group_git() {
	git init -q .
	git config user.name x
	git config user.email x@y
	echo x >file
	git add file
	git commit -q -m x
	git status
	git log --stat
	git gc -q
	git clone -q . copy
}

group_keys() {
	keyctl new_session
	keyctl add user bare payload @s
	keyctl show
	keyctl list @s
	keyctl search @s user bare
	keyctl print "$(keyctl search @s user bare)"
	keyctl describe @s
	keyctl timeout @s 100
	keyctl add big_key x data @s
	keyctl supports
	keyctl pkey_query @s 0
	keyctl request2 user x y
	keyctl session x true
	keyctl clear @s
}

group_files() {
	mkdir a
	echo x >a/b
	ls -l
	ls -lZ a
	setfacl -m u:1:r a/b
	getfacl -R a
	setfattr -n user.x -v y a/b
	getfattr -d a/b
	chattr +d a/b
	lsattr a
	filefrag -v a/b
	stat -f a
	stat a/b
	cp -a a c
	cp --reflink=auto a/b e
	fallocate -l 64k f
	flock f true
	mv c g
	ln -s a h
	readlink -f h
	touch -d yesterday a/b
	dd if=/dev/zero of=i bs=4k count=2 conv=fsync iflag=fullblock
	sync a/b
	shred a/b
	sort i
	du -s .
	tail -c 1 i
	namei -l a/b
	getcap -r a
	setcap cap_net_raw+ep e
	setpriv --no-new-privs true
	capsh --print
	su -s /bin/true nobody
	id
	date
	uptime
	ps aux
	top -b -n 1
	free
	vmstat
	nproc
	numactl -s
	mkfifo p
	timeout 0.01 cat p
	timeout 0.01 tail -f i
	nice true
	chroot / true
	cmp i i
	md5sum i
	openssl rand 8
	gpg --version
}
