// SPDX-License-Identifier: BSD-2-Clause
/*
 * peers pair - socketpair, named Unix socket and TCP over loopback between two processes: prints `parent PID child PID`, writes "P" and the
 * child "C" on each.
 * peers serve FILE - a server of both, whose TCP port is in FILE when it is ready; answers one byte to each of two connections, twice, until
 * its input ends.
 * peers hang - three children that read what never comes, from a socketpair, TCP over loopback and a terminal, whose other ends only their
 * parent has; prints the parent's ID and theirs, and waits for a connection, which never comes either.
 * peers share FIFO - a child has an eventfd of its parent, FIFO to write and the slave of a pseudoterminal, whose other ends its parent has: prints
 * `parent PID child PID`; for each byte of its input the child writes to all three, and its parent reads what it wrote.
 * peers use FILE - its client: prints "ready PID" when connected; for each byte of its input sends one to both and reads the answers.
 */
#define _GNU_SOURCE 1
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "must.h"

#define MUST(call) must((call) >= 0, #call)

static struct sockaddr_in inet = { .sin_family = AF_INET };
static struct sockaddr_un local = { .sun_family = AF_UNIX, .sun_path = "peers.socket" };

static int serve_inet(void)
{
	socklen_t len = sizeof(inet);
	int s = socket(AF_INET, SOCK_STREAM, 0);

	inet.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	MUST(bind(s, (struct sockaddr *)&inet, len));
	MUST(listen(s, 1));
	MUST(getsockname(s, (struct sockaddr *)&inet, &len));
	return s;
}

static int serve_local(void)
{
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	unlink(local.sun_path);
	MUST(bind(s, (struct sockaddr *)&local, sizeof(local)));
	MUST(listen(s, 1));
	return s;
}

static int connected(int family, const void *address, socklen_t len)
{
	int s = socket(family, SOCK_STREAM, 0);

	MUST(connect(s, address, len));
	return s;
}

/* Each waits for the other's byte before it sends its own or ends: both are there during each call. */
static void talk(int fd, char own, int first)
{
	char other;

	if (first)
		MUST(write(fd, &own, 1));
	MUST(read(fd, &other, 1));
	MUST(write(fd, &own, 1));
	if (!first)
		MUST(read(fd, &other, 1));
}

static void pair(void)
{
	int in = serve_inet(), un = serve_local(), both[2], sync[2], fds[3];
	char c;
	pid_t child;

	MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, both));
	MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, sync));
	child = fork();
	if (!child) {
		close(both[0]), close(in), close(un);
		fds[0] = both[1];
		fds[1] = connected(AF_UNIX, &local, sizeof(local));
		fds[2] = connected(AF_INET, &inet, sizeof(inet));
		MUST(read(sync[1], &c, 1));
		for (int i = 0; i < 3; i++)
			talk(fds[i], 'C', 0);
		MUST(read(sync[1], &c, 1));
		_exit(0);
	}
	close(both[1]);
	fds[0] = both[0];
	fds[1] = accept(un, NULL, NULL);
	fds[2] = accept(in, NULL, NULL);
	printf("parent %d child %d\n", getpid(), child);
	fflush(stdout);
	MUST(write(sync[0], "x", 1));
	for (int i = 0; i < 3; i++)
		talk(fds[i], 'P', 1);
	MUST(write(sync[0], "x", 1));
	MUST(waitpid(child, NULL, 0));
}

static void serve(const char *path)
{
	int in = serve_inet(), un = serve_local(), a, b;
	FILE *f = fopen(path, "w");
	char c;

	fprintf(f, "%d\n", ntohs(inet.sin_port));
	fclose(f);
	a = accept(in, NULL, NULL);
	b = accept(un, NULL, NULL);
	while (read(a, &c, 1) == 1) {
		MUST(write(a, "a", 1));
		MUST(read(b, &c, 1));
		MUST(write(b, "b", 1));
	}
}

static void use(const char *path)
{
	FILE *f = fopen(path, "r");
	int port = 0, a, b;
	char c;

	MUST(fscanf(f, "%d", &port));
	inet.sin_port = htons((uint16_t)port);
	inet.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	a = connected(AF_INET, &inet, sizeof(inet));
	b = connected(AF_UNIX, &local, sizeof(local));
	printf("ready %d\n", getpid());
	fflush(stdout);
	while (read(0, &c, 1) == 1) {
		MUST(write(a, "A", 1));
		MUST(read(a, &c, 1));
		MUST(write(b, "B", 1));
		MUST(read(b, &c, 1));
	}
}

/* Has a child read from fd; from then on neither this process nor a later child has it. The child has nothing else. */
static pid_t reader(int fd)
{
	pid_t pid = fork();
	char c;

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (int other = 3; other < 64; other++)
			if (other != fd)
				close(other);
		MUST(read(fd, &c, 1));
		_exit(1);
	}
	close(fd);
	return pid;
}

static void hang(void)
{
	int in = serve_inet(), both[2], client, master;
	pid_t un, tcp, tty;

	MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, both));
	un = reader(both[1]);
	client = connected(AF_INET, &inet, sizeof(inet));
	MUST(accept(in, NULL, NULL));
	tcp = reader(client);
	MUST(master = posix_openpt(O_RDWR | O_NOCTTY));
	MUST(grantpt(master));
	MUST(unlockpt(master));
	tty = reader(open(ptsname(master), O_RDWR | O_NOCTTY));
	printf("%d %d %d %d\n", getpid(), un, tcp, tty);
	fflush(stdout);
	accept(in, NULL, NULL);
}

static void write_to_all(int counter, int fifo, int terminal, int done)
{
	unsigned long long one = 1;
	char c;

	MUST(read(done, &c, 1));	/* the other ends are open */
	while (read(0, &c, 1) == 1) {
		MUST(write(counter, &one, sizeof(one)));
		MUST(write(fifo, "f", 1));
		MUST(write(terminal, "t", 1));
		MUST(read(done, &c, 1));
	}
}

static void share(const char *path)
{
	int counter = eventfd(0, 0), master = posix_openpt(O_RDWR | O_NOCTTY), reader, done[2];
	unsigned long long n;
	char c;
	pid_t child;

	MUST(counter);
	MUST(mkfifo(path, 0600));
	MUST(grantpt(master));
	MUST(unlockpt(master));
	MUST(pipe(done));
	child = fork();
	if (!child) {
		int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);

		close(master), close(done[1]);
		write_to_all(counter, open(path, O_WRONLY), terminal, done[0]);
		_exit(0);
	}
	close(done[0]);
	MUST(reader = open(path, O_RDONLY));
	printf("parent %d child %d\n", getpid(), child);
	fflush(stdout);
	MUST(write(done[1], "x", 1));
	while (read(master, &c, 1) == 1) {
		MUST(read(reader, &c, 1));
		MUST(read(counter, &n, sizeof(n)));
		MUST(write(done[1], "x", 1));
	}
	MUST(waitpid(child, NULL, 0));
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "pair"))
		pair();
	else if (argc > 1 && !strcmp(argv[1], "hang"))
		hang();
	else if (argc > 2 && !strcmp(argv[1], "serve"))
		serve(argv[2]);
	else if (argc > 2 && !strcmp(argv[1], "share"))
		share(argv[2]);
	else if (argc > 2)
		use(argv[2]);
	return failed;
}
