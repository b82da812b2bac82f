/* SPDX-License-Identifier: BSD-2-Clause */
/* xtables.h - entries of iptables, ip6tables and arptables, and their matches and targets, by name and revision. */
#pragma once

#include "show.h"

extern const struct shape shape_ipt_table, shape_ip6t_table, shape_arpt_table;	/* what replaces a table: IPT_SO_SET_REPLACE */

enum xt_role { XT_MATCH, XT_TARGET };

/*
 * The `len` bytes of data at `p` of a match or a target in a table of `family`; bytes if it is not known, or has another length. The name ends at a
 * NUL, or has `name_len` bytes.
 */
void show_xt_data(struct show *s, const struct arg *a, enum xt_role role, const char *name, size_t name_len, unsigned revision, unsigned family, const uint8_t *p, uint32_t len);

#define XT_HEADER 32	/* bytes of struct xt_entry_match, xt_entry_target: length, name, revision; linux/netfilter/x_tables.h */

/* One with its header, of `len` bytes, XT_HEADER at least. */
void show_xt_entry(struct show *s, const struct arg *a, enum xt_role role, unsigned family, const uint8_t *p, uint32_t len);
