// SPDX-License-Identifier: BSD-2-Clause
/* recordings.c - opens what replay and convert read. */
#include "recordings.h"

#include "msg.h"
#include "plans.h"
#include "rows.h"
#include "source_file.h"

#define DEFAULT_NAME "trace.data"

int recordings__open(struct source **out, struct options *opt, bool all)
{
	static struct syscall_set needed;
	const char *name = opt->input ? opt->input : opt->nfiles ? opt->files[0] : DEFAULT_NAME;
	int err = source_file__open(out, name);

	if (err)
		return err;
	source_file__origin(*out);
	rows__init();
	err = options__select(opt);
	if (err) {
		(*out)->ops->close(*out);
		return err;
	}
	plans__needed(opt, &needed);
	if (!all)
		source_file__want(*out, &needed);
	return 0;
}
