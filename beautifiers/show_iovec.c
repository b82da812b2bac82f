// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_iovec.c - vectors of buffers (struct iovec), and messages (struct msghdr, mmsghdr).
 *
 * Their layouts (linux/uio.h, linux/socket.h) depend only on the size of the ABI's word.
 */
#include "kinds.h"

/* Where the data of a vector's elements is captured. */
struct vec {
	const struct arg *of;
	unsigned arg;
	unsigned first;		/* part number of element 0's data */
	bool one_part;		/* the data of all elements has this part number */
	bool out;
	bool divided;		/* an element had something else than whole events of a descriptor */
	bool netlink;		/* the data are messages of netlink */
	bool joined;		/* ... of which some continue in other elements: an earlier element showed them */
	unsigned there;		/* elements that were captured */
	bool known;		/* `left` is known, though the call may have failed */
	const struct chunk *from;	/* the search begins at this chunk */
	uint64_t left;		/* bytes transferred from here on; ALL: the sum of the elements' lengths */
};

#define ALL UINT64_MAX
#define LOOKED_MAX 512	/* chunks searched for an element's data, at most: chunks of other arguments lie between */

/* Data follows its vector, in order. Elements may share part numbers (see wire.h); their addresses differ. */
static const struct chunk *vec_data(const struct call *c, struct vec *v, unsigned n, uint64_t base)
{
	unsigned part = v->first + (v->one_part ? 0 : n), looked = 0;

	CALL_CHUNKS_FROM(k, c, v->from) {
		if (looked++ == LOOKED_MAX)
			break;
		if (k->arg != v->arg || k->part != part || !(k->status & CHUNK_OUT) != !v->out || k->addr != base)
			continue;
		if (!chunk__has_bytes(k))
			continue;
		v->from = chunk__next(k);
		return k;
	}
	return NULL;
}

/*
 * Messages of netlink from element n on, one after the other, as the kernel takes and gives them. false: no message continues in another element,
 * nothing was shown. strace shows each element by itself.
 */
static bool show_together(struct show *s, const struct vec *v, const struct chunk *k, unsigned n, const uint8_t *p, uint64_t base, uint64_t full)
{
	unsigned word = v->of->call->word;
	struct nl_pieces all = { 0 };
	struct vec rest = *v;

	if (s->w->strace_marks || !base || !full || !netlink__continues(s, k, full))
		return false;
	netlink__join(&all, k, base, full);
	for (unsigned i = n + 1; i < v->there; i++) {
		p += 2 * (size_t)word;
		base = load_uint(p, word, s->swap);
		full = load_uint(p + word, word, s->swap);
		if (full > rest.left)
			full = rest.left;
		if (rest.left != ALL)
			rest.left -= full;
		if (full)
			netlink__join(&all, vec_data(v->of->call, &rest, i, base), base, full);
	}
	return all.n > 1 && show__netlink_pieces(s, v->of, &all);
}

/* all: it is all that was transferred. Otherwise it is shown as events of a descriptor only if they do not continue in other elements. */
static void show_vec_data(struct show *s, struct vec *v, const struct chunk *k, uint64_t base, uint64_t full, bool all)
{
	bool moves = v->of->call->row->moves;

	v->divided |= !all && (!moves || !v->out || !events__are_whole(s, v->of, k, full));
	if (v->netlink && base && !v->joined)
		show__netlink(s, v->of, k, base, full);
	else if (v->divided || !moves || !show_events(s, v->of, k, full, v->out))
		show__bytes(s, k, base, full);
}

static void show_vec_part(struct show *s, struct vec *v, unsigned n, const uint8_t *p, uint64_t full, bool all)
{
	const struct call *c = v->of->call;
	uint64_t base = load_uint(p, c->word, s->swap);
	const struct chunk *k = vec_data(c, v, n, base);

	if (v->netlink && !v->joined && show_together(s, v, k, n, p, base, full))
		v->joined = true;
	else
		show_vec_data(s, v, k, base, full, all);
}

