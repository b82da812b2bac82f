/* SPDX-License-Identifier: BSD-2-Clause */
/* targets.h - whether the processes and threads that -p and -t name are there, and can make system calls. */
#ifndef TRACE_TARGETS_H
#define TRACE_TARGETS_H

struct options;

/*
 * Says which are not, one line each, and takes them out of the options. 0; -ESRCH: of all that is to be traced nothing is
 * left. What ends later is for the sources to leave out.
 */
int targets__check(struct options *o);

#endif
