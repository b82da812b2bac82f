// SPDX-License-Identifier: BSD-2-Clause
/* listener.c - owns the system calls on a listener, and its way from the command's process to the tracer. */
#include "listener.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/thread.h"

#define LOOK_MS 1		/* interval of looking for the hello */

/* What the command's process tells the tracer: in memory, for all its system calls might have to wait from now on. */
struct hello {
	volatile bool said;	/* last */
	volatile bool no_new_privs;
	volatile int listener;	/* its descriptor there, or -errno */
};

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

int listener__receive(int listener, volatile struct seccomp_notif *notif)
{
	memset((void *)notif, 0, NOTIF_MAX);
	return ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, notif) ? -errno : 0;
}

static int send_answer(int listener, const struct seccomp_notif_resp *resp)
{
	union { struct seccomp_notif_resp resp; uint8_t room[NOTIF_MAX]; } answer;

	memset(&answer, 0, sizeof(answer));
	answer.resp = *resp;
	return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) ? -errno : 0;
}

int listener__answer(int listener, uint64_t id, int err, int64_t value)
{
	return send_answer(listener, &(struct seccomp_notif_resp){ .id = id, .error = err, .val = err ? 0 : value });
}

int listener__let_go(int listener, uint64_t id)
{
	return send_answer(listener, &(struct seccomp_notif_resp){ .id = id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE });
}

bool listener__is_waiting(int listener, uint64_t id)
{
	return !ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id);
}

static short look(int listener)
{
	struct pollfd p = { .fd = listener, .events = POLLIN };

	return poll(&p, 1, 0) < 0 ? 0 : p.revents;
}

bool listener__is_over(int listener)
{
	return look(listener) & (POLLHUP | POLLERR | POLLNVAL);
}

bool listener__has_calls(int listener)
{
	return look(listener) & POLLIN;
}

int listener__start(void *(*answer)(void *), void *ctx)
{
	pthread_t thread;
	int err;

	err = thread__start(&thread, answer, ctx);
	if (!err)
		pthread_detach(thread);
	return err;
}

/* -- Between the command's process and the tracer -------------------------------------------------------------------- */

int handover__open(struct handover *h)
{
	void *hello = mmap(NULL, sizeof(*h->hello), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (hello == MAP_FAILED)
		return -errno;
	h->hello = hello;
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, h->ends) ? -errno : 0;
}

bool handover__enter(struct handover *h, const struct call_filter *f)
{
	bool no_new_privs;
	char c = 0;
	int fd;

	close(h->ends[0]);
	fd = call_filter__install(f, &no_new_privs);
	h->hello->listener = fd;
	h->hello->no_new_privs = no_new_privs;
	__sync_synchronize();
	h->hello->said = true;
	if (write(h->ends[1], &c, 1) != 1 || read(h->ends[1], &c, 1) != 1)
		return false;
	close(fd);
	close(h->ends[1]);
	return true;
}

/* 0, or -ESRCH: the command's process has ended. */
static int await_hello(const struct handover *h)
{
	struct pollfd p = { .fd = h->ends[0] };

	while (!h->hello->said)
		if (poll(&p, 1, LOOK_MS) == 1)
			return -ESRCH;
	__sync_synchronize();
	return 0;
}

/* Copies the listener with pidfd_getfd(2): the command cannot send it, for its sendmsg might have to wait. */
int handover__take(struct handover *h, pid_t command, bool *no_new_privs)
{
	int pidfd, fd;

	close(h->ends[1]);
	h->ends[1] = -1;
	if (await_hello(h))
		return -ESRCH;
	*no_new_privs = h->hello->no_new_privs;
	if (h->hello->listener < 0)
		return h->hello->listener;
	pidfd = (int)syscall(SYS_pidfd_open, command, 0);
	if (pidfd < 0)
		return -errno;
	fd = (int)syscall(SYS_pidfd_getfd, pidfd, h->hello->listener, 0);
	fd = fd < 0 ? -errno : fd;
	close(pidfd);
	return fd;
}

int handover__finish(struct handover *h)
{
	char c;

	if (read(h->ends[0], &c, 1) != 1)
		return -ESRCH;
	return send(h->ends[0], "", 1, MSG_NOSIGNAL) == 1 ? 0 : -errno;
}

void handover__close(struct handover *h, pid_t command, int err)
{
	if (err)
		kill(command, SIGKILL);
	for (unsigned i = 0; i < 2; i++)
		if (h->ends[i] >= 0)
			close(h->ends[i]);
	munmap(h->hello, sizeof(*h->hello));
}

int handover__explain(const char *what, int err)
{
	msg__error("%s: %s", what, strerror(-err));
	if (err == -EBUSY)
		msg__hint("They are held already, by a tracer or container around this one: the kernel permits one at a time.");
	else if (err == -EINVAL || err == -ENOSYS)
		msg__hint("The kernel has to have seccomp filters with user notification (CONFIG_SECCOMP_FILTER, Linux 5.5).");
	else if (err == -EPERM)
		msg__hint("A sandbox around this process may be in the way.");
	return err;
}
