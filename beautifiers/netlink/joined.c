// SPDX-License-Identifier: BSD-2-Clause
/*
 * joined.c - netlink messages that continue from one element of a vector in the next (struct iovec).
 *
 * The kernel takes the elements of a vector as one buffer, and fills them as one: ss sends the header of an attribute and its data apart.
 */
#include <string.h>

#include "netlink.h"

#define JOINED_MAX 65536	/* bytes; NETLINK_MAX of kinds.c */

bool netlink__continues(const struct show *s, const struct chunk *k, uint64_t full)
{
	const uint8_t *p = k && chunk__has_bytes(k) ? chunk__bytes(k) : NULL;
	uint64_t at = 0, len = 0;

	if (!p || k->len < full)
		return false;
	for (; at < full && full - at >= NL_HEADER; at += nl__align(len)) {
		len = load_uint(p + at, 4, s->swap);
		if (len < NL_HEADER)
			return false;
		if (len > full - at)
			return true;
	}
	return at < full;
}

void netlink__join(struct nl_pieces *all, const struct chunk *k, uint64_t addr, uint64_t full)
{
	bool has = k && chunk__has_bytes(k);
	uint64_t there = !has ? 0 : k->len < full ? k->len : full;

	if (all->have == all->full) {
		all->fault = there < full && k && (chunk__status(k) == CHUNK_PARTIAL || chunk__status(k) == CHUNK_FAULT);
		if (all->n < NL_PIECES) {
			all->of[all->n].bytes = has ? chunk__bytes(k) : NULL;
			all->of[all->n].at = all->full;
			all->of[all->n++].addr = addr;
			all->have += there;
		}
	}
	all->full += full;
}

uint64_t nl__address(const struct nl *n, uint64_t at)
{
	unsigned i = n->pieces ? n->pieces->n - 1 : 0;

	if (!n->pieces)
		return n->addr + at;
	while (i && at < n->pieces->of[i].at)
		i--;
	return n->pieces->of[i].addr + (at - n->pieces->of[i].at);
}

bool show__netlink_pieces(struct show *s, const struct arg *a, const struct nl_pieces *all)
{
	uint8_t bytes[JOINED_MAX];

	if (all->have > sizeof(bytes))
		return false;
	for (unsigned i = 0; i < all->n; i++) {
		uint64_t end = i + 1 < all->n ? all->of[i + 1].at : all->have;

		if (end > all->of[i].at)
			memcpy(bytes + all->of[i].at, all->of[i].bytes, end - all->of[i].at);
	}
	nl__show(&(struct nl){
		.s = s, .arg = a, .bytes = bytes, .have = all->have, .addr = all->of[0].addr, .pieces = all, .fault = all->fault, .protocol = netlink__protocol(a->call),
	}, all->full);
	return true;
}