static void show_vec_element(struct show *s, const struct call *c, struct vec *v, unsigned n, const uint8_t *p)
{
	uint64_t base = load_uint(p, c->word, s->swap), len = load_uint(p + c->word, c->word, s->swap);
	uint64_t full = len < v->left ? len : v->left;
	bool all = !n && (v->left == ALL ? arg__count(v->of) == 1 : full == v->left);

	if (v->left != ALL)
		v->left -= full;
	s->w->struct_begin(s->o);
	show_field_name(s, "iov_base");
	if (v->out && !full && (!s->w->strace_marks || ((c->failed || !c->done) && !v->known)))
		s->w->address(s->o, base);
	else
		show_vec_part(s, v, n, p, full, all);
	show_named(s, "iov_len", uinteger, len);
	s->w->struct_end(s->o, false);
}

/* The number of elements to show, of `there` captured ones and `count` in total. */
static uint64_t elements(const struct show *s, uint64_t there, uint64_t count, uint64_t brief)
{
	uint64_t most = s->verbose ? IOVECS_MAX : s->w->strace_marks ? s->string_limit : brief;

	if (there > count)
		there = count;
	return there < most ? there : most;
}

/* k: the captured part of the array. */
static void end_elements(struct show *s, const struct chunk *k, uint64_t n, uint64_t there, uint64_t count, unsigned size)
{
	show__array_end(s, n < there ? NULL : k, n, count, size);
}

static void show_vec(struct show *s, const struct call *c, struct vec *v, const struct chunk *k, uint64_t count)
{
	unsigned size = 2 * c->word;
	uint64_t n = elements(s, k->len / size, count, IOVECS_BRIEF);

	v->from = k;
	v->netlink = v->of->spec->kind->netlink || transfers_netlink(s, v->of);
	v->there = k->len / size < count ? k->len / size : (unsigned)count;
	s->w->array_begin(s->o);
	for (unsigned i = 0; i < n; i++) {
		s->w->item(s->o);
		show_vec_element(s, c, v, i, chunk__bytes(k) + (size_t)i * size);
	}
	end_elements(s, k, n, k->len / size, count, size);
}

static void show_no_elements(struct show *s)
{
	s->w->array_begin(s->o);
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

static void show_iovec(struct show *s, const struct arg *a, bool out, uint64_t left)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	struct vec v = { .of = a, .arg = a->index, .first = PART_DATA, .out = out, .left = left };

	if (arg__count_overflows(s, a, 2 * a->call->word))
		show_ptr(s, a);
	else if (k && !show__array_missing(s, k, 2 * a->call->word))
		show_vec(s, a->call, &v, k, arg__count(a));
	else if (a->value && !arg__count(a) && s->w->strace_marks)
		show_no_elements(s);
	else
		show_pointer(s, a, out);
}

void show_vec_of(struct show *s, const struct arg *a, bool out, uint64_t left)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	struct vec v = { .of = a, .arg = (unsigned)arg__root(a), .first = PART_AT, .one_part = true, .out = out, .known = true, .left = left };

	if (!k && out)
		k = arg__memory(a, PART_SELF, false);
	if (k)
		show_vec(s, a->call, &v, k, arg__count(a));
	else
		show_pointer(s, a, out);
}

void show_iovec_in(struct show *s, const struct arg *a)
{
	show_iovec(s, a, false, ALL);
}

void show_iovec_out(struct show *s, const struct arg *a)
{
	show_iovec(s, a, true, a->call->ret > 0 ? a->call->ret : 0);
}

/* -- Buffers of a call ------------------------------------------------------------------------------- */

