/* SPDX-License-Identifier: BSD-2-Clause */
/* could_end.h - who could end the waits of running processes: a line for each call whose descriptor has another end, and for each lock. */
#pragma once

#include "bpf/wire.h"
#include "config/options.h"
#include "host/peers.h"
#include "host/uring_waits.h"
#include "lib/out.h"

/* Calls in progress: copies of records. */
struct kept_calls {
	struct rec_call **of;
	unsigned n;
};

void kept_calls__add(struct kept_calls *k, const struct rec *rec);	/* of a REC_PENDING; others are left out */
void kept_calls__free(struct kept_calls *k);

enum fact_of {			/* what it is about */
	FACT_END,		/* the other end of a descriptor */
	FACT_SHARED,		/* the same descriptor: an eventfd */
	FACT_EPOLL,		/* the descriptors that an epoll waits for */
	FACT_REQUESTS,		/* the requests of an io_uring that wait */
	FACT_FUTEX, FACT_MUTEX,	/* who holds it: IDs of threads */
	FACT_LOCK,		/* who holds the lock of a file that is waited for */
	FACT_HELD,		/* a lock of a file that the process holds: who waits for it */
	FACT_CHILDREN,		/* the call waits for one of the process's children */
	/* why_states.c */
	FACT_ENDED,		/* the process has ended: its parent, which has not taken its status */
	FACT_STOPPED,		/* it is stopped: by which tracer, or by a signal */
	FACT_KERNEL,		/* it is a thread of the kernel */
	FACT_RUNS,		/* threads run, or wait for a CPU */
};

struct fact_fd {
	int fd;
	const char *link;	/* the target of /proc/PID/fd/N; "": not known */
};

/* Who could end a wait; valid during the call that passes it. */
struct fact {
	enum fact_of of;
	uint32_t tid;		/* the thread; FACT_HELD and those after FACT_CHILDREN, and FACT_LOCK of calls that do not say which lock: the process */
	struct fact_fd fd;
	unsigned access;	/* FACT_END: enum pipe_access */
	uint64_t addr;		/* FACT_FUTEX, FACT_MUTEX */
	const char *kind, *mode;	/* FACT_HELD: as in /proc/locks */
	const struct fact_fd *fds;	/* FACT_EPOLL: nfds of them */
	unsigned nfds;
	bool cut;		/* … and more */
	const struct uring_waits *requests;	/* FACT_REQUESTS */
	const char *in;		/* FACT_KERNEL: the function in which it is blocked; "": not known */
	unsigned running, threads;	/* FACT_RUNS: so many of so many */
	const struct peer_name *who;	/* n of them; 0: none that the user may see */
	unsigned n;
};

/*
 * Of calls, and of the locks that the processes of the options wait for, as far as the user may see. say: takes a line without its newline,
 * as puts(3). json: objects, as trace(1) describes them.
 */
void could_end__say(const struct kept_calls *k, const struct options *opt, bool json, int (*say)(const char *line));
/* why_states.c: of processes that wait for nothing, and why. false: there is none. */
bool why_states__say(const struct options *opt, bool json, int (*say)(const char *line));

/* Makes the lines of facts. */
struct saying {
	int (*say)(const char *line);
	bool json;
	struct out line;
};

bool saying__open(struct saying *s, bool json, int (*say)(const char *line));	/* false: no memory, the message was printed */
void saying__say(struct saying *s, const struct fact *f);
void saying__close(struct saying *s);
/* could_end_lines.c: the line of a fact. */
void could_end__put(struct out *o, const struct fact *f);
void could_end__put_json(struct out *o, const struct fact *f, uint64_t now);	/* now: ns since the Epoch */
/* Of the selected calls in which the threads that the options name are at present; as notes; with the JSON format as objects on standard error. */
void could_end__note(const struct options *opt);
