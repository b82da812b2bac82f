// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_events.c - what read and write transfer on a descriptor without a file: counters of eventfd and timerfd; events of inotify,
 * fanotify, signalfd and userfaultfd (linux/inotify.h, linux/fanotify.h, linux/signalfd.h, linux/userfaultfd.h); on input devices
 * (linux/input.h); and messages on a netlink socket, in our own formats.
 *
 * Invariant: only captured bytes are read. An event that was captured in part is shown by the fields that are there.
 */
#include <linux/fanotify.h>
#include <linux/inotify.h>
#include <linux/input-event-codes.h>
#include <linux/netlink.h>
#include <linux/signalfd.h>
#include <linux/userfaultfd.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "kinds.h"

/* One event */
struct event {
	struct show *s;
	const struct call *call;
	const uint8_t *p;
	uint32_t have, len;	/* bytes that were captured; bytes of the whole event */
};

struct event_kind {
	const char *name;	/* of the descriptor: the link /proc/PID/fd/N */
	bool written;		/* also shown of what is written, which is then one event of `fixed` bytes */
	uint32_t fixed;		/* bytes of an event; 0: length() tells */
	uint32_t least;		/* an event is shown if so many bytes were captured */
	uint32_t (*length)(const struct event *e);
	void (*show)(const struct event *e);
};

static uint64_t number_at(const struct event *e, uint32_t at, unsigned size)
{
	return load_uint(e->p + at, size, e->s->swap);
}

static int32_t int_at(const struct event *e, uint32_t at)
{
	return (int32_t)number_at(e, at, 4);
}

static bool has(const struct event *e, uint32_t at, uint32_t size)
{
	return at <= e->have && size <= e->have - at;
}

#define AT(type, member) offsetof(type, member), sizeof(((type *)0)->member)
#define UINT_AT(e, type, member) number_at(e, AT(type, member))
#define INT_AT(e, type, member) int_at(e, offsetof(type, member))
#define HAS(e, type, member) has(e, AT(type, member))

/* A string that ends at a NUL, `room` bytes at most. */
static void show_event_name(const struct event *e, uint32_t at, uint32_t room)
{
	uint32_t there = e->have > at ? e->have - at : 0, most = there < room ? there : room, n;

	n = strnlen((const char *)e->p + (most ? at : 0), most);
	show_field_name(e->s, "name");
	e->s->w->string(e->s->o, e->p + (most ? at : 0), n, n == most && most < room ? STRING_CUT : STRING_WHOLE);
}

/* -- eventfd, timerfd ------------------------------------------------------------------------------------------------------ */

static void show_counter(const struct event *e)
{
	e->s->w->uinteger(e->s->o, number_at(e, 0, 8));
}

/* -- inotify --------------------------------------------------------------------------------------------------------------- */

static uint32_t inotify_length(const struct event *e)
{
	uint64_t len = sizeof(struct inotify_event) + UINT_AT(e, struct inotify_event, len);

	return len < UINT32_MAX ? (uint32_t)len : 0;
}

static void show_inotify(const struct event *e)
{
	struct show *s = e->s;
	uint32_t len = (uint32_t)UINT_AT(e, struct inotify_event, len);

	s->w->struct_begin(s->o);
	show_named(s, "wd", integer, INT_AT(e, struct inotify_event, wd));
	show_field_name(s, "mask");
	show__flags(s, &inotify_masks, UINT_AT(e, struct inotify_event, mask));
	show_named(s, "cookie", uinteger, UINT_AT(e, struct inotify_event, cookie));
	show_named(s, "len", uinteger, len);
	if (len)
		show_event_name(e, sizeof(struct inotify_event), len);
	s->w->struct_end(s->o, false);
}

/* -- fanotify -------------------------------------------------------------------------------------------------------------- */