static void visit_vec(const struct buffers *b, const struct call *c, struct vec *v, const struct chunk *k, uint64_t count)
{
	unsigned size = 2 * c->word;
	const uint8_t *p = chunk__bytes(k);

	v->from = k;
	for (unsigned i = 0; count <= k->len / size && i < count; i++, p += size) {
		uint64_t base = load_uint(p, c->word, c->swap), len = load_uint(p + c->word, c->word, c->swap);

		if (len > v->left)
			len = v->left;
		v->left -= len;
		if (len)
			b->buffer(b->o, (int)i, vec_data(c, v, i, base), base, len);
	}
}

/* -- Messages ---------------------------------------------------------------------------------------- */

/* One message of an argument: its index, header and how many bytes it transferred. */
struct msg {
	const struct arg *arg;
	unsigned n;
	const uint8_t *hdr;
	unsigned step;		/* bytes from one header to the next */
	bool out;
	uint64_t left;
};

static uint64_t msg_word(const struct msg *m, unsigned word)
{
	unsigned size = m->arg->call->word;

	return load_uint(m->hdr + word * size, size, m->arg->call->swap);
}

static const struct chunk *msg_chunk(const struct msg *m, unsigned part)
{
	return arg__memory(m->arg, part | m->n, m->out);
}

static void show_address_or_unread(struct show *s, uint64_t addr, bool expected)
{
	if (addr && expected)
		show__unread(s, addr);
	else
		s->w->address(s->o, addr);
}

/* The size of the buffer for a name that the kernel fills: msg_namelen at entry; `len` if that was not captured. */
static uint32_t msg_room(const struct msg *m, uint32_t len)
{
	const struct chunk *k = m->out ? arg__memory(m->arg, PART_SELF, false) : NULL;
	unsigned word = m->arg->call->word, at = m->n * m->step + word;

	return k && k->len >= at + 4 ? load_uint(chunk__bytes(k) + at, 4, m->arg->call->swap) : len;
}

static void show_msg_namelen(struct show *s, uint32_t in, uint32_t out)
{
	show_field_name(s, "msg_namelen");
	if (in == out) {
		if (s->w->strace_marks)
			s->w->integer(s->o, (int32_t)out);
		else
			s->w->uinteger(s->o, out);
		return;
	}
	s->w->change_begin(s->o);
	s->w->uinteger(s->o, in);
	s->w->changed(s->o);
	s->w->uinteger(s->o, out);
	s->w->change_end(s->o);
}

/* The kernel returns the name's full length, and writes as much of it as fits the buffer. */
static void show_msg_name(struct show *s, const struct msg *m, uint32_t len)
{
	const struct chunk *k = msg_chunk(m, PART_NAME);
	uint32_t room = msg_room(m, len), there = room < len ? room : len;

	show_field_name(s, "msg_name");
	if (k && k->len && there && !(s->w->whole_only && chunk__status(k) == CHUNK_PARTIAL && k->len < there))
		show__sockaddr(s, m->arg, chunk__bytes(k), k->len < there ? k->len : there, len);
	else
		show_address_or_unread(s, msg_word(m, 0), there);
	show_msg_namelen(s, room, len);
}

static void show_msg_iov(struct show *s, const struct msg *m)
{
	const struct chunk *k = msg_chunk(m, PART_IOV);
	uint64_t count = msg_word(m, 3);
	struct vec v = {
		.of = m->arg, .arg = m->arg->index, .first = PART_DATA | m->n, .one_part = m->n,
		.out = m->out, .left = m->left,
	};

	show_field_name(s, "msg_iov");
	if (k && !show__array_missing(s, k, 2 * m->arg->call->word))
		show_vec(s, m->arg->call, &v, k, count);
	else if (!count && msg_word(m, 2) && s->w->strace_marks)
		show_no_elements(s);
	else
		show_address_or_unread(s, msg_word(m, 2), count);
	show_named(s, "msg_iovlen", uinteger, count);
}

