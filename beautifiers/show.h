/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * show.h - arguments of a kind's show function, and functions that it may call.
 *
 * Rendering is a function of const state: a call's record, its row, and names looked up through `struct names`.
 * It emits through s->w's verbs (verbs.h) and never prints punctuation.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "row.h"
#include "shape.h"
#include "verbs.h"

/* Lookups in the session for show functions. Results are borrowed until the next record. */
struct names {
	void *ctx;
	/* The name of a descriptor, AT_FDCWD too, at entry, or (made) at exit of one that the call opened; false: not known */
	bool (*fd_name)(void *ctx, int fd, bool made, struct fd_name *name);
	const char *(*comm)(void *ctx, uint32_t tid);		/* NULL: not known */
	const char *(*ended_comm)(void *ctx, uint32_t tid);	/* of a thread that ended, and not long ago; NULL: not known */
	/* Translates an ID from the current thread's PID namespace to the tracer's; 0: not known. other: the namespaces differ */
	uint32_t (*pid)(void *ctx, uint32_t pid, bool other);
	uint32_t (*process)(void *ctx, uint32_t tid);	/* the process of a thread, both IDs in the tracer's namespace; 0: not known */
	/* PTRACE_EVENT_* of the last stop of this child that the current thread has waited for; 0: none, or not known */
	uint32_t (*stop_event)(void *ctx, uint32_t pid);
	/* The kind of a descriptor at entry: OF_PROTOCOL of a socket; 0: another, or not known */
	uint32_t (*fd_kind)(void *ctx, int fd);
	/* The driver of a descriptor's device at entry; NULL: it is no device, or this is not known. May be NULL: nobody knows */
	const char *(*fd_driver)(void *ctx, int fd);
	/* A time of CLOCK_BOOTTIME as ns since the Epoch; 0: not known */
	int64_t (*boot_date)(void *ctx, uint64_t ns);
	const char *(*id_name)(void *ctx, enum id_of of, uint32_t id);	/* of a user, a group or a device; NULL: it has none. May be NULL: not asked for */
	const char *(*owner_name)(void *ctx, enum id_of of, uint32_t id);	/* the same for owners of threads, asked for or not; also of a control group, and what it is in */
	const char *(*genl_family)(void *ctx, uint16_t id);	/* the name of a family of generic netlink; NULL: not known */
	const char *(*host)(void *ctx);		/* of the current record, if there are several; or NULL */
};

#define CALL_FOLLOWS 4096	/* pointers in structures of one call that are followed, at most */
#define CALL_MAX_CHUNKS 70000	/* chunks of one call that are used, at most: limits the time for a hostile recording */

struct call {
	const struct rec_call *rec;
	const struct row *row;		/* the sub-row, if there is one */
	enum abi abi;
	uint16_t nr;			/* rec->nr; for a multiplexer the number of the real call */
	unsigned word;			/* bytes of the ABI's long */
	bool swap;			/* its memory has the other byte order than this machine */
	const uint64_t *args;		/* CALL_ARGS; those beyond rec->nargs are 0 */
	uint64_t arg_copy[CALL_ARGS];
	int64_t ret;
	bool done;			/* it returned: ret and out chunks are valid */
	bool failed;			/* done, and ret is -errno */
	const struct names *names;
	uint8_t hidden;			/* bits of chunk.status: chunks with one of them are skipped */
	const struct chunk *first, *end;	/* the chunks, in the order of capture */
};

/* For each chunk k of call c, from `from` on. */
#define CALL_CHUNKS_FROM(k, c, from) \
	for (const struct chunk *k = (from); k < (c)->end; k = chunk__next(k)) \
		if (k->status & (c)->hidden) {} else
#define CALL_CHUNKS_EACH(k, c) CALL_CHUNKS_FROM(k, c, (c)->first)

struct show {
	struct out *o;
	const struct verbs *w;
	unsigned string_limit;		/* bytes */
	bool verbose;			/* do not abridge structures */
	bool env;			/* show environment strings */
	bool addresses;			/* show structures and arrays as their addresses */
	bool decode_pids;		/* also show IDs in the tracer's PID namespace */
	const struct names *names;	/* of the session */
	bool no_memory;			/* of the current call: memory was not captured, so a missing chunk is no failed read */
	enum abi native;		/* the traced machine's: calls of other ABIs are marked */
	/* Of the current call or signal, set by show__args() and show__siginfo(): */
	enum abi abi;			/* selects lists of names */
	bool swap;			/* memory has the other byte order than this machine */
	unsigned follows_left;		/* pointers in structures that may still be followed: limits cycles in a hostile recording */
};

