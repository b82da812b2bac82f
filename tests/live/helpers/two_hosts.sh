# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2034,SC2154 # for tests, and from the test
#
# two_hosts.sh - for tests that source it, after lib.sh: web1 and web2, each with an sshd, a network and a name of its own. $ssh reaches them.

# In a network of its own, which ends with the test.
if [ -z "${HOSTS_INSIDE-}" ]; then
	HOSTS_INSIDE=1 exec unshare --net sh -u "$0"
fi
dir=$PWD
trap 'cat pid.* loops 2>/dev/null | xargs -r kill' EXIT
mkdir -p /run/sshd
ssh-keygen -q -t ed25519 -N '' -f key && ssh-keygen -q -t ed25519 -N '' -f host_key || fail "no keys"
cp key.pub authorized
ip link set lo up
cat >sshd_config <<C
HostKey $dir/host_key
AuthorizedKeysFile $dir/authorized
StrictModes no
UsePAM no
PermitRootLogin yes
PidFile none
SetEnv TRACED_HOST=yes PATH=$dir/there:$PATH
C
cat >ssh_config <<C
IdentityFile $dir/key
UserKnownHostsFile /dev/null
StrictHostKeyChecking no
LogLevel ERROR
BatchMode yes
ConnectTimeout 10
C
# host NAME N: starts it, with the address 10.99.N.2
host() {
	unshare --net --uts sh -c "hostname $1; echo \$\$ >pid.$1; while [ ! -e up.$1 ]; do sleep 0.05; done; exec /usr/sbin/sshd -D -e -f sshd_config 2>sshd.$1" &
	until_true 10 test -s "pid.$1"
	ip link add "v$2" type veth peer name eth0 netns "$(cat "pid.$1")"
	ip addr add "10.99.$2.1/24" dev "v$2" && ip link set "v$2" up
	nsenter -t "$(cat "pid.$1")" -n sh -c "ip link set lo up; ip addr add 10.99.$2.2/24 dev eth0; ip link set eth0 up"
	: >"up.$1"
	printf 'Host %s\n  HostName 10.99.%s.2\n' "$1" "$2" >>ssh_config
}
host web1 1
host web2 2
ssh="ssh -F $dir/ssh_config"
until_true 20 $ssh web1 true && until_true 20 $ssh web2 true || { cat sshd.*; fail "no sshd"; finish; }

# traced [OPTION...]: on both
traced() {
	"$TRACE" --host web1,web2 --ssh "$ssh" --remote-trace "$TRACE" "$@"
}

# Tracers that are gone: none is there, of this build
none_served() {
	! pgrep -f "^$TRACE record --serve" >/dev/null
}
