// SPDX-License-Identifier: BSD-2-Clause
// options: -e fcntl,ioctl,prctl,getsockopt,setsockopt,futex,flock,prlimit64,getrlimit,getrusage,uname,sysinfo,getdents64,sched_yield
/* Calls whose arguments depend on a command; calls that return information on the system. */
#include "live.h"

#include <dirent.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <linux/random.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <scsi/sg.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <termios.h>

static void files(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .config = PERF_COUNT_SW_PAGE_FAULTS, .sample_period = 7, .inherit = 1 };
	struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 10, .l_len = 5 }, t = l;
	int fd = open("file", O_RDWR | O_CREAT | O_APPEND, 0600), n;
	const char *f = result_fd(fd, "file");

	expect("fcntl(fd: %s, cmd: GETFL) = RDWR|APPEND%s", f, syscall(SYS_fcntl, fd, F_GETFL) & O_LARGEFILE ? "|LARGEFILE" : "@@");
	expect("fcntl(fd: %s, cmd: SETFL, arg: RDONLY|NONBLOCK) = %ld", f, syscall(SYS_fcntl, fd, F_SETFL, O_NONBLOCK));
	expect("fcntl(fd: %s, cmd: SETFD, arg: CLOEXEC) = %ld", f, syscall(SYS_fcntl, fd, F_SETFD, FD_CLOEXEC));
	expect("fcntl(fd: %s, cmd: SETLK, arg: {l_type: WRLCK, l_whence: SET, l_start: 10, l_len: 5, l_pid: 0}) = %ld", f, syscall(SYS_fcntl, fd, F_SETLK, &l));
	n = syscall(SYS_fcntl, fd, F_GETLK, &t);
	expect("fcntl(fd: %s, cmd: GETLK, arg: {l_type: WRLCK, l_whence: SET, l_start: 10, l_len: 5, l_pid: 0} => {l_type: UNLCK, l_whence: SET, l_start: 10, "
	       "l_len: 5, l_pid: 0}) = %d", f, n);
	expect("fcntl(fd: %s, cmd: 0x270f, arg: 0x5) = %s", f, result(syscall(SYS_fcntl, fd, 9999, 5)));
	expect("flock(fd: %s, cmd: @@EX|@@NB) = %ld", f, syscall(SYS_flock, fd, LOCK_EX | LOCK_NB));
	n = syscall(SYS_ioctl, fd, FIONREAD, &n) ? -1 : n;
	expect("ioctl(fd: %s, cmd: FIONREAD@@, arg: [0]) = %d", f, n);
	expect("ioctl(fd: %s, cmd: TCGETS, arg: %p) = %s", f, (void *)&l, result(syscall(SYS_ioctl, fd, TCGETS, &l)));
	expect("ioctl(fd: %s, cmd: PERF_EVENT_IOC_MODIFY_ATTRIBUTES, arg: {type: SOFTWARE, size: @@, config: SW_PAGE_FAULTS, sample_period: 7, @@inherit: 1, @@}) = %s", f,
	       result(syscall(SYS_ioctl, fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr)));
	expect("ioctl(fd: %s, cmd: _IOC(@@, 0x7a, 0x63, 0x8), arg: 0x8@@) = %s", f, result(syscall(SYS_ioctl, fd, _IOR('z', 99, long), BAD)));
	close(fd);
}

/* Of which the kernel passes or takes as much as a word of theirs says; /dev/null takes none. */
static void with_what_follows(void)
{
	uint32_t ids[3] = { 5, 77, 99 };
	struct { struct rand_pool_info head; char seed[40]; } pool = { { .entropy_count = 3, .buf_size = 8 }, "12345678" };
	int fd = open("/dev/null", O_RDWR);
	const char *f = result_fd(fd, "/dev/null");

	expect("ioctl(fd: %s, cmd: PERF_EVENT_IOC_QUERY_BPF, arg: {ids_len: 5, ...}) = %s", f, result(syscall(SYS_ioctl, fd, PERF_EVENT_IOC_QUERY_BPF, ids)));
	expect("ioctl(fd: %s, cmd: RNDADDENTROPY, arg: {entropy_count: 3, buf_size: 8, buf: \"12345678\"}) = %s", f, result(syscall(SYS_ioctl, fd, RNDADDENTROPY, &pool)));
	pool.head.buf_size = -1;
	expect("ioctl(fd: %s, cmd: RNDADDENTROPY, arg: {entropy_count: 3, buf_size: -1, buf: %p@@}) = %s", f, (void *)pool.seed,
	       result(syscall(SYS_ioctl, fd, RNDADDENTROPY, &pool)));
	close(fd);
}