/* One argument, or one field of a structure that an argument points at. */
struct arg {
	const struct call *call;
	const struct arg_spec *spec;
	uint64_t value;			/* a word of the ABI, zero-extended; kinds narrow it */
	int index;			/* 0-5; -1 for fields and results */
	bool out;			/* fields: of memory captured at exit */
	bool both;			/* fields: what was passed and what was filled are shown */
	const struct field *field;	/* NULL: an argument */
	int root;			/* fields: the argument that points at the structure, directly or not, */
	const uint8_t *holder;		/* the structure, */
	uint32_t holder_len;		/* and its captured bytes */
	const uint8_t *was;		/* fields of a `padded` shape that is shown as the call left it: the structure before. NULL: not known */
};

/* Sets only `done`, `failed` and `ret` of a call. row: the row of its number, or NULL. */
void call__take_result(struct call *c, const struct rec_call *rec, const struct row *row);
/* Fills `c` from a record: bounds are checked here, once; chunks that do not fit are dropped. -EINVAL: not a call. */
int call__parse(struct call *c, const struct rec_call *rec, const struct names *names);

/* Finds memory captured for an argument. out: as it was at exit. NULL: not captured. */
/* What a call has moved, or was to move: its buffers, in order. */
struct buffers {
	void *o;
	/* n: number in its vector, -1: the call has no vector; k: what was captured of it, or NULL; len: bytes */
	void (*buffer)(void *o, int n, const struct chunk *k, uint64_t addr, uint64_t len);
	void (*message)(void *o, unsigned n, uint64_t buffers);	/* before those of the n-th of several messages */
};
/* Calls whose row has `moves`. reads(): from a descriptor into memory. */
bool call__reads(const struct call *c);
void call__each_buffer(const struct call *c, const struct buffers *b);
/* Where a captured byte was in the traced program's memory; 0: it is in no chunk. */
uint64_t call__address(const struct call *c, const uint8_t *p);
const struct chunk *call__chunk(const struct call *c, unsigned arg, unsigned part, bool out);
/* Was it read while the program continued, and not confirmed since? */
bool call__is_unsure(const struct call *c, const struct chunk *k);
/* Is fd a number in an io_uring's own table? */
static inline bool call__is_registered(const struct call *c, int fd)
{
	return c->rec && c->rec->flags & (CALL_FIXED_FD | CALL_FIXED_RET) && fd < CALL_FIXED_LIMIT;
}
/* Removes chunks for which call__is_unsure() is true. */
static inline void call__hide_unsure(struct call *c)
{
	if (c->rec->flags & CALL_NO_MEMORY)
		c->hidden = CHUNK_LATE;
}
static inline const struct chunk *chunk__next(const struct chunk *k)
{
	return (const struct chunk *)((const uint8_t *)(k + 1) + ((k->len + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1)));
}
static inline const uint8_t *chunk__bytes(const struct chunk *k) { return (const uint8_t *)(k + 1); }
static inline unsigned chunk__status(const struct chunk *k) { return k->status & CHUNK_STATUS_MASK; }
/* Ends an array: `n` of `count` elements of `size` bytes each were shown, from chunk k (NULL: not a chunk of their own). */
void show__array_end(struct show *s, const struct chunk *k, uint64_t n, uint64_t count, unsigned size);
/* Is not even the first element of an array there, which the format then shows as its address? */
bool show__array_missing(const struct show *s, const struct chunk *k, unsigned size);
static inline bool chunk__has_bytes(const struct chunk *k)
{
	return chunk__status(k) != CHUNK_FAULT && chunk__status(k) != CHUNK_NOROOM;
}

/* The number that the program passed: the multiplexer's for a call made through one. */
unsigned call__number_made(const struct call *c);
static inline const char *call__name(const struct call *c)	/* NULL: not known */
{
	return c->row ? c->row->name : syscalltbl__name(c->abi, c->rec->nr);
}
/* The bytes that it moved, as far as its result says so. */
static inline uint64_t call__bytes(const struct call *c)
{
	return c->done && c->row && c->row->ret_bytes && c->ret > 0 ? (uint64_t)c->ret : 0;
}

/* Emits the arguments, by arg() and a value each; then the result. */
void show__args(struct show *s, const struct call *c, enum call_state st);
void show__result(struct show *s, const struct call *c, enum call_state st);
/*
 * An interrupted line is split: the first half has the arguments before the first one known only at exit, the second half those from the
 * first one that the call changes. Memory that is input and output (poll) is in both; or, with verbs.halves, in the second.
 */
