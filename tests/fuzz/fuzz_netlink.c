// SPDX-License-Identifier: BSD-2-Clause
/*
 * fuzz_netlink - a buffer of netlink messages, sent or received. The input's first bytes select the protocol, the family of generic
 * netlink, the call and the format. The rest is the buffer, or what messages are built from: types and attributes of the tables, some of a
 * wrong length.
 */
#include "memory.h"

#include <sys/socket.h>
#include <linux/netlink.h>

#include "../coverage/attributes.h"

#define AT 0x10000
#define NESTING 8

static uint8_t bytes[16384];
static unsigned len;
static enum abi abi;

static void put(uint8_t *p, uint64_t v, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		p[abi__is_big_endian(abi) ? size - 1 - i : i] = (uint8_t)(v >> i * 8);
}

static void add(const void *p, unsigned n)
{
	if (n > sizeof(bytes) - len)
		n = (unsigned)sizeof(bytes) - len;
	memcpy(bytes + len, p, n);
	len += n;
}

static void add_number(uint64_t v, unsigned size)
{
	uint8_t b[8];

	put(b, v, size);
	add(b, size);
}

static void add_next(unsigned n)
{
	const uint8_t *p = next_bytes(&n);

	add(p, n);
}

/* -- Messages ----------------------------------------------------------------------------------------------------------- */

static void align(void)
{
	static const uint8_t zeros[4];

	add(zeros, -len & 3);
}

static unsigned begin_attr(unsigned type)
{
	unsigned at = len;

	add_number(0, 2);
	add_number(type, 2);
	return at;
}

/* One in 32 has another length. */
static void end_attr(unsigned at)
{
	if (at + 4 <= len)
		put(bytes + at, next() % 32 ? len - at : next16(), 2);
	align();
}

static void add_attrs(const struct attrs *t, unsigned depth);

/* The attribute that selects it, then attributes of the table that this one selects. */
static void add_chosen(const struct choices *c, unsigned type, unsigned depth)
{
	const struct choice *to = &c->of[next() % c->n];
	unsigned at;

	if (c->by != BY_TYPE && c->by != BY_FAMILY && !c->up) {
		at = begin_attr(c->type);
		if (c->by == BY_TEXT)
			add(to->name, (unsigned)strlen(to->name) + 1);
		else
			add_number(to->value, 4);
		end_attr(at);
	}
	at = begin_attr(type);
	if (to->attrs)
		add_attrs(to->attrs, depth);
	else
		add_next(next());
	end_attr(at);
}

static void add_attr(const struct attrs *t, unsigned depth)
{
	static const struct attr none;
	unsigned most = t->n > t->nbeyond ? t->n : t->nbeyond, type = t->named || !most ? next() : next() % (most + 2), flags = next(), at;
	struct attr made;
	const struct attr *a = attribute_of(t, type, abi, &made);

	if (t->any)
		a = t->any;
	a = a ? a : &none;
	if (a->show == attr__chosen && a->choices && a->choices->n) {
		add_chosen(a->choices, type, depth);
		return;
	}
	at = begin_attr(type | (flags & 1 ? NLA_F_NESTED : 0) | (flags % 32 == 2 ? NLA_F_NET_BYTEORDER : 0));
	if (a->show && a->show != attr__struct_and_structs && a->nested) {
		if (a->shape)
			add_next(shape__of(a->shape, abi)->size);
		add_attrs(a->nested, depth);
	} else if (a->shape && flags & 128) {
		add_next(shape__of(a->shape, abi)->size);
	} else {
		add_next(flags & 64 ? 1u << (flags >> 1 & 3) : next());
	}
	end_attr(at);
}

static void add_attrs(const struct attrs *t, unsigned depth)
{
	for (unsigned n = depth == NESTING ? 0 : next() % 4; n && in < in_end; n--)
		add_attr(t, depth + 1);
}

static unsigned begin_message(unsigned type, unsigned flags)
{
	unsigned at = len;

	add_number(0, 4);
	add_number(type, 2);
	add_number(flags, 2);
	add_number(next(), 4);
	add_number(next(), 4);
	return at;
}

static void end_message(unsigned at)
{
	if (at + 4 <= len)
		put(bytes + at, next() % 32 ? len - at : next16(), 4);
	align();
}