/* The answer is shown only if there is one. */
static void scsi_commands(void)
{
	struct iovec vec[2] = { { "abcd", 4 }, { "efgh", 4 } };
	struct sg_io_hdr h = {
		.interface_id = 'S', .dxfer_direction = SG_DXFER_TO_DEV, .cmd_len = 2, .cmdp = (unsigned char *)"\1\2", .iovec_count = 2, .dxferp = vec,
		.dxfer_len = 6, .flags = SG_FLAG_DIRECT_IO,
	};
	int fd = open("/dev/null", O_RDWR), other = 5;
	const char *f = result_fd(fd, "/dev/null");

	expect("ioctl(fd: %s, cmd: SG_IO, arg: {interface_id: \"S\", dxfer_direction: TO_DEV, cmd_len: 2, cmdp: \"\\1\\2\", mx_sb_len: 0, iovec_count: 2, "
	       "dxfer_len: 6, timeout: 0, flags: DIRECT_IO, dxferp: [{iov_base: \"abcd\", iov_len: 4}, {iov_base: \"ef\", iov_len: 4}]}) = %s", f,
	       result(syscall(SYS_ioctl, fd, SG_IO, &h)));
	expect("ioctl(fd: %s, cmd: SG_IO, arg: {interface_id: 5@@}) = %s", f, result(syscall(SYS_ioctl, fd, SG_IO, &other)));
	close(fd);
}

static void sockets(void)
{
	int s = socket(AF_INET, SOCK_STREAM, 0), v = 1, n;
	struct linger linger = { 1, 5 };
	struct stat st;
	socklen_t len = 4;
	const char *f;

	fstat(s, &st);
	f = text("%d<TCP:[%lu]>", s, (unsigned long)st.st_ino);
	expect("setsockopt(fd: %s, level: SOCKET, optname: REUSEADDR, optval: [1], optlen: 4) = %ld", f, syscall(SYS_setsockopt, s, SOL_SOCKET, SO_REUSEADDR, &v, 4));
	expect("setsockopt(fd: %s, level: TCP, optname: NODELAY, optval: [1], optlen: 4) = %ld", f, syscall(SYS_setsockopt, s, IPPROTO_TCP, TCP_NODELAY, &v, 4));
	expect("setsockopt(fd: %s, level: SOCKET, optname: LINGER, optval: {l_onoff: 1, l_linger: 5}, optlen: 8) = %ld", f,
	       syscall(SYS_setsockopt, s, SOL_SOCKET, SO_LINGER, &linger, 8));
	n = syscall(SYS_getsockopt, s, SOL_SOCKET, SO_TYPE, &v, &len);
	expect("getsockopt(fd: %s, level: SOCKET, optname: TYPE, optval: [STREAM], optlen: [4]) = %d", f, n);
	expect("setsockopt(fd: %s, level: 0x270f, optname: 77, optval: @@, optlen: 4) = %s", f, result(syscall(SYS_setsockopt, s, 9999, 77, &v, 4)));
	close(s);
}

