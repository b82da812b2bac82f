// SPDX-License-Identifier: BSD-2-Clause
/* target.c - the traced command. It gets the standard streams, signal mask and dispositions that the tracer was started with. */
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command_env.h"
#include "config/options.h"
#include "config/ready_views.h"
#include "host/privileges.h"
#include "lib/leave.h"
#include "lib/ulimits.h"
#include "lib/msg.h"
#include "lib/search_path.h"
#include "lib/small_file.h"
#include "sources/seccomp/inject.h"
#include "sources/vm/hold.h"
#include "syscalltbl/nearest.h"

/* -- The child ------------------------------------------------------------------------------------------------------- */

static int become(const struct run_as *as)
{
	if (!as->name)
		return 0;
	return initgroups(as->name, as->gid) || setresgid(as->gid, as->gid, as->gid) || setresuid(as->uid, as->uid, as->uid) ? -errno : 0;
}

/* Child: reports to the tracer. err: 0, or -errno. */
static void report(int pipe, int err)
{
	if (write(pipe, &err, sizeof(err)) < 0)
		_exit(125);
}

static uint64_t system_ns(const struct rusage *used)
{
	return (uint64_t)used->ru_stime.tv_sec * 1000000000u + (uint64_t)used->ru_stime.tv_usec * 1000u;
}

/* Child: reports what it has used so far, which is not the command's. */
static bool report_used(int pipe)
{
	struct rusage used = { 0 };
	uint64_t ns;

	getrusage(RUSAGE_SELF, &used);
	ns = system_ns(&used);
	return write(pipe, &ns, sizeof(ns)) == sizeof(ns);
}

/* strace executes a file by its path also if that will fail. */
static int find(struct target *t, const struct start *s)
{
	int err = search_path__find(s->argv[0], t->path, sizeof(t->path));

	return err == -EACCES && s->strace->on && !access(t->path, F_OK) && strchr(s->argv[0], '/') ? 0 : err;
}

/* Child. */
static void silence(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (isatty(fd))
			dup2(null, fd);
}

/* Child: looks the command up if it runs as another user, before tracing begins, and waits for the release. */
static void __attribute__((noreturn)) run_child(struct target *t, const struct start *s, int held, int reports)
{
	char **env, c;
	int err;

	privileges__give_up();
	env = command_env__change(privileges__environment(), s->strace->env, s->strace->nenv);
	if (s->strace->dies_with_tracer)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (s->hold)
		hold__enter(s->hold);	/* before become(): as an ordinary user the filter would need no_new_privs, which disables setuid programs */
	if (s->inject)
		inject__enter(s->inject);
	err = become(s->as);
	if (err) {
		msg__error("-u: the command cannot run as %s: %s", s->as->name, strerror(-err));
		err = -ECANCELED;
	}
	err = err ?: !env ? -ENOMEM : t->path[0] ? 0 : find(t, s);
	report(reports, err);
	if (err || write(reports, t->path, sizeof(t->path)) != sizeof(t->path) || !report_used(reports))
		_exit(125);
	if (read(held, &c, 1) != 1)
		_exit(125);		/* the tracer has ended */
	if (s->strace->argv0)
		s->argv[0] = (char *)s->strace->argv0;
	execve(t->path, s->argv, env);
	err = -errno;
	report(reports, err);
	(void)!read(held, &c, 1);	/* until the tracer has shown the execve and said why it failed */
	_exit(s->strace->on ? EXIT_STRACE : err == -ENOENT ? 127 : 126);
}

/* -- The tracer ------------------------------------------------------------------------------------------------------ */

/* The child's report; `silence` if it closed the pipe without one, by its execve or its end. */
static int read_report(int pipe, int silence)
{
	int err;

	return small_file__fill(pipe, &err, sizeof(err)) == sizeof(err) ? err : silence;
}

static struct nearest meant;

void target__meant(const char *word, const char *name)
{
	meant.word = word;
	nearest__offer(&meant, name);
}

static void offer_views(void)
{
	static struct ready_views all;	/* `meant` keeps a name */

	if (ready_views__all(&all))
		return;
	for (unsigned i = 0; i < all.n; i++)
		nearest__offer(&meant, all.list[i].name);
}