/* Where the comma between the halves stands: nowhere, in the first, or in the second half. */
enum show_comma { COMMA_NONE, COMMA_EARLY, COMMA_LATE } show__comma(const struct show *s, const struct call *c);
/* Emits the fields of a signal's siginfo, by field() and a value each. */
void show__siginfo(struct show *s, const struct rec_signal *r);

static inline enum constants_as show__constants(const struct show *s) { return s->w->constants ? s->w->constants(s->o) : CONSTANTS_NAMED; }
#define CHAR_LITERAL 5
/* A character as C writes it between quotes, with a NUL, in hexadecimal if it has no letter. */
void show__char_literal(char to[CHAR_LITERAL], uint8_t c);
/* Does the format show the dates of times of day, beside them? */
static inline bool show__dates(const struct show *s) { return s->w->date && (s->verbose || s->w->strace_marks); }
/* Show functions that kinds share. */
void show__unread(struct show *s, uint64_t addr);			/* an address: NULL, or memory that could not be read */
void show__arg(struct show *s, const struct arg *a);			/* by its kind */
void show__flags(struct show *s, const struct flag_table *t, uint64_t v);
void show__value_and_flags(struct show *s, const struct flag_table *values, const struct flag_table *flags, uint64_t v);	/* one of values, or-ed with flags */
void show__enum(struct show *s, const struct flag_table *t, uint64_t v);
void show__fd(struct show *s, const struct call *c, int fd);
void show__task(struct show *s, const struct call *c, int64_t pid, bool with_name);	/* with its name if that is known */
uint32_t show__known_pid(const struct call *c, int64_t pid);	/* the ID in the tracer's PID namespace; 0: not known */
int64_t show__outer_pid(const struct show *s, int64_t pid, uint32_t known);	/* for w->task(): known is names->pid()'s answer */
void show__made_fd(struct show *s, const struct call *c, int fd);	/* a descriptor that the call opened */
void show__string(struct show *s, const struct chunk *k, uint64_t addr);	/* NUL-terminated string chunk, or pointer */
void show__bytes(struct show *s, const struct chunk *k, uint64_t addr, uint64_t full);	/* `full`: length of the whole memory */
/* A buffer of a call on a descriptor of AF_NETLINK: `full` bytes at addr */
void show__netlink(struct show *s, const struct arg *a, const struct chunk *k, uint64_t addr, uint64_t full);
/* Buffers of which messages continue in the next: up to the first that was not captured whole, `have` of `full` bytes. */
#define NL_PIECES 64
struct nl_pieces {
	unsigned n;
	bool fault;		/* the next byte could not be read */
	uint64_t have, full;
	struct { const uint8_t *bytes; uint64_t at, addr; } of[NL_PIECES];
};
/* Do the messages in this buffer continue behind it? */
bool netlink__continues(const struct show *s, const struct chunk *k, uint64_t full);
void netlink__join(struct nl_pieces *all, const struct chunk *k, uint64_t addr, uint64_t full);
bool show__netlink_pieces(struct show *s, const struct arg *a, const struct nl_pieces *all);	/* false: too long, nothing was shown */
int netlink__protocol(const struct call *c);	/* NETLINK_* of the call's first descriptor; -1: another kind of descriptor, or not known */
/* Families of generic netlink that the kernel told in what a successful call received; `len` bytes at name, fewer than GENL_NAMSIZ. */
typedef void genl__found(void *ctx, uint16_t id, const char *name, unsigned len);
void genl__learn(const struct call *c, genl__found *found, void *ctx);
void show__shape(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len);
void show__sockaddr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len, uint32_t full);
/* Is n in the set of descriptors in a chunk? */
bool fdset__has(const struct call *c, const struct chunk *k, unsigned n);
/*
 * Calls fn for descriptors passed in the memory of an argument of which arg__has_fds_in_memory() is true, as far as that was captured, until it
 * returns true, and returns that.
 */
bool call__any_fd_in(const struct call *c, unsigned arg, bool (*fn)(void *ctx, int fd), void *ctx);
/* The number of a call of an architecture of linux/audit.h, by its name if that is known */
void show__audit_call(struct show *s, uint64_t nr, uint32_t arch);
/* A number of 1, 2, 4 or 8 bytes in the traced machine's memory. swap: that of struct call or struct show. */
uint64_t load_uint(const uint8_t *p, unsigned size, bool swap);
int64_t load_int(const uint8_t *p, unsigned size, bool swap);
