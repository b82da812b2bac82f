// SPDX-License-Identifier: BSD-2-Clause
/* snapshot_genl.c - asks the controller of generic netlink for all families. What fails is left out: messages then have numbers. */
#include "snapshot.h"

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "beautifiers/kinds.h"
#include "config/options.h"
#include "lib/record.h"

#define REPLY_MAX 32768		/* bytes: the kernel fills no more of a dump at a time */

static void push_family(struct snapshot *s, const struct nlmsghdr *h)
{
	struct rec_genl r = { .rec = record__head(REC_GENL, sizeof(r), s->ts, 0, 0) };
	const char *p = (const char *)h + NLMSG_LENGTH(GENL_HDRLEN), *end = (const char *)h + h->nlmsg_len;

	while (end - p >= NLA_HDRLEN) {
		const struct nlattr *a = (const struct nlattr *)p;
		size_t len = a->nla_len < NLA_HDRLEN ? 0 : a->nla_len - NLA_HDRLEN;

		if (a->nla_len < NLA_HDRLEN || a->nla_len > end - p)
			return;
		if (a->nla_type == CTRL_ATTR_FAMILY_ID && len >= sizeof(uint16_t))
			memcpy(&r.id, p + NLA_HDRLEN, sizeof(uint16_t));
		else if (a->nla_type == CTRL_ATTR_FAMILY_NAME && len < sizeof(r.name) + 1)
			memcpy(r.name, p + NLA_HDRLEN, len < sizeof(r.name) ? len : sizeof(r.name) - 1);
		if (r.id && r.name[0])
			break;
		p += NLA_ALIGN(a->nla_len);
	}
	if (r.id && r.name[0])
		s->push(s->ctx, &r.rec);
}

/* false: the dump has ended */
static bool take_reply(struct snapshot *s, const char *p, size_t len)
{
	const struct nlmsghdr *h;

	for (; len >= NLMSG_HDRLEN; p += NLMSG_ALIGN(h->nlmsg_len), len -= NLMSG_ALIGN(h->nlmsg_len)) {
		h = (const struct nlmsghdr *)p;
		if (h->nlmsg_len < NLMSG_HDRLEN || NLMSG_ALIGN(h->nlmsg_len) > len || h->nlmsg_type != GENL_ID_CTRL)
			return false;
		push_family(s, h);
	}
	return true;
}

static bool has_messages(const struct row *row)
{
	const struct subrow *sub;

	for (unsigned i = 0; i < row->nargs; i++)
		if (row->args[i].kind->netlink)
			return true;
	for (unsigned i = 0; (sub = row__sub(row, i)); i++)
		if (has_messages(&sub->row))
			return true;
	return false;
}

/* Calls of other ABIs have the same names. */
static bool may_show_messages(const struct options *o)
{
	enum abi abi = abi__native();

	for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++) {
		const struct row *row = syscall_set__has(&o->calls, abi, nr) ? rows__find(abi, nr) : NULL;

		if (row && row->moves && has_messages(row))
			return true;
	}
	return false;
}

static void ask_controller(struct snapshot *s)
{
	struct {
		struct nlmsghdr h;
		struct genlmsghdr g;
	} request = {
		.h = { .nlmsg_len = sizeof(request), .nlmsg_type = GENL_ID_CTRL, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP },
		.g = { .cmd = CTRL_CMD_GETFAMILY, .version = 1 },
	};
	_Alignas(struct nlmsghdr) char reply[REPLY_MAX];
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	ssize_t n = fd < 0 ? -1 : send(fd, &request, sizeof(request), 0);

	while (n > 0) {
		n = recv(fd, reply, sizeof(reply), MSG_DONTWAIT);	/* the kernel dumps within the call */
		if (n > 0 && !take_reply(s, reply, (size_t)n))
			break;
	}
	if (fd >= 0)
		close(fd);
}

void snapshot__genl(struct snapshot *s, const struct options *o)
{
	if (may_show_messages(o))
		ask_controller(s);
}
