/* SPDX-License-Identifier: BSD-2-Clause */
/* host.h - the state of a machine: one, unless several recordings are merged. */
#pragma once

#include "config/options.h"
#include "config/other_lines.h"
#include "config/trigger.h"
#include "tracker/aio.h"
#include "tracker/call_parts.h"
#include "tracker/event_formats.h"
#include "tracker/threads.h"
#include "tracker/wait_split.h"

#define ENDED_MAX 64

struct host {
	char name[64];			/* shown when not empty */
	enum abi native;
	int64_t real_minus_boot;	/* ns: wall clock minus CLOCK_BOOTTIME; 0: not known */
	struct threads threads;
	struct options recorded;	/* the recorder's filters, which calls have to pass, too */
	bool has_recorded;
	struct trigger trigger;		/* the recorder's -D, -C, --switch-on, --switch-off */
	struct recorded_lines recorded_lines;	/* the recorder's choice of signals and exits */
	struct other_lines lines;		/* the choice by both */
	struct event_formats formats;
	struct call_parts parts;
	struct address_spaces *spaces;
	struct ended {			/* comms of the threads that ended last: events may follow their end */
		uint32_t tid;
		char comm[COMM_LEN];
	} ended[ENDED_MAX];
	unsigned nended;		/* total */
	struct wait_splits waits;
	struct aio aio;
	struct stacks *stacks;		/* NULL: not shown */
};

struct host *host__new(const struct options *opt, enum abi native);	/* NULL: no memory */
void host__free(struct host *h);
/* Applies a record about the machine or the recorder's options. */
void host__learn(struct host *h, const struct options *opt, const struct rec *rec);
/* Removes a thread; keeps its comm for a while. */
void host__end_thread(struct host *h, const struct thread *th);
/* The comm of a thread without a struct thread; NULL: not known. */
const char *host__comm_of_ended(const struct host *h, uint32_t tid);