/* Information records that the headers of older distributions lack */
enum { INFO_RANGE = 6, INFO_MNT = 7 };
#define INFO_HEADER sizeof(struct fanotify_event_info_header)
#define FID_HANDLE sizeof(struct fanotify_event_info_fid)
#define HANDLE_HEADER 8		/* handle_bytes, handle_type */

static void show_fid(const struct event *e, bool named)
{
	struct show *s = e->s;
	uint32_t at = FID_HANDLE, bytes, have;

	show_field_name(s, "fsid");
	s->w->array_begin(s->o);
	for (unsigned i = 0; i < 2; i++) {
		s->w->item(s->o);
		s->w->hex(s->o, number_at(e, INFO_HEADER + 4 * i, 4));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
	if (!has(e, at, HANDLE_HEADER))
		return;
	bytes = (uint32_t)number_at(e, at, 4);
	show_named(s, "handle_bytes", uinteger, bytes);
	show_named(s, "handle_type", integer, int_at(e, at + 4));
	at += HANDLE_HEADER;
	have = e->have - at;
	show_field_name(s, "f_handle");
	s->w->octets(s->o, e->p + at, bytes < have ? bytes : have, bytes > have ? STRING_CUT : STRING_WHOLE);
	if (named && bytes <= e->len - at && bytes < have)
		show_event_name(e, at + bytes, e->len - at - bytes);
}

/* What follows the header of a record. */
static void show_info(const struct event *e, unsigned type)
{
	struct show *s = e->s;
	bool named = type == FAN_EVENT_INFO_TYPE_DFID_NAME || type == FAN_EVENT_INFO_TYPE_OLD_DFID_NAME || type == FAN_EVENT_INFO_TYPE_NEW_DFID_NAME;

	if ((named || type == FAN_EVENT_INFO_TYPE_FID || type == FAN_EVENT_INFO_TYPE_DFID) && has(e, INFO_HEADER, 8)) {
		show_fid(e, named);
	} else if (type == FAN_EVENT_INFO_TYPE_PIDFD && has(e, INFO_HEADER, 4)) {
		show_named(s, "pidfd", integer, int_at(e, INFO_HEADER));
	} else if (type == FAN_EVENT_INFO_TYPE_ERROR && has(e, INFO_HEADER, 8)) {
		show_field_name(s, "error");
		show_errno(s, &(struct arg){ .value = (uint32_t)number_at(e, INFO_HEADER, 4), .index = -1 });
		show_named(s, "error_count", uinteger, number_at(e, INFO_HEADER + 4, 4));
	} else if (type == INFO_RANGE && has(e, INFO_HEADER + 4, 16)) {
		show_named(s, "offset", uinteger, number_at(e, INFO_HEADER + 4, 8));
		show_named(s, "count", uinteger, number_at(e, INFO_HEADER + 12, 8));
	} else if (type == INFO_MNT && has(e, INFO_HEADER, 8)) {
		show_named(s, "mnt_id", uinteger, number_at(e, INFO_HEADER, 8));
	} else if (e->have > INFO_HEADER) {
		show_field_name(s, "data");
		s->w->octets(s->o, e->p + INFO_HEADER, e->have - INFO_HEADER, e->have < e->len ? STRING_CUT : STRING_WHOLE);
	}
}

/* The records from `at` on; each says its length. */
static void show_infos(const struct event *e, uint32_t at)
{
	struct show *s = e->s;

	show_field_name(s, "info");
	s->w->array_begin(s->o);
	while (has(e, at, INFO_HEADER)) {
		struct event r = { .s = s, .call = e->call, .p = e->p + at, .have = e->have - at };
		unsigned type = e->p[at];

		r.len = (uint32_t)UINT_AT(&r, struct fanotify_event_info_header, len);
		if (r.len < INFO_HEADER || r.len > e->len - at)
			break;
		if (r.have > r.len)
			r.have = r.len;
		s->w->item(s->o);
		s->w->struct_begin(s->o);
		show_field_name(s, "info_type");
		show__enum(s, &fanotify_info_types, type);
		show_named(s, "len", uinteger, r.len);
		show_info(&r, type);
		s->w->struct_end(s->o, r.have < r.len);
		at += r.len;
	}
	s->w->array_end(s->o, at < e->len ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

static uint32_t fanotify_length(const struct event *e)
{
	return (uint32_t)UINT_AT(e, struct fanotify_event_metadata, event_len);
}

/* A descriptor that read opened, or the event has none. */
static void show_opened(struct show *s, int32_t fd)
{
	show_field_name(s, "fd");
	if (fd == FAN_NOFD)
		show__enum(s, &fanotify_fds, (uint32_t)fd);
	else
		s->w->integer(s->o, fd);
}

static void show_fanotify(const struct event *e)
{
	struct show *s = e->s;
	uint32_t head = (uint32_t)UINT_AT(e, struct fanotify_event_metadata, metadata_len);

	s->w->struct_begin(s->o);
	show_named(s, "event_len", uinteger, e->len);
	show_named(s, "vers", uinteger, UINT_AT(e, struct fanotify_event_metadata, vers));
	show_named(s, "metadata_len", uinteger, head);
	show_field_name(s, "mask");
	show__flags(s, &fanotify_masks, UINT_AT(e, struct fanotify_event_metadata, mask));
	show_opened(s, INT_AT(e, struct fanotify_event_metadata, fd));
	show_field_name(s, "pid");
	show__task(s, e->call, INT_AT(e, struct fanotify_event_metadata, pid), true);
	if (head >= sizeof(struct fanotify_event_metadata) && head < e->len)
		show_infos(e, head);
	s->w->struct_end(s->o, false);
}

/* The answer to a permission event */
static void show_response(const struct event *e)
{
	struct show *s = e->s;

	s->w->struct_begin(s->o);
	show_opened(s, INT_AT(e, struct fanotify_response, fd));
	show_field_name(s, "response");
	show__flags(s, &fanotify_responses, UINT_AT(e, struct fanotify_response, response));
	s->w->struct_end(s->o, false);
}

/* -- userfaultfd ----------------------------------------------------------------------------------------------------------- */

#define SHOW_UFFD(e, name, verb, member) show_named((e)->s, name, verb, UINT_AT(e, struct uffd_msg, arg.member))

static void show_fault(const struct event *e)
{
	show_field_name(e->s, "flags");
	show__flags(e->s, &uffd_fault_flags, UINT_AT(e, struct uffd_msg, arg.pagefault.flags));
	SHOW_UFFD(e, "address", address, pagefault.address);
	SHOW_UFFD(e, "ptid", uinteger, pagefault.feat.ptid);
}

static void show_remap(const struct event *e)
{
	SHOW_UFFD(e, "from", address, remap.from);
	SHOW_UFFD(e, "to", address, remap.to);
	SHOW_UFFD(e, "len", uinteger, remap.len);
}

static void show_uffd(const struct event *e)
{
	struct show *s = e->s;
	unsigned event = e->p[0];

	s->w->struct_begin(s->o);
	show_field_name(s, "event");
	show__enum(s, &uffd_events, event);
	if (event == UFFD_EVENT_PAGEFAULT) {
		show_fault(e);
	} else if (event == UFFD_EVENT_FORK) {
		SHOW_UFFD(e, "ufd", uinteger, fork.ufd);
	} else if (event == UFFD_EVENT_REMAP) {
		show_remap(e);
	} else if (event == UFFD_EVENT_REMOVE || event == UFFD_EVENT_UNMAP) {
		SHOW_UFFD(e, "start", address, remove.start);
		SHOW_UFFD(e, "end", address, remove.end);
	} else {
		show_field_name(s, "arg");
		s->w->octets(s->o, e->p + offsetof(struct uffd_msg, arg), sizeof(struct uffd_msg) - offsetof(struct uffd_msg, arg), STRING_WHOLE);
	}
	s->w->struct_end(s->o, false);
}

/* -- signalfd -------------------------------------------------------------------------------------------------------------- */

/* A number, if it was captured. */
#define SHOW_SSI(e, member, verb, type) \
	do { \
		if (HAS(e, struct signalfd_siginfo, member)) \
			show_named((e)->s, #member, verb, (type)UINT_AT(e, struct signalfd_siginfo, member)); \
	} while (0)

static void show_ssi_sender(const struct event *e)
{
	struct show *s = e->s;

	show_field_name(s, "ssi_pid");
	show__task(s, e->call, INT_AT(e, struct signalfd_siginfo, ssi_pid), true);
	show_field_name(s, "ssi_uid");
	show_uid(s, &(struct arg){ .value = UINT_AT(e, struct signalfd_siginfo, ssi_uid), .index = -1 });
}

static void show_ssi_value(const struct event *e)
{
	SHOW_SSI(e, ssi_int, integer, int32_t);
	SHOW_SSI(e, ssi_ptr, address, uint64_t);
}

static void show_ssi_child(const struct event *e, int32_t code)
{
	struct show *s = e->s;

	show_ssi_sender(e);
	if (HAS(e, struct signalfd_siginfo, ssi_status)) {
		int32_t status = INT_AT(e, struct signalfd_siginfo, ssi_status);

		show_field_name(s, "ssi_status");
		if (code == CLD_EXITED)
			s->w->integer(s->o, status);
		else
			show_symbol_signal(s, status & 0x7f);
	}
	SHOW_SSI(e, ssi_utime, ticks, uint64_t);
	SHOW_SSI(e, ssi_stime, ticks, uint64_t);
}

static void show_ssi_poll(const struct event *e)
{
	if (HAS(e, struct signalfd_siginfo, ssi_band)) {
		show_field_name(e->s, "ssi_band");
		show__flags(e->s, &poll_events, UINT_AT(e, struct signalfd_siginfo, ssi_band));
	}
	SHOW_SSI(e, ssi_fd, integer, int32_t);
}

/* Sent by the kernel: the signal says which fields it fills (siginfo_layout of kernel/signal.c). */
static void show_ssi_kernel(const struct event *e, int32_t signo, int32_t code)
{
	switch (signo) {
	case SIGCHLD:
		show_ssi_child(e, code);
		break;
	case SIGSEGV: case SIGBUS: case SIGFPE: case SIGILL: case SIGTRAP:
		SHOW_SSI(e, ssi_addr, address, uint64_t);
		break;
	case SIGSYS:
		SHOW_SSI(e, ssi_syscall, integer, int32_t);
		SHOW_SSI(e, ssi_call_addr, address, uint64_t);
		break;
	default:
		break;
	}
}

static void show_signalfd(const struct event *e)
{
	struct show *s = e->s;
	int32_t signo = INT_AT(e, struct signalfd_siginfo, ssi_signo), code = INT_AT(e, struct signalfd_siginfo, ssi_code);

	s->w->struct_begin(s->o);
	show_field_name(s, "ssi_signo");
	show_symbol_signal(s, (uint32_t)signo);
	show_field_name(s, "ssi_code");
	show_signal_code(s, signo, code);
	if (code == SI_TIMER) {
		SHOW_SSI(e, ssi_tid, integer, int32_t);
		SHOW_SSI(e, ssi_overrun, integer, int32_t);
		show_ssi_value(e);
	} else if (signal__is_poll(signo, code)) {
		show_ssi_poll(e);
	} else if (code <= 0) {
		show_ssi_sender(e);
		if (code != SI_USER && code != SI_TKILL)
			show_ssi_value(e);
	} else if (code != SI_KERNEL) {
		show_ssi_kernel(e, signo, code);
	}
	s->w->struct_end(s->o, e->have < e->len);
}

/* -- Input devices --------------------------------------------------------------------------------------------------------- */

/* struct input_event: two words of time, and these 8 bytes */
struct input_rest { uint16_t type, code; int32_t value; };

static uint32_t input_word(const struct call *c)
{
	return c->word == 8 || c->abi == ABI_X32 ? 8 : 4;
}

static uint32_t input_length(const struct event *e)
{
	uint32_t len = 2 * input_word(e->call) + sizeof(struct input_rest);

	return e->have < len ? 0 : len;
}

static void show_code(struct show *s, unsigned type, unsigned code)
{
	static const struct flag_table *const codes[] = {
		[EV_SYN] = &input_syncs, [EV_KEY] = &input_keys, [EV_REL] = &input_relative_axes, [EV_ABS] = &input_axes, [EV_MSC] = &input_misc,
		[EV_SW] = &input_switches, [EV_LED] = &input_leds, [EV_SND] = &input_sounds, [EV_REP] = &input_repeats, [EV_FF] = &input_effects,
	};

	if (type < sizeof(codes) / sizeof(codes[0]) && codes[type])
		show__enum(s, codes[type], code);
	else
		s->w->uinteger(s->o, code);
}

static void show_input(const struct event *e)
{
	struct show *s = e->s;
	uint32_t word = input_word(e->call), rest = 2 * word;
	unsigned type = (unsigned)number_at(e, rest + offsetof(struct input_rest, type), 2);

	s->w->struct_begin(s->o);
	show_field_name(s, "time");
	s->w->struct_begin(s->o);
	show_named(s, "tv_sec", uinteger, number_at(e, 0, word));
	show_named(s, "tv_usec", uinteger, number_at(e, word, word));
	s->w->struct_end(s->o, false);
	show_field_name(s, "type");
	show__enum(s, &input_types, type);
	show_field_name(s, "code");
	show_code(s, type, (unsigned)number_at(e, rest + offsetof(struct input_rest, code), 2));
	show_named(s, "value", integer, int_at(e, rest + offsetof(struct input_rest, value)));
	s->w->struct_end(s->o, false);
}

/* /dev/input/event0, /dev/uinput */
static bool is_input(const struct fd_name *name)
{
	static const char device[] = "/dev/input/event", creator[] = "/dev/uinput";
	size_t n = sizeof(device) - 1;

	if (name->len == sizeof(creator) - 1 && !memcmp(name->text, creator, name->len))
		return true;
	if (name->len <= n || memcmp(name->text, device, n))
		return false;
	while (n < name->len && name->text[n] >= '0' && name->text[n] <= '9')
		n++;
	return n == name->len;
}

/* -------------------------------------------------------------------------------------------------------------------------- */

/* What is written are whole events, one or more */
static const struct event_kind input = { "", true, 0, 16, input_length, show_input };
static const struct event_kind kinds[] = {
	{ "anon_inode:[eventfd]",     true,  8,                               8,                                         NULL,            show_counter },
	{ "anon_inode:[timerfd]",     false, 8,                               8,                                         NULL,            show_counter },
	{ "anon_inode:inotify",       false, 0,                               sizeof(struct inotify_event),              inotify_length,  show_inotify },
	{ "anon_inode:[fanotify]",    false, 0,                               sizeof(struct fanotify_event_metadata),    fanotify_length, show_fanotify },
	{ "anon_inode:[signalfd]",    false, sizeof(struct signalfd_siginfo), offsetof(struct signalfd_siginfo, ssi_fd), NULL,            show_signalfd },
	{ "anon_inode:[userfaultfd]", false, sizeof(struct uffd_msg),         sizeof(struct uffd_msg),                   NULL,            show_uffd },
};
static const struct event_kind response = { "anon_inode:[fanotify]", true, sizeof(struct fanotify_response), sizeof(struct fanotify_response), NULL, show_response };

static const struct event_kind messages;	/* of netlink: not events */

/* What the call's descriptor transfers; NULL: other bytes, or this is not known. */
static const struct event_kind *kind_of(const struct call *c, bool out)
{
	static const char inode[] = "anon_inode:", netlink[] = "NETLINK:";
	struct fd_name name = { 0 };
	int fd = row__fd_arg(c->row);

	if (fd < 0 || call__is_registered(c, (int)c->args[fd]) || !c->names->fd_name(c->names->ctx, (int)c->args[fd], false, &name))
		return NULL;
	if (is_input(&name))
		return &input;
	if (name.len >= sizeof(netlink) && !memcmp(name.text, netlink, sizeof(netlink) - 1))
		return netlink__protocol(c) < 0 ? NULL : &messages;
	if (name.len < sizeof(inode) || memcmp(name.text, inode, sizeof(inode) - 1))
		return NULL;
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strlen(kinds[i].name) != name.len || memcmp(kinds[i].name, name.text, name.len))
			continue;
		if (out || kinds[i].written)
			return &kinds[i];
		return kinds[i].show == show_fanotify ? &response : NULL;
	}
	return NULL;
}

/* The length of the event; 0: less was captured than is shown, or the length is none that the kernel gives. */
static uint32_t length_of(const struct event_kind *kind, const struct event *e, uint64_t left)
{
	uint32_t len;

	if (e->have < kind->least)
		return 0;
	len = kind->fixed ? kind->fixed : kind->length(e);
	return len >= kind->least && len <= left ? len : 0;
}

static void show_list(struct show *s, const struct arg *a, const struct event_kind *kind, const struct chunk *k, uint64_t full)
{
	struct event e = { .s = s, .call = a->call, .p = chunk__bytes(k) };
	const uint8_t *end = e.p + (k->len < full ? k->len : full);
	uint64_t n = 0;

	s->w->array_begin(s->o);
	for (; full; n++, full -= e.len) {
		e.have = (uint32_t)(end - e.p);
		e.len = length_of(kind, &e, full);
		if (!e.len || (n >= s->string_limit && !s->verbose))
			break;
		if (e.have > e.len)
			e.have = e.len;
		s->w->item(s->o);
		kind->show(&e);
		e.p += e.have;
	}
	s->w->array_end(s->o, full ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

/*
 * Reading from inotify and fanotify fills each element of a vector with whole events, as several calls of read do. Known only if all headers were
 * captured.
 */
bool events__are_whole(struct show *s, const struct arg *a, const struct chunk *k, uint64_t full)
{
	const struct event_kind *kind = k && !s->w->strace_marks && !s->addresses && a->index >= 0 ? kind_of(a->call, true) : NULL;
	struct event e = { .s = s, .call = a->call };
	uint64_t at = 0;

	if (!kind || !kind->length)
		return false;
	for (; at < full && at < k->len; at += e.len) {
		e.p = chunk__bytes(k) + at;
		e.have = (uint32_t)(k->len - at);
		e.len = length_of(kind, &e, full - at);
		if (!e.len)
			return false;
	}
	return full && at == full;
}

bool transfers_netlink(const struct show *s, const struct arg *a)
{
	return a->call->row->moves && !s->w->strace_marks && !s->addresses && a->index >= 0 && kind_of(a->call, false) == &messages;
}

bool show_events(struct show *s, const struct arg *a, const struct chunk *k, uint64_t full, bool out)
{
	const struct event_kind *kind;
	struct event first = { .s = s, .call = a->call };
	uint32_t len;

	/* All events have a multiple of 4 bytes */
	if (full < 8 || full % 4 || s->w->strace_marks || s->addresses || a->index < 0 || !k || !chunk__has_bytes(k))
		return false;
	kind = kind_of(a->call, out);
	if (kind == &messages && full >= sizeof(struct nlmsghdr)) {
		show__netlink(s, a, k, k->addr, full);
		return true;
	}
	if (!kind || kind == &messages || (!out && kind->fixed && full != kind->fixed))
		return false;
	first.p = chunk__bytes(k);
	first.have = k->len < full ? k->len : (uint32_t)full;
	len = length_of(kind, &first, full);
	if (!len || (!out && full % len))
		return false;
	show_list(s, a, kind, k, full);
	return true;
}
