// SPDX-License-Identifier: BSD-2-Clause
/*
 * viewed - what views of columns show: opens, reads and writes, programs, connections, signals and a slow call, each a known number of times.
 * Prints `pid PID`, `child PID` of its children in order, and `port PORT`.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int good(long ret)
{
	if (ret >= 0)
		return (int)ret;
	perror("viewed");
	_exit(1);
}

static void on_signal(int signo)
{
	(void)signo;
}

static void files(void)
{
	char buf[100];
	int fd = good(open("one", O_RDWR | O_CREAT | O_TRUNC, 0600));

	good(open("/no/such", O_RDONLY) < 0 ? 0 : -1);
	for (int i = 0; i < 3; i++)
		good(pwrite(fd, "0123456789", 10, i * 10));
	for (int i = 0; i < 2; i++)
		good(pread(fd, buf, 15, i * 15));
	good(close(fd));
}

static pid_t child(void)
{
	pid_t pid = good(fork());

	if (pid)
		printf("child %d\n", pid);
	return pid;
}

static void wait_for(pid_t pid)
{
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static void programs(void)
{
	pid_t pid = child();

	if (!pid) {
		execl("/no/such", "such", NULL);
		execl("/bin/sh", "sh", "-c", "exit 3", NULL);
		_exit(1);
	}
	wait_for(pid);
}

/* A server that leaves its connection to a child, and a client with two descriptors of it. */
static void connections(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(to);
	int server = good(socket(AF_INET, SOCK_STREAM, 0)), client = good(socket(AF_INET, SOCK_STREAM, 0)), accepted, copy;
	char buf[1000] = { 0 };
	pid_t pid;

	good(bind(server, (struct sockaddr *)&to, len));
	good(listen(server, 1));
	good(getsockname(server, (struct sockaddr *)&to, &len));
	printf("port %d\n", ntohs(to.sin_port));
	fflush(stdout);
	good(connect(client, (struct sockaddr *)&to, sizeof(to)));
	accepted = good(accept(server, NULL, NULL));
	good(send(client, buf, 1000, 0));
	good(recv(accepted, buf, 1000, MSG_WAITALL));
	good(write(accepted, buf, 300));
	good(read(client, buf, 300));
	pid = child();
	if (!pid) {
		good(write(accepted, "child", 5));
		_exit(0);
	}
	good(close(accepted));
	wait_for(pid);
	good(read(client, buf, 5));
	copy = good(dup(client));
	good(close(client));
	good(send(copy, "x", 1, MSG_NOSIGNAL));
	good(close(copy));
	good(close(server));
	client = good(socket(AF_INET, SOCK_STREAM, 0));
	good(connect(client, (struct sockaddr *)&to, sizeof(to)) < 0 ? 0 : -1);
	good(close(client));
}

int main(void)
{
	const struct timespec slow = { .tv_nsec = 50000000 };

	printf("pid %d\n", getpid());
	fflush(stdout);
	signal(SIGUSR1, on_signal);
	signal(SIGCHLD, on_signal);
	files();
	programs();
	connections();
	good(kill(getpid(), SIGUSR1));
	nanosleep(&slow, NULL);
	fflush(stdout);
	_exit(0);
}
