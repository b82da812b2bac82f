// SPDX-License-Identifier: BSD-2-Clause
/* cmd_report.c - `trace report`: a recording as an HTML page. */
#include "command.h"
#include "recordings.h"
#include "views/views.h"

int cmd_report(int argc, char **argv)
{
	static struct options opt;
	int err = options__parse_for(&opt, IN_REPORT, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	opt.view = &report_view;
	opt.wait.on = true;	/* those of the recording, if it has any */
	if (!opt.output)
		opt.output = "report.html";
	if (opt.stacks == STACKS_NONE)		/* those of the recording, if it has any */
		opt.stacks = STACKS_FP;
	err = recordings__show(&opt);
	options__free(&opt);
	return err;
}
