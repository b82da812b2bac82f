// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_sockaddr_bluetooth.c - socket addresses of AF_BLUETOOTH: layouts of net/bluetooth/{hci_sock,sco,rfcomm,l2cap}.h of the kernel.
 *
 * Only the length says of which protocol one is. Numbers of 16 bits are little-endian on every machine.
 */
#include <stdio.h>
#include <sys/socket.h>

#include "sockaddr.h"

#define ADDR_BYTES 6

/* Values from `first` to `last` that have no name are shown as the name of the first, and a number that is added. */
struct dynamic {
	uint16_t first, last;
};

static uint16_t load_le16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static void begin(struct show *s, const uint8_t *p)
{
	s->w->struct_begin(s->o);
	show_field_name(s, "sa_family");
	show__enum(s, &socket_domains, load_uint(p, 2, s->swap));
}

static void begin_htobs(struct show *s)
{
	if (!s->w->strace_marks)
		return;
	s->w->macro_begin(s->o, "htobs");
	s->w->item(s->o);
}

static void end_htobs(struct show *s)
{
	if (s->w->strace_marks)
		s->w->macro_end(s->o);
}

static void show_one_of(struct show *s, const struct flag_table *t, const struct dynamic *ranges, unsigned n, uint16_t v)
{
	const struct flag *f = flag_table__find(t, v);
	char text[64];

	for (unsigned i = 0; !f && i < n; i++) {
		if (v < ranges[i].first || v > ranges[i].last)
			continue;
		f = flag_table__find(t, ranges[i].first);
		if (show__constants(s) == CONSTANTS_BOTH && s->w->strace_marks)
			snprintf(text, sizeof(text), "%#x /* %s */+%u", ranges[i].first, f->name, v - ranges[i].first);
		else
			snprintf(text, sizeof(text), "%s+%u", f->name, v - ranges[i].first);
		s->w->symbol(s->o, v, text, f->skip, t);
		return;
	}
	show__enum(s, t, v);
}

static void show_psm(struct show *s, uint16_t v)
{
	static const struct dynamic ranges[] = { { 0x80, 0xff }, { 0x1001, 0xffff } };

	begin_htobs(s);
	show_one_of(s, &l2cap_psms, ranges, 2, v);
	end_htobs(s);
}

static void show_cid(struct show *s, uint16_t v)
{
	static const struct dynamic ranges[] = { { 0x40, 0xffff } };

	begin_htobs(s);
	show_one_of(s, &l2cap_cids, ranges, 1, v);
	end_htobs(s);
}

static void show_hci(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	begin(s, p);
	show_field_name(s, "hci_dev");
	begin_htobs(s);
	s->w->uinteger(s->o, load_le16(p + 2));
	end_htobs(s);
	if (len >= 6) {
		show_field_name(s, "hci_channel");
		show__enum(s, &hci_channels, load_uint(p + 4, 2, s->swap));
	}
	s->w->struct_end(s->o, false);
}

static void show_sco(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	begin(s, p);
	show_field_name(s, "sco_bdaddr");
	s->w->hwaddr(s->o, p + 2, ADDR_BYTES);
	s->w->struct_end(s->o, false);
}

static void show_rfcomm(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	begin(s, p);
	show_field_name(s, "rc_bdaddr");
	s->w->hwaddr(s->o, p + 2, ADDR_BYTES);
	show_named(s, "rc_channel", uinteger, p[8]);
	s->w->struct_end(s->o, false);
}

static void show_l2cap(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	begin(s, p);
	show_field_name(s, "l2_psm");
	show_psm(s, load_le16(p + 2));
	show_field_name(s, "l2_bdaddr");
	s->w->hwaddr(s->o, p + 4, ADDR_BYTES);
	show_field_name(s, "l2_cid");
	show_cid(s, load_le16(p + 10));
	if (len >= 14) {
		show_field_name(s, "l2_bdaddr_type");
		show__enum(s, &bdaddr_types, p[12]);
	}
	s->w->struct_end(s->o, false);
}

const struct shape *sockaddr_bluetooth(uint32_t len)
{
	static const struct shape hci = { .name = "sockaddr_hci", .size = 6, .show = show_hci };
	static const struct shape old_hci = { .name = "sockaddr_hci", .size = 4, .show = show_hci };
	static const struct shape sco = { .name = "sockaddr_sco", .size = 8, .show = show_sco };
	static const struct shape rfcomm = { .name = "sockaddr_rc", .size = 10, .show = show_rfcomm };
	static const struct shape l2cap = { .name = "sockaddr_l2", .size = 14, .show = show_l2cap };
	static const struct shape old_l2cap = { .name = "sockaddr_l2", .size = 12, .show = show_l2cap };

	switch (len) {
	case 4:		return &old_hci;
	case 6:		return &hci;
	case 8:		return &sco;
	case 10:	return &rfcomm;
	case 12:	return &old_l2cap;
	case 14:	return &l2cap;
	default:	return NULL;
	}
}
