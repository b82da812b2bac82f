// SPDX-License-Identifier: BSD-2-Clause
/* cmd_convert.c - `trace convert`: a recording in the format of other programs. */
#include <errno.h>
#include <unistd.h>

#include "command.h"
#include "lib/msg.h"
#include "lib/out.h"
#include "query/clickhouse.h"
#include "recordings.h"
#include "views/views.h"

static int check(const struct options *opt)
{
	if (!opt->view)
		msg__error("--to FORMAT is missing: use one of %s", views__names(IN_CONVERT));
	else if (opt->nfiles > 1 && opt->view->single)
		msg__error("--to %s takes one recording: convert them one by one", opt->view->name);
	else
		return 0;
	return -EINVAL;
}

static int print_schema(const struct options *opt)
{
	struct out o;
	int err;

	if (out__open(&o, STDOUT_FILENO, 1 << 15))
		return msg__no_memory();
	clickhouse__put_ddl(&o, opt->cluster);
	out__line_begin(&o);
	err = out__flush(&o);
	out__close(&o);
	return err;
}

int cmd_convert(int argc, char **argv)
{
	static struct options opt;
	int err = options__parse_for(&opt, IN_CONVERT, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (opt.schema)
		return print_schema(&opt) ? EXIT_TRACER : 0;
	if (check(&opt))
		return EXIT_TRACER;
	err = recordings__show(&opt);
	options__free(&opt);
	return err;
}