/* Of the types with a payload in the tables, or any type */
static void add_payload(const struct nl_protocol *p)
{
	const struct payload *payload = NULL;
	unsigned npayloads = 0, at;

	while (p && nth_payload(p, npayloads))
		npayloads++;
	if (npayloads)
		payload = nth_payload(p, next16() % npayloads);
	at = begin_message(payload ? payload->first + next() % (payload->last - payload->first + 1u) : next16(), next16());
	if (payload && payload->size)
		add_next(payload->size);
	else
		add_next(next() % 64);
	align();
	if (payload && payload->attrs)
		add_attrs(payload->attrs, 0);
	end_message(at);
}

static void add_generic(const struct genl_family *f)
{
	const struct attrs *t = f->event_attrs && next() % 2 ? f->event_attrs : f->attrs;
	unsigned at = begin_message(0x20, next16());
	unsigned by = next();

	if (f->nby && (by % 4 || !t))
		t = f->by[by / 4 % f->nby].attrs;
	add_next(4);
	if (f->header)
		add_next(shape__of(f->header, abi)->size);
	if (t)
		add_attrs(t, 0);
	end_message(at);
}

/* An error or an acknowledgement, with the request and attributes */
static void add_error(const struct nl_protocol *p)
{
	unsigned at = begin_message(next() % 2 ? NLMSG_ERROR : NLMSG_DONE, next16());

	add_next(4);
	if (next() % 2)
		add_payload(p);
	add_attrs(&nl_error_attrs, 0);
	end_message(at);
}

static void build(unsigned protocol, const struct genl_family *family)
{
	while (in < in_end && len < sizeof(bytes)) {
		if (next() % 8 == 7)
			add_error(nl__protocol(protocol));
		else if (protocol == NETLINK_GENERIC)
			add_generic(family);
		else
			add_payload(nl__protocol(protocol));
	}
}

/* -- Calls -------------------------------------------------------------------------------------------------------------- */

/* full: bytes that were passed; the first of them were captured. */
static void transfer(unsigned captured, uint64_t full, bool received)
{
	rec_args(abi, 6, (uint64_t[]){ 5, AT, full, 0, 0, 0 });
	add_memory(1, received ? CHUNK_OUT : CHUNK_OK, PART_SELF, AT, bytes, captured);
}

static void message(unsigned captured, uint64_t full, bool received)
{
	unsigned word = abi__word_size(abi), status = received ? CHUNK_OUT : CHUNK_OK;
	uint8_t msg[7 * 8] = { 0 }, iov[2 * 8] = { 0 };

	rec_args(abi, 3, (uint64_t[]){ 5, 0x1000, 0 });
	put(msg + 2 * word, 0x2000, word);
	put(msg + 3 * word, 1, word);
	put(iov, AT, word);
	put(iov + word, full, word);
	add_memory(1, CHUNK_OK, PART_SELF, 0x1000, msg, 7 * word);
	if (received)
		add_memory(1, CHUNK_OUT, PART_SELF, 0x1000, msg, 7 * word);
	add_memory(1, CHUNK_OK, PART_IOV, 0x2000, iov, 2 * word);
	add_memory(1, status, PART_DATA, AT, bytes, captured);
}

static void make_call(unsigned what)
{
	bool received = what & 1, in_message = what & 2;
	unsigned captured = what & 4 ? next16() % (len + 1) : len;
	uint64_t full = what & 8 ? next16() : len;

	if (full < captured)
		full = captured;
	(in_message ? message : transfer)(captured, full, received);
	record.call.nr = (uint16_t)syscalltbl__nr(abi, in_message ? received ? "recvmsg" : "sendmsg" : received ? "recvfrom" : "sendto");
	returns((int64_t)full);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	rows__init();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned protocol, families = 0, what, format, when, look;
	const struct genl_family *family;

	in = data;
	in_end = data + size;
	protocol = next() % PROTOCOLS;
	while (genl_family__nth(families))
		families++;
	family = genl_family__nth(next() % families);
	abi = next() % ABI_COUNT;
	what = next();
	format = next();
	when = next();
	look = next();
	kind_of_fds = OF_PROTOCOL(AF_NETLINK, protocol);
	family_of_messages = family->name;
	len = 0;
	if (what & 16)
		add_next(sizeof(bytes));
	else
		build(protocol, family);
	make_call(what);
	set_state(when);
	show_record(format, look);
	return 0;
}
