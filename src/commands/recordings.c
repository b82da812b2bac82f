// SPDX-License-Identifier: BSD-2-Clause
/* recordings.c - opens what replay and convert read. */
#include "recordings.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "beautifiers/rows.h"
#include "lib/msg.h"
#include "sources/file/source_file.h"
#include "sources/file/source_merge.h"
#include "sources/plan_load.h"

#define DEFAULT_NAME "trace.data"

static unsigned count_names(const struct options *opt)
{
	unsigned n = opt->nfiles + (opt->input != NULL);

	return n ? n : 1;
}

static const char *name_of(const struct options *opt, unsigned i)
{
	if (opt->input)
		return i ? opt->files[i - 1] : opt->input;
	return opt->nfiles ? opt->files[i] : DEFAULT_NAME;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Before anything is opened to write to, which empties it. */
static int check_output(const struct options *opt, unsigned n)
{
	for (unsigned i = 0; opt->output && i < n; i++)
		if (is_same_file(name_of(opt, i), opt->output)) {
			msg__error("cannot write '%s': it is the recording that is to be read", opt->output);
			return -EINVAL;
		}
	return 0;
}

static void close_all(struct source **sources, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sources[i]->ops->close(sources[i]);
}

/* Also their headers are read: what is no recording is found out before the output is created, which empties it. */
static int open_all(struct source **sources, const struct options *opt, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		int err = source_file__open(&sources[i], name_of(opt, i));

		if (err) {
			close_all(sources, i);
			return err;
		}
		err = source_file__begin(sources[i]);
		if (err) {
			close_all(sources, i + 1);
			return err;
		}
	}
	return 0;
}

/* One is as it is; several are merged. */
static int join(struct source **out, struct source **sources, unsigned n)
{
	int err = 0;

	if (n == 1)
		*out = sources[0];
	else
		err = source_merge__open(out, sources, n);
	if (err)
		msg__error("not enough memory");
	return err;
}

int recordings__open(struct source **out, struct options *opt, bool all)
{
	static struct syscall_set needed;
	unsigned n = count_names(opt);
	struct source **sources = calloc(n, sizeof(struct source *));
	int err = sources ? check_output(opt, n) : -ENOMEM;

	if (!err)
		err = open_all(sources, opt, n);
	if (err) {
		free(sources);
		return err;
	}
	rows__init();
	err = options__select(opt);
	if (!err) {
		plan_load__needed(opt, &needed);
		for (unsigned i = 0; i < n && !all; i++)
			source_file__want(sources[i], &needed);
		err = join(out, sources, n);
	}
	if (err)
		close_all(sources, n);
	free(sources);
	return err;
}
