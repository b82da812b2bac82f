# SPDX-License-Identifier: BSD-2-Clause
# needs: cgroup2 machine unshare
# --container, --pod and --unit choose by name, --by groups by it: groups as runtimes name them, with the files in which they keep names.
. "$here/lib.sh"
says=$(program says)

# State directories of its own, which end with the test.
if [ -z "${CONTAINERS_INSIDE-}" ]; then
	CONTAINERS_INSIDE=1 exec unshare --mount sh -u "$0"
fi
mount -t tmpfs none /var/lib
mount -t tmpfs none /run
mkdir -p /var/log/containers && mount -t tmpfs none /var/log/containers
root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
id() {
	printf '%s' "$1" | sha256sum | cut -c 1-64
}
docker=$(id docker-$$) cri=$(id cri-$$) kube=$(id kube-$$) podman=$(id podman-$$) nameless=$(id nameless-$$) k3s=$(id k3s-$$) crio=$(id crio-$$)
# of users who run them without root: one honest, one who tries what does not belong in such files
rootless=$(id rootless-$$) removed=$(id removed-$$) rootless_docker=$(id rootless-docker-$$) hostile=$(id hostile-$$) foreign=$(id foreign-$$) short=$(id short-$$)
uid=01234567-89ab-4cde-8f01-23456789abcd uid2=11234567-89ab-4cde-8f01-23456789abcd
top=$root/trace-test-$$.slice
groups="$top/docker-$docker.scope $top/docker-$docker.scope/inner $top/kubepods-besteffort-pod$(echo $uid | tr - _).slice
$top/kubepods-besteffort-pod$(echo $uid | tr - _).slice/cri-containerd-$cri.scope $top/kubepods-besteffort-pod$(echo $uid | tr - _).slice/cri-containerd-$kube.scope
$top/libpod-$podman.scope $top/libpod-$nameless.scope $top/kubepods $top/kubepods/pod$uid2 $top/kubepods/pod$uid2/$k3s $top/crio-$crio.scope $top/machine-my\\x2dbox.scope $top/traced-$$.service $top/libpod-$short.scope"
users=$root/user.slice
[ -d "$users" ] || groups="$groups $users"
for user in 54321:"$rootless $removed $rootless_docker" 54322:"$hostile $foreign"; do
	group=$users/user-${user%%:*}.slice
	groups="$groups $group $group/user@${user%%:*}.service"
	for of in ${user#*:}; do
		groups="$groups $group/user@${user%%:*}.service/libpod-$of.scope"
	done
done
mkdir "$top"
for group in $groups; do
	mkdir "$group" || fail "no group $group"
done
remove() {
	for pid in $pids; do
		kill "$pid" 2>/dev/null
	done
	wait
	for group in $groups; do
		echo "$group"
	done | tac | while IFS= read -r group; do
		until_true 10 rmdir "$group"
	done
	rmdir "$top"
}
trap remove EXIT
mkdir -p /var/lib/docker/containers/$docker /run/containerd/io.containerd.runtime.v2.task/k8s.io/$cri /var/lib/containers/storage/overlay-containers
printf '{"ID":"%s","HostConfig":{"RestartPolicy":{"Name":"no"}},"Name":"/web"}' $docker >/var/lib/docker/containers/$docker/config.v2.json
printf '{"annotations":{"io.kubernetes.cri.container-name":"nginx","io.kubernetes.cri.sandbox-name":"front-1"}}' \
	>/run/containerd/io.containerd.runtime.v2.task/k8s.io/$cri/config.json
# Podman's list is long, an ID is also in what another one says of itself, and one has no names
{
	printf '['
	seq 1 600 | sed 's/.*/{"id":"&","names":["other-&"],"image":"a long name of an image, which there is in each of them","metadata":"{\\"pod-id\\":\\"'$podman'\\"}"},/'
	printf '{"id":"%s","image":"x"},{"id":"%s","names":["pod-db"],"image":"x"},{"id":"0","names":["last"]}]' $nameless $podman
} >/var/lib/containers/storage/overlay-containers/containers.json
[ "$(stat -c %s /var/lib/containers/storage/overlay-containers/containers.json)" -gt 100000 ] || fail "Podman's list is short"
printf '[{"id":"%s","names":["short-lived"],"image":"x"}]' $short >/var/lib/containers/storage/overlay-containers/volatile-containers.json
{
	cat /etc/passwd
	printf 'rootless:x:54321:54321::%s/honest:/bin/sh\nhostile:x:54322:54322::%s/hostile:/bin/sh\n' "$PWD" "$PWD"
} >passwd
mount --bind passwd /etc/passwd
store=.local/share/containers/storage/overlay-containers
mkdir -p honest/$store honest/.local/share/docker/containers/$rootless_docker hostile/$store hostile/.local/share/docker/containers
printf '[{"id":"%s","names":["my-db"],"image":"x"}]' $rootless >honest/$store/containers.json
printf '[{"id":"%s","names":["my-job"],"image":"x"}]' $removed >honest/$store/volatile-containers.json
printf '{"ID":"%s","Name":"/my-web"}' $rootless_docker >honest/.local/share/docker/containers/$rootless_docker/config.v2.json
mkfifo hostile/$store/containers.json
printf '[{"id":"%s","names":["\033[31mred"],"image":"x"}]' $hostile >hostile/$store/volatile-containers.json
mkdir -p hostile/.local/share/docker/containers/$foreign other
printf '{"Name":"/of-others"}' >other/config.v2.json
ln -s "$PWD/other/config.v2.json" hostile/.local/share/docker/containers/$foreign/config.v2.json
chown -R 54321 honest
chown -R -h 54322 hostile
mkdir -p /run/k3s/containerd/io.containerd.runtime.v2.task/k8s.io/$k3s /run/containers/storage/overlay-containers/$crio/userdata
printf '{"annotations":{"io.kubernetes.cri.container-name":"edge","io.kubernetes.cri.sandbox-name":"k3s-1"}}' \
	>/run/k3s/containerd/io.containerd.runtime.v2.task/k8s.io/$k3s/config.json
printf '{"annotations":{"io.kubernetes.container.name":"api","io.kubernetes.pod.name":"crio-1"}}' >/run/containers/storage/overlay-containers/$crio/userdata/config.json
: >/var/log/containers/front-1_default_sidecar-$kube.log

# in GROUP WORD: a process in the group that writes the word over and over
pids=
in_group() {
	sh -c 'echo $$ >"$1/cgroup.procs"; exec "$3" "$2" 20' sh "$1" "$2" "$says" >/dev/null &
	pids="$pids $!"
}
pod=$top/kubepods-besteffort-pod$(echo $uid | tr - _).slice
in_group "$top/docker-$docker.scope/inner" of-web
in_group "$pod/cri-containerd-$cri.scope" of-nginx
in_group "$pod/cri-containerd-$kube.scope" of-sidecar
in_group "$top/libpod-$podman.scope" of-db
in_group "$top/libpod-$nameless.scope" of-nameless
in_group "$top/kubepods/pod$uid2/$k3s" of-edge
in_group "$top/crio-$crio.scope" of-api
in_group "$top/machine-my\\x2dbox.scope" of-box
in_group "$top/traced-$$.service" of-unit
in_group "$top/libpod-$short.scope" of-short
in_group "$users/user-54321.slice/user@54321.service/libpod-$rootless.scope" of-rootless
in_group "$users/user-54321.slice/user@54321.service/libpod-$removed.scope" of-job
in_group "$users/user-54321.slice/user@54321.service/libpod-$rootless_docker.scope" of-docker
in_group "$users/user-54322.slice/user@54322.service/libpod-$hostile.scope" of-hostile
in_group "$users/user-54322.slice/user@54322.service/libpod-$foreign.scope" of-foreign

# chosen WORDS OPTION...: these words are written, and no others
chosen() {
	words=$1
	shift
	timeout "$(patient 20)" "$TRACE" -e write --max-events 12 -o lines "$@" 2>err || fail "$*: $(cat err)"
	got=$(grep -aoE '"of-[a-z]+' lines | sort -u | tr -d '"' | tr '\n' ' ')
	[ "$got" = "$words " ] || { fail "$*: '$got', not '$words'"; cat err; }
}
chosen of-web --container web
chosen of-web --container "$docker"
chosen of-web --container "$(echo $docker | cut -c 1-12)"
chosen of-nginx --container nginx
chosen of-sidecar --container sidecar
chosen "of-nginx of-sidecar" --pod front-1
chosen "of-nginx of-sidecar" --pod "$uid"
chosen of-db --container pod-db
chosen of-nameless --container "$nameless"
chosen of-edge --container edge
chosen of-edge --pod k3s-1
chosen of-api --container api
chosen of-box --container my-box
chosen of-short --container short-lived
chosen of-rootless --container my-db
chosen of-job --container my-job
chosen of-docker --container my-web
chosen of-hostile --container "$hostile"
status 125 "$TRACE" --container of-others
has "no container 'of-others' is running" err
has '[.]local/share/containers/storage/overlay-containers and [.]local/share/docker/containers of their homes' err
chosen of-unit --unit traced-$$
chosen of-unit --unit traced-$$.service

# -- Several: those of each, once, also if one is in the other
chosen "of-nginx of-web" --container web,nginx
chosen "of-db of-web" --container web --container pod-db
chosen "of-nginx of-sidecar of-unit" --pod front-1 --unit traced-$$
chosen "of-nginx of-sidecar" --pod front-1 --container nginx,sidecar
chosen "of-box of-db of-unit" --container pod-db,my-box --cgroup "$top/traced-$$.service"
chosen "of-db of-web" -G "$top/docker-$docker.scope" -G "$top/docker-$docker.scope/inner" -G "${top#$root}/libpod-$podman.scope"
# in_group writes without forking, of which there would be a thousand a second
for group in "docker-$docker.scope/inner" "traced-$$.service"; do
	sh -c 'echo $$ >"$1/cgroup.procs"; while :; do sleep 0.1; done' sh "$top/$group" &
	pids="$pids $!"
done
"$TRACE" -e sched:sched_process_fork --no-syscalls -G "$top/docker-$docker.scope" -G "$top/docker-$docker.scope/inner" -G "$top/traced-$$.service" --max-events 20 -o forks 2>err ||
	fail "events of groups: $(cat err)"
count 20 sched_process_fork forks
[ -z "$(sort forks | uniq -d)" ] || fail "an event comes twice: $(sort forks | uniq -d)"

# -- Names that there are not
status 125 "$TRACE" --container nginy
has "no container 'nginy' is running, did you mean 'nginx'\\?" err
has '/var/lib/docker/containers \(there\).*v2.task/default \(No such file.*/run/containers/storage/overlay-containers \(there\)' err
status 125 "$TRACE" --unit no-such-unit
has "no unit 'no-such-unit' is running" err
status 125 "$TRACE" --container web,nginy
has "no container 'nginy' is running" err
for bad in web, ,web ''; do
	status 125 "$TRACE" --container "$bad"
	has "a name is missing" err
done

# -- A user with file capabilities: IDs, of own processes; of names it is said that they may not be read
room=$(mktemp -d /tmp/trace-containers.XXXXXX)
cp "$TRACE" "$room/trace" && cp "$says" "$room/says" && chmod 755 "$room"
chmod 700 /var/lib/docker
if setcap cap_bpf,cap_perfmon=ep "$room/trace" 2>/dev/null; then
	mkdir "$room/mine" && chown 4321 "$room/mine"
	user="setpriv --reuid=4321 --regid=4321 --clear-groups"
	sh -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' sh "$top/docker-$docker.scope" $user "$room/says" of-user 20 >/dev/null &
	pids="$pids $!"
	status 125 $user "$room/trace" --container web
	has '/var/lib/docker/containers \(Permission denied\)' err
	status 0 timeout "$(patient 20)" $user "$room/trace" -e write --max-events 12 -o "$room/mine/lines" --container "$(echo $docker | cut -c 1-12)"
	has '"of-user' "$room/mine/lines"
	hasnt '"of-web' "$room/mine/lines"
	kill $!
fi
rm -rf "$room"
chmod 755 /var/lib/docker

# -- Groups
timeout "$(patient 20)" "$TRACE" -a -e write --by container,pod,unit --format csv --interval 2 -o sums 2>err &
sleep 3
kill -INT $!
wait $!
has ',"web","-","-",' sums
has '"nginx","front-1"' sums
has '"sidecar","front-1"' sums
has '"traced-[0-9]*.service"' sums
has ',"my-db",' sums
has ",\"$hostile\"," sums

# -- trace top and trace metrics: by the same names; what is in none is named, too
for row in 'container web nginx sidecar pod-db my-box -' 'pod front-1 -' "unit traced-$$.service"; do
	set -- $row
	part=$1
	shift
	status 0 timeout "$(patient 20)" "$TRACE" top --batch -n 2 --interval 1 -e write --by "$part" >tables
	for name; do
		grep -q -- " $name\$" tables || { fail "top --by $part: no '$name'"; cat tables; }
	done
done
cat >metrics.py <<'P'
import os, re, signal, socket, subprocess, sys, time, urllib.error, urllib.request

with socket.socket() as s:
    s.bind(('127.0.0.1', 0))
    port = s.getsockname()[1]
p = subprocess.Popen([os.environ['TRACE'], 'metrics', '-a', '-e', 'write', '--per', sys.argv[1], '--listen', f'127.0.0.1:{port}'])
names = {}
for _ in range(600):
    try:
        text = urllib.request.urlopen(f'http://127.0.0.1:{port}/metrics', timeout=60).read().decode()
    except (urllib.error.URLError, ConnectionError):
        text = ''
    names = {n: int(v) for n, v in re.findall(rf'^trace_{sys.argv[1]}_calls_total{{{sys.argv[1]}="(.*)"}} (.*)$', text, re.M)}
    if all(names.get(n) for n in sys.argv[2:]):
        break
    assert p.poll() is None
    time.sleep(0.1)
else:
    sys.exit(f'{sys.argv[1]}: {names}')
p.send_signal(signal.SIGTERM)
p.wait()
P
for row in 'container web nginx sidecar pod-db my-box none' 'pod front-1 none' "unit traced-$$.service"; do
	TRACE=$TRACE "$python" -S metrics.py $row >said 2>&1 || { fail "metrics --per: $(cat said)"; }
done
finish