static bool has_suffix(const char *s, const char *suffix)
{
	size_t len = strlen(s), n = strlen(suffix);

	return len >= n && !strcmp(s + len - n, suffix);
}

static void say_not_found(const char *cmd)
{
	if (meant.word && !strcmp(cmd, meant.word))
		offer_views();
	if (meant.best && !strcmp(cmd, meant.word))
		msg__error("%s: command not found, did you mean 'trace %s'?", cmd, meant.best);
	else
		msg__error("%s: command not found", cmd);
	if (has_suffix(cmd, ".data"))
		msg__hint("There is no recording of that name here, either.");
}

static int say_exec(const struct start *s, int err)
{
	const char *cmd = s->argv[0];

	if (s->strace->on && strlen(cmd) >= PATH_MAX)
		msg__error("exec: %s", strerror(ENAMETOOLONG));
	else if (s->strace->on)
		msg__error("Can't stat '%s': %s", cmd, strerror(strchr(cmd, '/') ? -err : ENOENT));
	else if (err == -ENOENT)
		say_not_found(cmd);
	else if (err == -EACCES)
		msg__error("%s: not executable (permission denied)", cmd);
	else
		msg__error("%s: cannot be run: %s", cmd, strerror(-err));
	return err;
}

static int say_no_child(const char *what, int err)
{
	msg__error("cannot %s for the command: %s", what, ulimits__why(err));
	return err;
}

/* Receives the child's calls, if they are to wait. */
static int receive_calls(const struct target *t, const struct start *s)
{
	int err = s->hold ? hold__begin(s->hold, t->pid) : 0;

	return err || !s->inject ? err : inject__begin(s->inject, t->pid, t->reports);
}

int target__await(struct target *t)
{
	int err;

	if (!t->pid || t->reported)
		return 0;
	t->reported = true;
	err = read_report(t->reports, -ECHILD);
	if (!err && (small_file__fill(t->reports, t->path, sizeof(t->path)) != sizeof(t->path) ||
		     small_file__fill(t->reports, &t->system, sizeof(t->system)) != sizeof(t->system)))
		err = -ECHILD;
	return err;
}

/* Not here if the command runs as another user, who may be permitted less. */
static int find_here(struct target *t, const struct start *s)
{
	int err = s->as->name || getuid() != geteuid() ? 0 : find(t, s);

	return err ? say_exec(s, err) : 0;
}

int target__start(struct target *t, const struct start *s)
{
	int go[2], reports[2], err;

	memset(t, 0, sizeof(*t));
	err = find_here(t, s);
	if (err)
		return err;
	if (pipe2(go, O_CLOEXEC) || pipe2(reports, O_CLOEXEC))
		return say_no_child("make a pipe", -errno);
	t->pid = fork();
	if (t->pid < 0)
		return say_no_child("fork", -errno);
	if (!t->pid) {
		close(go[1]);
		close(reports[0]);
		if (s->apart)
			dup2(STDERR_FILENO, STDOUT_FILENO);
		if (s->silent)
			silence();
		run_child(t, s, go[0], reports[1]);
	}
	close(go[0]);
	close(reports[1]);
	t->release = go[1];
	t->reports = reports[0];
	err = receive_calls(t, s) ? -ECANCELED : t->path[0] ? 0 : target__await(t);
	if (err)
		target__abandon(t);
	return err && err != -ECANCELED ? say_exec(s, err) : err;
}

int target__release(struct target *t)
{
	char c = 1;
	int err = write(t->release, &c, 1) == 1 ? read_report(t->reports, 0) : 0;	/* not written: a signal has killed it */

	close(t->reports);
	t->reports = -1;
	if (!err)
		target__let_end(t);
	return err;
}

void target__let_end(struct target *t)
{
	if (t->release >= 0)
		close(t->release);
	t->release = -1;
}

bool target__poll(struct target *t)
{
	struct rusage used;
	int status;
	pid_t pid;

	while ((pid = wait4(-1, &status, WNOHANG | __WALL, &used)) > 0)
		if (pid == t->pid && !t->ended) {
			t->system = system_ns(&used) - t->system;
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
		target__let_end(t);	/* its read(2) returns 0, and it exits */
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
	leave__now();
	sig = WTERMSIG(t->status);
	setrlimit(RLIMIT_CORE, &none);	/* no second core file besides the command's */
	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
}
