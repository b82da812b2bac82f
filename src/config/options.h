/* SPDX-License-Identifier: BSD-2-Clause */
/* options.h - the command line, parsed and checked. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf/wire.h"
#include "event_select.h"
#include "lib/writer_options.h"
#include "metrics_config.h"
#include "strace_config.h"
#include "summary_config.h"
#include "remote_config.h"
#include "top_config.h"
#include "syscalltbl/syscalltbl.h"
#include "time_spec.h"

/* Exit statuses of the tracer itself; otherwise it exits with the command's. */
#define EXIT_TRACER 125		/* the tracer failed: bad option, no permission, … */
#define EXIT_NOT_EXECUTABLE 126
#define EXIT_NOT_FOUND 127
#define EXIT_LOSS 124		/* --fail-on-loss, and something was lost */
#define EXIT_STRACE 1		/* `trace strace`: in place of the first three */

/* Which commands an option is for: a set of these. */
enum option_in {
	IN_LIVE = 1 << 0,
	IN_RECORD = 1 << 1,
	IN_REPLAY = 1 << 2,
	IN_CONVERT = 1 << 3,
	IN_INFO = 1 << 4,		/* has no options */
	IN_REPORT = 1 << 5,
	IN_TOP = 1 << 6,		/* `trace top`: with IN_LIVE or IN_REPLAY, and then only options for it; not in options.in */
};

#define IN_READING (IN_REPLAY | IN_CONVERT | IN_REPORT)	/* commands that read recordings */

/* Whether call stacks are shown, and how user stacks are unwound. */
enum stacks_by { STACKS_NONE, STACKS_FP, STACKS_DWARF };

/* Which frames of them. */
enum stack_part { STACK_ALL, STACK_KERNEL, STACK_USER };

/* The source of live tracing. */
enum kernel_by { BY_AUTO, BY_BPF, BY_PERF };
enum keep_programs { KEEP_YES, KEEP_NO };
enum attach_by { ATTACH_AUTO, ATTACH_FUNCTIONS, ATTACH_TRACEPOINTS };

enum fault_choice { FAULTS_MAJOR = 1 << 0, FAULTS_MINOR = 1 << 1 };

struct id_list {
	pid_t *ids;
	unsigned n;
};

/* The user that the command runs as. */
struct run_as {
	char *name;			/* NULL: the user who runs trace; owned */
	uid_t uid;
	gid_t gid;
};

/* A container, pod or unit. */
struct owner_name {
	unsigned what;			/* enum owner of host/containers.h */
	char *name;			/* owned */
};

/* Which threads' exits have a line. */
enum exits_shown { EXITS_ALL, EXITS_TARGETS, EXITS_NONE };	/* values of REC_LINES */

struct other_lines {
	uint64_t signals;		/* bit n - 1: signal n */
	enum exits_shown exits;
};

#define PENDING_NS 2000000000u		/* options.pending_ns, */
#define PENDING_STRACE_NS 50000000u	/* and for lines that begin when their calls do */

#define SPOOL_LEAST (4u << 20)		/* options.spool_limit: bytes: a few blocks */

