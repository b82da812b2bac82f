// SPDX-License-Identifier: BSD-2-Clause
/*
 * secret.c - passes "hidden-treasure" to the kernel in many ways, also in a child, repeatedly until a file "stop" exists, or once
 * with the argument `once`.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECRET "hidden-treasure"

static void tell(void)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	union sigval v = { .sival_ptr = (void *)0x7365637265740000 };
	char *args[] = { SECRET, NULL };
	int s = socket(AF_UNIX, SOCK_STREAM, 0), fd = open("/dev/null", O_WRONLY);

	sprintf(name.sun_path + 1, SECRET "-%d", (int)getpid());
	prctl(PR_SET_NAME, SECRET);
	if (open("/" SECRET, O_RDONLY) >= 0 || write(fd, SECRET, strlen(SECRET)) < 0 || bind(s, (struct sockaddr *)&name, sizeof(name)) < 0)
		perror(SECRET);
	signal(SIGUSR1, SIG_IGN);
	sigqueue(getpid(), SIGUSR1, v);
	execve("/nowhere/" SECRET, args, args);
	close(fd);
	close(s);
}

int main(int argc, char **argv)
{
	int once = argc > 1 && !strcmp(argv[1], "once"), status;

	printf("%d %d\n", (int)getuid(), (int)geteuid());
	fflush(stdout);
	do {
		if (fork() == 0) {
			tell();
			_exit(33);
		}
		wait(&status);
		tell();
		usleep(once ? 0 : 20000);
	} while (!once && access("stop", F_OK));
	return 0;
}