/* Control messages, each aligned to a word. A length below the header's size ends the list. */
static void show_cmsg_list(struct show *s, const struct arg *a, const uint8_t *p, uint32_t there, uint64_t full)
{
	const struct shape *sh = shape__of(&shape_cmsghdr, a->call->abi);
	uint64_t at = 0, word = a->call->word, len;

	s->w->array_begin(s->o);
	for (; there >= sh->size && at <= there - sh->size; at += (len + word - 1) & ~(word - 1)) {
		len = load_uint(p + at, word, s->swap);
		if (len < sh->size || len > full - at)
			break;
		s->w->item(s->o);
		show__shape(s, a, sh, p + at, len < there - at ? len : there - at);
	}
	s->w->array_end(s->o, at < full ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

static void show_cmsgs_within(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show_cmsg_list(s, a, p, len, len);
}
const struct shape shape_cmsgs = { .name = "cmsgs", .show = show_cmsgs_within };

static void show_cmsgs(struct show *s, const struct msg *m, const struct chunk *k, uint64_t full)
{
	struct arg inner = *m->arg;

	inner.out = m->out;
	if (s->w->strace_marks)
		show_cmsgs_listed(s, &inner, k, full);
	else
		show_cmsg_list(s, &inner, chunk__bytes(k), k->len, full);
}

static void show_msg_control(struct show *s, const struct msg *m)
{
	uint64_t addr = msg_word(m, 4), len = msg_word(m, 5);
	const struct chunk *k = len ? msg_chunk(m, PART_CONTROL) : NULL;

	if (len || !s->w->strace_marks)
		show_field_name(s, "msg_control");
	if (k && addr)
		show_cmsgs(s, m, k, len);
	else if (len)
		show__unread(s, addr);
	else if (!s->w->strace_marks)
		s->w->address(s->o, addr);
	show_named(s, "msg_controllen", uinteger, len);
}

static void show_msg(struct show *s, const struct msg *m)
{
	unsigned word = m->arg->call->word;

	s->w->struct_begin(s->o);
	show_msg_name(s, m, load_uint(m->hdr + word, 4, s->swap));
	show_msg_iov(s, m);
	show_msg_control(s, m);
	show_field_name(s, "msg_flags");
	show__flags(s, &msg_flags, load_uint(m->hdr + 6 * word, 4, s->swap));
	s->w->struct_end(s->o, false);
}

static void show_msghdr(struct show *s, const struct arg *a, bool out, uint64_t left)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	struct msg m = { .arg = a, .out = out, .left = left };

	if (!k || k->len < 7u * a->call->word) {
		show_pointer(s, a, out);
		return;
	}
	m.hdr = chunk__bytes(k);
	show_msg(s, &m);
}

void show_msghdr_in(struct show *s, const struct arg *a)
{
	show_msghdr(s, a, false, ALL);
}

/* A call that failed has filled nothing: strace shows the size of the buffer for the name. */
static bool show_msg_offer(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	unsigned word = a->call->word;

	if (!s->w->strace_marks || !a->call->failed || !k || k->len < 7u * word)
		return false;
	s->w->struct_begin(s->o);
	show_named(s, "msg_namelen", integer, load_int(chunk__bytes(k) + word, 4, s->swap));
	s->w->struct_end(s->o, false);
	return true;
}

void show_msghdr_out(struct show *s, const struct arg *a)
{
	if (show_msg_offer(s, a))
		return;
	show_msghdr(s, a, true, a->call->ret > 0 ? a->call->ret : 0);
}

/* lens: the messages at exit, with msg_len filled; NULL: the call did not return or failed. */
static void show_mmsg(struct show *s, const struct arg *a, const struct chunk *k, const struct chunk *lens, uint64_t count)
{
	unsigned hdr = 7 * a->call->word, step = 8 * a->call->word;
	struct msg m = { .arg = a, .step = step, .out = k->status & CHUNK_OUT };
	uint64_t n = elements(s, k->len / step, count, MESSAGES_BRIEF);

	s->w->array_begin(s->o);
	for (m.n = 0; m.n < n; m.n++) {
		bool has_len = lens && lens->len >= (m.n + 1) * step;
		uint32_t len = has_len ? load_uint(chunk__bytes(lens) + m.n * step + hdr, 4, s->swap) : 0;

		m.hdr = chunk__bytes(k) + m.n * step;
		m.left = m.out ? len : ALL;
		s->w->item(s->o);
		s->w->struct_begin(s->o);
		show_field_name(s, "msg_hdr");
		show_msg(s, &m);
		if (has_len)
			show_named(s, "msg_len", uinteger, len);
		s->w->struct_end(s->o, false);
	}
	end_elements(s, k, n, k->len / step, count, step);
}

void show_mmsghdr_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (a->value && !arg__count(a) && s->w->strace_marks)
		show_no_elements(s);
	else if (k && !show__array_missing(s, k, 8 * a->call->word))
		show_mmsg(s, a, k, arg__memory(a, PART_SELF, true), arg__count(a));
	else
		show_pointer(s, a, false);
}

