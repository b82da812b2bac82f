/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * command.h - the commands of `trace`: `trace COMMAND ...`. The list is in main.c; each has a file cmd_NAME.c.
 *
 * Only a complete name as the first argument is a command, or a view (config/ready_views.h); otherwise `trace` traces live. A program with the name of a command is
 * traced with `trace -- NAME`.
 */
#pragma once

#include <stdbool.h>

struct command {
	const char *name;
	const char *help;
	int (*run)(int argc, char **argv);	/* argv[0] is the name; returns the exit status */
	bool asks_kernel;			/* keeps the program's file capabilities; the others drop them */
};

int cmd_doctor(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_query(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_ship(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_summary(int argc, char **argv);
int cmd_metrics(int argc, char **argv);
int cmd_view(int argc, char **argv);	/* argv[0]: the view */
int cmd_strace(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_unload(int argc, char **argv);
int cmd_waits(int argc, char **argv);
int cmd_why(int argc, char **argv);
int cmd_trace(int argc, char **argv);
