// SPDX-License-Identifier: BSD-2-Clause
/* target.c - the wrapped command. Its standard streams, signal mask and dispositions are those the tracer was given. */
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hold.h"
#include "msg.h"
#include "privileges.h"
#include "ulimits.h"

static int check(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode) || access(path, X_OK))
		return -EACCES;
	return 0;
}

/* As execvp(3) looks a command up; a file that may not be run is only taken as an answer if no other is found. */
static int look_up(const char *cmd, char *path, size_t size)
{
	const char *p = getenv("PATH");
	int err = -ENOENT, r;

	if (!*cmd)
		return -ENOENT;
	if (strchr(cmd, '/')) {
		snprintf(path, size, "%s", cmd);
		return check(path);
	}
	if (!p)
		p = "/usr/local/bin:/bin:/usr/bin";
	for (;; p++) {
		int n = strcspn(p, ":");

		snprintf(path, size, "%.*s%s%s", n, p, n ? "/" : "", cmd);
		r = check(path);
		if (!r)
			return 0;
		if (r == -EACCES)
			err = r;
		p += n;
		if (!*p)
			return err;
	}
}

static void __attribute__((noreturn)) run_child(const char *path, char **argv, int held, int failed, struct hold *hold)
{
	char **env, c;

	privileges__give_up();
	env = privileges__environment();
	if (hold)
		hold__enter(hold);
	if (read(held, &c, 1) != 1)
		_exit(125);		/* the tracer is gone */
	if (hold)
		hold__leave(hold);
	execve(path, argv, env);
	if (write(failed, &errno, sizeof(errno)) < 0)
		_exit(125);
	_exit(errno == ENOENT ? 127 : 126);
}

static int say_exec(const char *cmd, int err)
{
	if (err == -ENOENT)
		msg__error("%s: command not found", cmd);
	else if (err == -EACCES)
		msg__error("%s: not executable (permission denied)", cmd);
	else
		msg__error("%s: cannot be run: %s", cmd, strerror(-err));
	return err;
}

int target__start(struct target *t, char **argv, bool apart, struct hold *hold)
{
	int go[2], fail[2], err;
	char path[PATH_MAX];

	memset(t, 0, sizeof(*t));
	err = look_up(argv[0], path, sizeof(path));
	if (err)
		return say_exec(argv[0], err);
	if (pipe2(go, O_CLOEXEC) || pipe2(fail, O_CLOEXEC)) {
		err = -errno;
		msg__error("cannot make a pipe for the command: %s", ulimits__why(err));
		return err;
	}
	t->pid = fork();
	if (t->pid < 0) {
		err = -errno;
		msg__error("cannot fork for the command: %s", ulimits__why(err));
		return err;
	}
	if (!t->pid) {
		close(go[1]);
		close(fail[0]);
		if (apart)
			dup2(STDERR_FILENO, STDOUT_FILENO);
		run_child(path, argv, go[0], fail[1], hold);
	}
	close(go[0]);
	close(fail[1]);
	t->release = go[1];
	t->failed = fail[0];
	return 0;
}

int target__release(struct target *t)
{
	char c = 1;
	int err = 0;

	if (write(t->release, &c, 1) != 1)
		err = EIO;
	close(t->release);
	t->release = -1;
	/* end of file when execve succeeded: both ends are close-on-exec */
	while (read(t->failed, &err, sizeof(err)) < 0 && errno == EINTR)
		;
	close(t->failed);
	t->failed = -1;
	return -err;
}

bool target__poll(struct target *t)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG | __WALL)) > 0)
		if (pid == t->pid && !t->ended) {
			t->status = status;
			t->ended = true;
		}
	return t->ended;
}

void target__abandon(struct target *t)
{
	if (!t->pid || t->ended)
		return;
	if (t->release >= 0) {
		close(t->release);	/* its read ends: it leaves by itself */
		t->release = -1;
		waitpid(t->pid, &t->status, 0);
		t->ended = true;
	}
}

int target__exit_status(const struct target *t)
{
	if (!t->pid || !t->ended)
		return 0;
	return WIFEXITED(t->status) ? WEXITSTATUS(t->status) : 128 + WTERMSIG(t->status);
}

void target__die_like(const struct target *t)
{
	struct rlimit none = { 0, 0 };
	sigset_t set;
	int sig;

	if (!t->pid || !t->ended || !WIFSIGNALED(t->status))
		return;
	sig = WTERMSIG(t->status);
	setrlimit(RLIMIT_CORE, &none);	/* one core file, the command's, is enough */
	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
}