static void others(void)
{
	struct rlimit lim, set = { 100, RLIM_INFINITY };
	struct utsname u;
	struct rusage ru;
	struct sysinfo si;
	char name[16];
	int word = 5, n;

	expect("prctl(option: SET_NAME, name: \"com\\nmand\") = %ld", syscall(SYS_prctl, PR_SET_NAME, "com\nmand"));
	n = syscall(SYS_prctl, PR_GET_NAME, name);
	expect("prctl(option: GET_NAME, name: \"com\\nmand\") = %d", n);
	expect("prctl(option: SET_PDEATHSIG, sig: USR1) = %ld", syscall(SYS_prctl, PR_SET_PDEATHSIG, (long)SIGUSR1));
	expect("prctl(option: GET_DUMPABLE) = @@%s", syscall(SYS_prctl, PR_GET_DUMPABLE) == 1 ? "USER" : "@@");
	expect("prctl(option: 0x3e7, arg2: 0x1, arg3: 0x2, arg4: 0x3, arg5: 0x4) = %s", result(syscall(SYS_prctl, 999, 1L, 2L, 3L, 4L)));
	expect("futex(uaddr: %p, op: WAKE|PRIVATE_FLAG, val: 1) = %ld", (void *)&word, syscall(SYS_futex, &word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1));
	expect("futex(uaddr: %p, op: WAIT, val: 4, utime: NULL) = %s", (void *)&word, result(syscall(SYS_futex, &word, FUTEX_WAIT, 4, NULL)));
	expect("futex(uaddr: %p, op: WAKE_OP, val: 0, val2: 0, uaddr2: %p, val3: {op: ADD|OPARG_SHIFT, oparg: 1, cmp: GT, cmparg: -2}) = %ld", (void *)&word,
	       (void *)&word, syscall(SYS_futex, &word, FUTEX_WAKE_OP, 0, 0L, &word, FUTEX_OP((FUTEX_OP_ADD | FUTEX_OP_OPARG_SHIFT), 1, FUTEX_OP_CMP_GT, -2)));
	expect("futex(uaddr: %p, op: REQUEUE, val: 1, val2: 2, uaddr2: 0x8) = %s", (void *)&word, result(syscall(SYS_futex, &word, FUTEX_REQUEUE, 1, 2L, BAD)));
	n = syscall(SYS_getrlimit, RLIMIT_NOFILE, &lim);
	expect("getrlimit(resource: NOFILE, rlim: {rlim_cur: %lu, rlim_max: %lu}) = %d", (long)lim.rlim_cur, (long)lim.rlim_max, n);
	set.rlim_max = lim.rlim_max;
	n = syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &set, &lim);
	expect("prlimit64(pid: 0, resource: NOFILE, new_rlim: {rlim_cur: 100, rlim_max: %lu}, old_rlim: {rlim_cur: %lu, rlim_max: %lu}) = %d", (long)set.rlim_max,
	       (long)lim.rlim_cur, (long)lim.rlim_max, n);
	n = syscall(SYS_getrusage, RUSAGE_SELF, &ru);
	expect("getrusage(who: SELF, ru: {ru_utime: {tv_sec: %ld, tv_usec: %ld}, ru_stime: {tv_sec: %ld, tv_usec: %ld}, ...}) = %d", (long)ru.ru_utime.tv_sec,
	       (long)ru.ru_utime.tv_usec, (long)ru.ru_stime.tv_sec, (long)ru.ru_stime.tv_usec, n);
	n = syscall(SYS_uname, &u);
	expect("uname(name: {sysname: \"%s\", nodename: \"%s\", release: \"%s\"@@) = %d", u.sysname, u.nodename, u.release, n);
	n = syscall(SYS_sysinfo, &si);
	expect("sysinfo(info: {uptime: %ld, @@totalram: %lu, @@}) = %d", si.uptime, si.totalram, n);
	expect("sched_yield() = %ld", syscall(SYS_sched_yield));
}

static void entries(void)
{
	char buf[4096];
	long n;
	int dir;

	mkdir("dir", 0700);
	close(open("dir/one\n", O_CREAT | O_WRONLY, 0600));
	dir = open("dir", O_RDONLY | O_DIRECTORY);
	n = syscall(SYS_getdents64, dir, buf, sizeof(buf));
	expect("getdents64(fd: %s, dirent: [{d_type: @@DIR@@, d_name: \"@@\"@@}, {d_type: @@, d_name: \"@@\"@@}, {d_type: @@, d_name: \"@@\"@@}], count: 4096) = %ld",
	       result_fd(dir, "dir"), n);
	n = syscall(SYS_getdents64, dir, buf, sizeof(buf));
	expect("getdents64(fd: %s, dirent: [], count: 4096) = %ld", result_fd(dir, "dir"), n);
}

int main(void)
{
	begin();
	files();
	with_what_follows();
	scsi_commands();
	sockets();
	others();
	entries();
	end();
	return 0;
}