void show_mmsghdr_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (k)
		show_mmsg(s, a, k, k, a->call->ret > 0 ? a->call->ret : 0);
	else
		show_pointer(s, a, true);
}

static void visit_msg(const struct buffers *b, const struct msg *m)
{
	const struct chunk *k = msg_chunk(m, PART_IOV);
	struct vec v = {
		.of = m->arg, .arg = m->arg->index, .first = PART_DATA | m->n, .one_part = m->n,
		.out = m->out, .left = m->left,
	};

	if (k)
		visit_vec(b, m->arg->call, &v, k, msg_word(m, 3));
}

static void visit_mmsg(const struct buffers *b, struct msg *m, const struct chunk *k, uint64_t count)
{
	const struct call *c = m->arg->call;
	unsigned hdr = 7 * c->word;

	m->step = 8 * c->word;
	for (; m->n < count && (m->n + 1) * m->step <= k->len; m->n++) {
		m->hdr = chunk__bytes(k) + m->n * m->step;
		m->left = m->out ? load_uint(m->hdr + hdr, 4, c->swap) : ALL;
		b->message(b->o, m->n, msg_word(m, 3));
		visit_msg(b, m);
	}
}

static int buffer_arg(const struct row *row)
{
	for (int i = 0; i < row->nargs; i++)
		if (row->args[i].kind->cap[0].op != CAP_NONE && !row->args[i].kind->is_fd)
			return i;
	return -1;
}

bool call__reads(const struct call *c)
{
	int i = c->row && c->row->moves ? buffer_arg(c->row) : -1;

	return i >= 0 && c->row->args[i].kind->out;
}

void call__each_buffer(const struct call *c, const struct buffers *b)
{
	int i = c->row && c->row->moves ? buffer_arg(c->row) : -1;
	struct arg a = { .call = c, .index = i };
	struct msg m = { .arg = &a };
	const struct chunk *k;
	uint64_t moved = c->done && c->ret > 0 ? (uint64_t)c->ret : 0;

	if (i < 0)
		return;
	a.spec = &c->row->args[i];
	a.value = c->args[i];
	m.out = a.spec->kind->out;
	m.left = m.out ? moved : ALL;
	k = arg__memory(&a, PART_SELF, m.out);
	switch (a.spec->kind->cap[0].op) {
	case CAP_BUF:
		if (!m.out || moved)
			b->buffer(b->o, -1, k, a.value, m.out ? moved : arg__count(&a));
		break;
	case CAP_IOVEC:
		if (k)
			visit_vec(b, c, &(struct vec){ .of = &a, .arg = i, .first = PART_DATA, .out = m.out, .left = m.left }, k, arg__count(&a));
		break;
	case CAP_MSGHDR:
		if (k && a.spec->kind->cap[0].len != LEN_ONE) {
			visit_mmsg(b, &m, k, moved);
		} else if (k && k->len >= 7u * c->word) {
			m.hdr = chunk__bytes(k);
			visit_msg(b, &m);
		}
		break;
	default:
		break;
	}
}
