// SPDX-License-Identifier: BSD-2-Clause
/* cmd_convert.c - `trace convert`: a recording in the format of other programs. */
#include <errno.h>

#include "command.h"
#include "lib/msg.h"
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

int cmd_convert(int argc, char **argv)
{
	static struct options opt;
	int err = options__parse_for(&opt, IN_CONVERT, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (check(&opt))
		return EXIT_TRACER;
	err = recordings__show(&opt);
	options__free(&opt);
	return err;
}