struct options {
	enum option_in in;
	char **files;			/* replay, convert: recordings, nfiles of them */
	unsigned nfiles;
	int argc;			/* the whole command line, of recorders: borrowed */
	char **argv;
	/* Targets */
	char **command;			/* NULL: none; ends with NULL */
	pid_t command_pid;		/* 0: no command, or it was not started yet */
	struct id_list pids, tids;	/* -p, -t */
	char **called;			/* -p: names of processes to be looked up (targets.h); ncalled of them */
	unsigned ncalled;
	struct remote_config remote;	/* --host and its like */
	bool serve;			/* record --serve: for trace on another host */
	struct id_list filter_pids;	/* --filter-pids: processes that are not traced */
	bool all;			/* the whole system: -a, or -u or -G without a command, -p or -t */
	bool inherit;			/* follow children: default; --no-inherit clears */
	bool has_uid;
	uid_t uid;			/* --uid, or -u without a command: by name or number */
	const char *user;		/* -u, as the user wrote it; NULL: no -u */
	struct run_as run_as;		/* -u, with a command */
	struct owner_name *owners;	/* --container, --pod, --unit: become `cgroups` (targets.h); nowners of them */
	unsigned nowners;
	char **cgroups;			/* -G: paths below the cgroup v2 root, or absolute; ncgroups of them, owned; none: any */
	unsigned ncgroups;
	/* Which calls */
	struct syscall_select select;	/* -e, cumulative */
	bool selected;			/* any -e was given */
	struct syscall_set calls;	/* the calls that `select` selects */
	struct event_select events;	/* events of -e, with their --filter */
	bool no_calls;			/* --no-syscalls: events only */
	bool no_uring;			/* --no-io-uring */
	bool no_aio;			/* --no-aio */
	const char *switch_on, *switch_off;	/* --switch-on, --switch-off: lists of names; NULL: none */
	struct syscall_set switch_calls;	/* calls in them */
	uint64_t delay;			/* -D: ns after the start in which nothing is shown */
	bool has_cpus;			/* -C */
	uint64_t cpus[SHOW_CPUS_MAX / 64];
	unsigned faults;		/* -F: enum fault_choice, or-ed */
	bool only_failed, only_ok;	/* --failure, --success */
	uint64_t errnos[9];		/* --errno: bit per number, with has_errnos */
	bool has_errnos;
	uint64_t min_dur;		/* --duration: ns */
	char **paths;			/* --path, repeatable: prefixes, made absolute; ends with NULL */
	unsigned npaths;
	char **comms;			/* --comm, repeatable: patterns; ncomms of them */
	unsigned ncomms;
	struct other_lines other;		/* --signals, --exits */
	bool has_signals, has_exits;
	struct time_spec from, until;	/* --from, --until */
	uint64_t max_events;		/* --max-events; 0: no limit */
	uint64_t pending_ns;		/* live: a call that waits this long is shown unfinished */
	/* Output */
	const char *output;		/* -o; NULL: standard error; "-": standard output */
	const struct view_ops *view;	/* --format, convert --to */
	struct {
		const char *file;	/* of --flame or --heat FILE; NULL: neither */
		const struct view_ops *view;
	} picture;
	unsigned tally;			/* live: the source counts calls, and returns REC_TALLY by this (enum tally_flag) instead of REC_CALL; 0: it does not */
	const char *cannot_count;	/* live: why the source cannot count calls; NULL: it can */
	uint64_t tally_interval;	/* ns: it returns the counts of each such time, from the first record on; 0: all in the end */
	struct summary_config summary;	/* --summary and its like */
	const struct ready_view *ready;	/* --view; NULL: none */
	struct {
		bool on;		/* --slow */
		uint64_t ns;		/* calls of at least this long, or */
		double percent;		/* longer than this percentile of those before; 0: `ns` counts */
		const struct view_ops *lines;	/* the format of its lines */
	} slow;
	bool fold;			/* --fold */
	struct top_config top;		/* `trace top` */
	struct metrics_config metrics;	/* `trace metrics` */
	bool force;			/* convert --force: replace a CTF trace */
	unsigned tables;		/* convert --tables: bit per table of query/schema.h; 0: it was not given */
	bool schema;			/* convert --schema: print how ClickHouse's tables are made, */
	const char *cluster;		/* ... --cluster: on the servers of a cluster; NULL: on one */
	struct writer_options w;	/* the view sets color, terminal, start_mono and start_real */
	bool verbose_structs;		/* --verbose: structures whole */
	bool env;			/* --env: environment strings of execve */
	bool names;			/* --names: of users and groups */
	bool wants_owners;		/* users and control groups of threads have to be known (REC_OWNER), */
	bool user_names;		/* ... and these users' names */
	bool peers;			/* --peers */
	bool decode_pids;		/* show IDs of other PID namespaces with those of the tracer's */
	bool no_folding;		/* --width=none */
	uint64_t width;			/* --width: columns of a line; 0: as the terminal has, if the output is one */
	int color;			/* --color: 0 never, 1 always, 2 when the output is a terminal (default) */
	int progress;			/* --progress: as color; of standard error */
	bool thread_column;		/* --show-comm: show the thread even if there can be only one */
	bool no_thread;			/* --no-thread */
	/* Call stacks */
	enum stacks_by stacks;		/* --call-graph */
	enum stack_part stack_part;	/* --stacks */
	uint32_t stack_copy;		/* STACKS_DWARF: bytes of the stack that are copied */
	uint64_t max_stack;		/* --max-stack: frames of the kernel, and of the program */
	uint64_t min_stack;		/* --min-stack: calls with fewer frames are not shown */
	bool has_frames;		/* any of the three */
	struct {
		bool on;		/* --wait: where the time of calls goes */
		uint64_t least;		/* ns: of calls that waited at least this long */
		bool sums;		/* --waits: who waits for whom */
		bool dot;		/* --dot: that as a graph; or, with --format, as */
		bool json, csv;
	} wait;
	/* Recordings */
	const char *input;		/* -i: a recording to show instead of tracing */
	const char *also_record;	/* --also-record; NULL: no */
	int compress;			/* --compress: level of zstd; 0: none */
	size_t rotate_bytes;		/* --rotate: bytes, or */
	uint64_t rotate_ns;		/* ns, after which the next file begins; 0: no limit */
	uint64_t keep;			/* --keep: files of a rotation or of a flight recorder */
	size_t flight_bytes;		/* --flight-recorder: bytes in memory; 0: no flight recorder */
	uint64_t trigger_dur;		/* --trigger-duration: ns */
	uint64_t trigger_errnos[9];	/* --trigger-errno, with has_trigger_errnos */
	bool has_trigger_errnos;
	const char *spool;		/* `trace ship`: files go to this directory, by time: NUMBER.part, NUMBER.data when it is complete; NULL: no */
	size_t spool_limit;		/* --spool-limit: bytes of the directory; 0: half of what is free */
	size_t max_size;		/* --max-size: bytes; 0: no limit */
	char **lists;			/* -e for recordings, applied when their syscall tables are known; nlists of them; owned */
	unsigned nlists;
	/* How */
	enum kernel_by kernel_by;	/* --source */
	enum attach_by attach;		/* --attach: where the BPF source takes calls */
	enum keep_programs keep_programs;	/* --keep-programs */
	bool hold;			/* --hold: the command's calls wait until their arguments' memory was read */
	bool show_late;			/* --late=show: unconfirmed memory, too */
	size_t ring_bytes;		/* -m: bytes of all rings together; 0: chosen by machine and load */
	size_t memory;			/* --memory: bytes, with has_memory */
	bool has_memory;
	bool lossless;			/* --lossless: the targets are paused before anything is lost */
	bool ignored_signals;		/* for recordings and formats that show them (view.h) */
	bool fail_on_loss;
	unsigned quiet;			/* -q: how often */
	struct strace_config strace;	/* `trace strace` */
	int verbosity;			/* -v: print what is in use on standard error */
};

