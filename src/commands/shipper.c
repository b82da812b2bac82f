// SPDX-License-Identifier: BSD-2-Clause
/* shipper.c - owns the process that loads recordings. */
#include "shipper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config/options.h"
#include "host/privileges.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "recordings.h"

#define LOOK_MS 500
#define FIRST_PAUSE_MS 1000		/* after a failure, */
#define LONGEST_PAUSE_MS 30000		/* doubled up to this */

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), e = strlen(end);

	return n > e && !strcmp(s + n - e, end);
}

static int is_recording(const struct dirent *d)
{
	return ends_with(d->d_name, ".data");
}

static int is_part(const struct dirent *d)
{
	return ends_with(d->d_name, ".part");
}

static void free_list(struct dirent **list, int n)
{
	for (int i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

/* Gives DIR/NAME another ending. */
static void end_as(const char *dir, const char *name, const char *end)
{
	char *from, *to;
	int n = (int)(strrchr(name, '.') - name);

	if (asprintf(&from, "%s/%s", dir, name) < 0)
		return;
	if (asprintf(&to, "%s/%.*s%s", dir, n, name, end) >= 0) {
		if (rename(from, to))
			msg__error("cannot rename '%s': %s", from, strerror(errno));
		free(to);
	}
	free(from);
}

/* -- The directory ----------------------------------------------------------------------------------------------------- */

/* Recordings have data of other users: nobody else may get at them, or put in others. */
static int check_dir(const char *dir)
{
	struct stat st;

	if (mkdir(dir, 0700) && errno != EEXIST)
		return output_file__refuse(dir, NULL, -errno);
	if (lstat(dir, &st))
		return output_file__refuse(dir, NULL, -errno);
	if (!S_ISDIR(st.st_mode) || st.st_uid != geteuid() || st.st_mode & 077) {
		msg__error("'%s' is not a directory of yours with mode 0700: choose another with -o", dir);
		return -EPERM;
	}
	return 0;
}

/* Held until this process and those that it starts have ended. */
static int lock(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return output_file__refuse(dir, NULL, -errno);
	if (!flock(fd, LOCK_EX | LOCK_NB))
		return 0;
	close(fd);
	msg__error("'%s' is used by another trace ship: choose another directory with -o", dir);
	return -EBUSY;
}

int shipper__prepare(const char *dir)
{
	struct dirent **list;
	int err = check_dir(dir), n;

	if (!err)
		err = lock(dir);
	if (err)
		return err;
	n = scandir(dir, &list, is_part, alphasort);
	for (int i = 0; i < n; i++)
		end_as(dir, list[i]->d_name, ".data");
	if (n >= 0)
		free_list(list, n);
	return 0;
}

/* -- Loading ----------------------------------------------------------------------------------------------------------- */

static bool was_away;		/* the server, at the last try: the message was printed */

/* Options are those of `trace convert`. *written: see recordings__write(). Returns its status. */
static int convert(const char *url, char *path, int *written)
{
	char *argv[] = { "convert", "--to", "clickhouse", "--progress=never", "-o", (char *)url, path, NULL };
	static struct options opt;
	int status;

	*written = -EINVAL;
	if (options__parse_for(&opt, IN_CONVERT, sizeof(argv) / sizeof(argv[0]) - 1, argv))
		return EXIT_TRACER;
	status = recordings__write(&opt, written);
	options__free(&opt);
	return status;
}

/* false: the server does not take it. */
static bool load(const char *dir, const char *name, const char *url)
{
	int status, written = -ENOMEM;
	char *path;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		return false;
	msg__mute(was_away);
	status = convert(url, path, &written);
	msg__mute(false);
	if (was_away && !written)
		msg__warn("'%s': the server is back", url);
	else if (!was_away && written)
		msg__warn("recordings stay in '%s' until the server takes them", dir);
	was_away = written;
	if (!written && status) {
		msg__warn("'%s' is damaged: what could be read was loaded", path);
		end_as(dir, name, ".damaged");
	} else if (!written && unlink(path)) {
		msg__error("cannot remove '%s': %s", path, strerror(errno));
	}
	free(path);
	return !written;
}

/* false: some are left. */
static bool load_all(const char *dir, const char *url)
{
	struct dirent **list;
	int n = scandir(dir, &list, is_recording, alphasort), i = 0;

	if (n < 0)
		return false;
	while (i < n && load(dir, list[i]->d_name, url))
		i++;
	free_list(list, n);
	return i == n;
}

/* true: no more recordings will come. */
static bool wait_for_end(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, ms) > 0;
}

static void run(int fd, const char *dir, const char *url)
{
	int pause = FIRST_PAUSE_MS;

	for (bool end = false, all; ; ) {
		all = load_all(dir, url);
		if (end)
			_exit(0);
		end = wait_for_end(fd, all ? LOOK_MS : pause);
		pause = all ? FIRST_PAUSE_MS : pause * 2 < LONGEST_PAUSE_MS ? pause * 2 : LONGEST_PAUSE_MS;
	}
}

/* -- The process ------------------------------------------------------------------------------------------------------- */

int shipper__start(struct shipper *s, const char *dir, const char *url)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC)) {
		msg__error("cannot make a pipe: %s", strerror(errno));
		return -errno;
	}
	s->pid = fork();
	if (s->pid < 0) {
		msg__error("cannot start a process: %s", strerror(errno));
		close(fds[0]);
		close(fds[1]);
		return -EAGAIN;
	}
	if (!s->pid) {
		close(fds[1]);
		setpgid(0, 0);		/* the terminal's signals are for the tracer */
		privileges__give_up();
		run(fds[0], dir, url);
	}
	close(fds[0]);
	s->end = fds[1];
	return 0;
}

static unsigned count_left(const char *dir)
{
	struct dirent **list;
	int n = scandir(dir, &list, is_recording, alphasort);

	if (n >= 0)
		free_list(list, n);
	return n > 0 ? (unsigned)n : 0;
}

unsigned shipper__finish(struct shipper *s, const char *dir)
{
	int before = interrupt__count;

	close(s->end);
	while (!waitpid(s->pid, NULL, WNOHANG)) {
		if (interrupt__count > before)
			kill(s->pid, SIGKILL);		/* what is loaded is known by the server */
		usleep(20000);
	}
	return count_left(dir);
}
