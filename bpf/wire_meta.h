/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* wire_meta.h - records of a recording itself: where and when it was made, what was selected, and what of it to show. Included by wire.h. */
#pragma once

struct rec_start {		/* REC_START */
	struct rec rec;
	__u64 realtime;		/* ns since the Epoch at rec.ts; 0: not known */
	__u8 abi;		/* native ABI of the machine */
	__u8 pad[7];
	__u64 boottime;		/* ns, CLOCK_BOOTTIME at rec.ts; 0: not known. Older recordings end before it, */
	__s64 ahead;		/* ... or before this: ns that its wall clock was ahead of that of the host which asked for the recording */
};
#define REC_START_LEAST 40	/* bytes */
static_assert(sizeof(struct rec_start) == 56, "struct rec_start");

struct rec_clock {		/* REC_CLOCK: from here on, in place of what REC_START says */
	struct rec rec;
	__s64 real_minus_mono;	/* ns: wall clock of the host which asked for the recording, minus CLOCK_MONOTONIC of this one, … */
	__u64 within;		/* … give or take */
};
static_assert(sizeof(struct rec_clock) == 40, "struct rec_clock");

struct rec_end {		/* REC_END */
	struct rec rec;
	__u64 calls;		/* REC_CALL records seen */
	__u64 lost;		/* records lost in all */
};

enum select_flag {
	SELECT_SYSTEM = 1 << 0,		/* every task */
	SELECT_CALLS = 1 << 1,		/* only the calls in `sets` */
	SELECT_FAILED = 1 << 2,		/* only calls that failed */
	SELECT_OK = 1 << 3,		/* only calls that succeeded */
	SELECT_ERRNOS = 1 << 4,		/* only calls that failed with one of `errnos` */
};

struct select_set {
	__u32 abi, pad;			/* enum abi */
	__u64 bits[16];			/* bit n: call number n; 1023: it and all higher ones */
};

/*
 * REC_SELECT: which calls to show. A recording has further calls, which change descriptors. After the sets come `npaths` path
 * prefixes, each with a NUL: if there are any, only calls on files below one of them are shown.
 */
struct rec_select {
	struct rec rec;
	__u32 flags;			/* enum select_flag */
	__u32 string_limit;		/* bytes of a string that were captured */
	__u64 min_dur;			/* ns: only calls that took at least this long */
	__u64 errnos[9];		/* bit n: errno n */
	__u16 nsets, npaths;
	__u32 pad;
	struct select_set sets[];
};
static_assert(sizeof(struct rec_select) == 120, "struct rec_select");

/* REC_HOST: the host of the records that follow. Added when several recordings are merged. */
struct rec_host {
	struct rec rec;
	__u32 host;			/* 0, 1, … */
	__u32 pad;
	char name[64];			/* with its NUL */
};
static_assert(sizeof(struct rec_host) == 96, "struct rec_host");

enum format_flag {
	FORMAT_HIDDEN = 1 << 0,	/* its events switch output on or off, and are not shown */
};

/* REC_FORMAT: precedes the first REC_EVENT with its id. A later one with the same id replaces it. */
struct rec_format {
	struct rec rec;
	__u32 id;		/* the kernel's number of the event */
	__u16 system_len, name_len;
	__u32 text_len;
	__u32 flags;		/* enum format_flag */
	char text[];		/* system, name, then the event's tracefs file `format`, without NULs */
};
static_assert(sizeof(struct rec_format) == 40, "struct rec_format");

enum show_flag {
	SHOW_NO_CALLS = 1 << 0,	/* only events */
	SHOW_CPUS = 1 << 1,	/* only calls and events on `cpus` */
	SHOW_IS_OFF = 1 << 2,	/* nothing is shown before the next event that switches on */
};
#define SHOW_CPUS_MAX 1024

/*
 * REC_SHOW: which of the following records to show, by time, CPU and triggers. `text` has two comma-separated lists of events and
 * calls: those that switch output on, and those that switch it off.
 */
struct rec_show {
	struct rec rec;
	__u32 flags;		/* enum show_flag */
	__u16 on_len, off_len;
	__u64 from;		/* ns: nothing before that */
	__u64 cpus[SHOW_CPUS_MAX / 64];
	char text[];
};
static_assert(sizeof(struct rec_show) == 168, "struct rec_show");

enum lines_flag {
	LINES_TARGETS = 1 << 0,	/* `ids` has the processes and threads that were targets; otherwise these are not known */
	LINES_ONE_THREAD = 1 << 1,	/* only one thread was traced, without its children */
};

/*
 * REC_LINES: which signals and exits have a line. `ids` has the IDs of processes, then of threads, that were targets, without their
 * followed children.
 */
struct rec_lines {
	struct rec rec;
	__u64 signals;			/* bit n - 1: signal n */
	__u32 exits;			/* ends of threads: 0 all, 1 those of the targets, 2 none */
	__u32 flags;			/* enum lines_flag */
	__u16 npids, ntids;
	__u32 pad;
	__u32 ids[];
};
static_assert(sizeof(struct rec_lines) == 48, "struct rec_lines");