/* With running processes -e inject is a matter of BPF, else of seccomp. */
static inline bool injects_by_bpf(const struct options *o)
{
	return o->strace.ninjections && (o->pids.n || o->tids.n);
}

/* Where calls are counted in the kernel: are single ones added to that? */
static inline bool options__adds_calls(const struct options *o)
{
	return o->in & (IN_LIVE | IN_RECORD);
}

/*
 * Parses argv of live tracing or of another command. 0: go on; 1: --help or --version was printed, exit 0; -EINVAL: the message
 * was printed, exit EXIT_TRACER. Strings are borrowed from argv or live as long as `o`.
 */
int options__parse(struct options *o, int argc, char **argv);
int options__parse_for(struct options *o, enum option_in in, int argc, char **argv);

/* An option of a command line: of which commands it is (enum option_in, or-ed), as it was spelled, and its value, or NULL. */
typedef int options__each_fn(void *ctx, unsigned in, const char *as, const char *value);
/*
 * Calls fn for each option of a command line of live tracing or recording, until it returns other than 0. Returns the index of the command, argc if
 * there is none; -1: fn's result was not 0, or the command line is invalid, which options__parse_for() says.
 */
int options__each(enum option_in in, int argc, char **argv, options__each_fn *fn, void *ctx);
/*
 * For recordings: applies -e to `calls`. To be called when the recordings are open (file_kinds__open), for they may add names.
 * 0 or -EINVAL: the message was printed.
 */
int options__select(struct options *o);
/* --switch-on or --switch-off name events other than calls. */
bool options__switch_events(const struct options *o);
/* Something is shown by whose threads are: by user, control group, and what that is in. */
bool options__show_owners(const struct options *o);
/* The output needs the targets' mappings. */
bool options__needs_maps(const struct options *o);
void options__free(struct options *o);
