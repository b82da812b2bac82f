/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * show.h - what a kind's show function gets, and what it may call.
 *
 * Rendering is a function of const state: a call's record, its row, and names looked up through `struct names`.
 * It emits through s->w's verbs (verbs.h) and never prints punctuation.
 */
#ifndef TRACE_SHOW_H
#define TRACE_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "row.h"
#include "shape.h"
#include "verbs.h"

/* What a renderer may ask of the session. All answers are borrowed until the next record. */
struct names {
	void *ctx;
	/* What a descriptor stood for when the call began, or, of one that the call made, when it returned; NULL: not known */
	const char *(*fd_path)(void *ctx, int fd, bool made, size_t *len);
	const char *(*comm)(void *ctx, uint32_t tid);		/* NULL: not known */
	/* The tracer's number of the process that the thread in work knows by this one; 0: not known. other: they are not the same */
	uint32_t (*pid)(void *ctx, uint32_t pid, bool other);
	/* What a descriptor was when the call began: OF_PROTOCOL of a socket; 0: something else, or not known */
	uint32_t (*fd_kind)(void *ctx, int fd);
};

#define CALL_FOLLOWS 4096	/* pointers in structures of one call that are followed */
#define CALL_MAX_CHUNKS 4608	/* chunks of one call that are looked at */

struct call {
	const struct rec_call *rec;
	const struct row *row;		/* resolved */
	enum abi abi;
	uint16_t nr;			/* rec->nr; of a multiplexer's call the number of the one that is meant */
	unsigned word;			/* bytes of the ABI's long */
	bool swap;			/* its memory has the other byte order than this program's */
	const uint64_t *args;		/* rec->nargs of them; the rest of the array reads as 0 */
	uint64_t arg_copy[CALL_ARGS];
	int64_t ret;
	bool done;			/* it returned: ret and out chunks mean something */
	bool failed;			/* done, and ret is -errno */
	const struct names *names;
	unsigned nchunks;
	const struct chunk *chunks[CALL_MAX_CHUNKS];	/* in the order captured */
};

struct show {
	struct out *o;
	const struct verbs *w;
	unsigned string_limit;		/* bytes */
	bool verbose;			/* whole structures, no abridging */
	bool env;			/* show environment strings */
	bool decode_pids;		/* show numbers of processes as the tracer has them, too */
	const struct names *names;	/* of the session */
	bool no_memory;			/* of the call in work, memory is known only where there is a chunk */
	enum abi native;		/* of the machine that was traced: calls of other ABIs are marked */
	/* Of the call or signal in work, set by show__args() and show__siginfo(): */
	enum abi abi;			/* whose lists of names hold */
	bool swap;			/* memory has the other byte order than this program's */
	unsigned follows_left;		/* pointers in structures that are followed yet: a recording may have many lead to the same memory */
};

/* One argument, or one field of a structure that an argument points at. */
struct arg {
	const struct call *call;
	const struct arg_spec *spec;
	uint64_t value;			/* as the ABI has it: 32-bit ABIs zero-extended; kinds narrow it */
	int index;			/* 0-5; -1 for fields and results */
	bool out;			/* fields: of memory as it was at exit */
	const struct field *field;	/* NULL: it is none */
	int root;			/* fields: the argument that leads to them, */
	const uint8_t *holder;		/* and the structure that they are in, */
	uint32_t holder_len;		/* of which there are so many bytes */
};

/* Only `done`, `failed` and `ret` of a call. row: of its number, NULL where there is none. */
void call__take_result(struct call *c, const struct rec_call *rec, const struct row *row);
/* Fills `c` from a record: bounds are checked here, once; chunks that do not fit are dropped. -EINVAL: not a call. */
int call__parse(struct call *c, const struct rec_call *rec, const struct names *names);

/* Finds memory captured for an argument. out: as it was at exit. NULL: not captured. */
const struct chunk *call__chunk(const struct call *c, unsigned arg, unsigned part, bool out);
/* Was it read while the program went on, and does nothing confirm that it is what the call was passed, or gave? */
bool call__is_unsure(const struct call *c, const struct chunk *k);
/* Such memory is not known, then. */
void call__hide_unsure(struct call *c);
static inline const uint8_t *chunk__bytes(const struct chunk *k) { return (const uint8_t *)(k + 1); }
static inline unsigned chunk__status(const struct chunk *k) { return k->status & CHUNK_STATUS_MASK; }
/* Of `count` elements, `n` were shown, which lie in k (NULL: in no chunk of their own). */
void show__array_end(struct show *s, const struct chunk *k, uint64_t n, uint64_t count);
static inline bool chunk__has_bytes(const struct chunk *k)
{
	return chunk__status(k) != CHUNK_FAULT && chunk__status(k) != CHUNK_NOROOM;
}

/* The number that the program made the call by: of one that a multiplexer made, the multiplexer's. */
unsigned call__number_made(const struct call *c);
static inline const char *call__name(const struct call *c)	/* NULL: not known */
{
	return c->row ? c->row->name : syscalltbl__name(c->abi, c->rec->nr);
}

/* The arguments, by arg() and a value each; then the result. */
void show__args(struct show *s, const struct call *c, enum call_state st);
void show__result(struct show *s, const struct call *c, enum call_state st);
/* The fields of a signal's siginfo, by field() and a value each. */
void show__siginfo(struct show *s, const struct rec_signal *r);

/* Shared by kinds. */
void show__unread(struct show *s, uint64_t addr);			/* memory that is not there: NULL, or could not be read */
void show__arg(struct show *s, const struct arg *a);			/* by its kind */
void show__flags(struct show *s, const struct flag_table *t, uint64_t v);
void show__enum(struct show *s, const struct flag_table *t, uint64_t v);
void show__fd(struct show *s, const struct call *c, int fd);
void show__task(struct show *s, const struct call *c, int64_t pid, bool with_name);	/* if that is known */
int64_t show__outer_pid(const struct show *s, int64_t pid, uint32_t known);	/* for w->task(): known is names->pid()'s answer */
void show__made_fd(struct show *s, const struct call *c, int fd);	/* one that the call made */
void show__string(struct show *s, const struct chunk *k, uint64_t addr);	/* NUL-terminated string chunk, or pointer */
void show__bytes(struct show *s, const struct chunk *k, uint64_t addr, uint64_t full);	/* `full`: bytes there are in all */
void show__shape(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len);
void show__sockaddr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len, uint32_t full);
/* A number of 1, 2, 4 or 8 bytes in the traced machine's memory. swap: that of struct call or struct show. */
uint64_t load_uint(const uint8_t *p, unsigned size, bool swap);
int64_t load_int(const uint8_t *p, unsigned size, bool swap);

#endif
