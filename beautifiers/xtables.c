// SPDX-License-Identifier: BSD-2-Clause
/*
 * xtables.c - entries of iptables, ip6tables and arptables (linux/netfilter/x_tables.h, linux/netfilter_ipv4/ip_tables.h and others): values of
 * socket options, and data in attributes of netlink. A match or a target has a name, a revision and data, whose structure depends on both.
 *
 * Invariant: no more than the bytes given is read, whatever lengths entries claim. Data of an unknown match, or of another length than that of
 * its structure (and padding, up to 8 bytes), is bytes.
 */
#include <string.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <linux/netfilter/x_tables.h>
#include <linux/netfilter_arp/arp_tables.h>
#include <linux/netfilter_ipv4/ip_tables.h>
#include <linux/netfilter_ipv6/ip6_tables.h>

#include "kinds.h"
#include "made_shapes.h"
#include "xtables.h"

/* -- Structures of matches and targets --------------------------------------------------------------------------------- */

enum families { ANY, ONLY4, ONLY6 };

static const struct extension {
	char name[13];
	uint8_t revision, role, families;
	const struct shape *data;
} extensions[] = {
#define EXT(n, r, what, of, s) { n, r, what, of, &shape_##s }
#define TARGET(n, r, s)  EXT(n, r, XT_TARGET, ANY, s)
#define TARGET4(n, r, s) EXT(n, r, XT_TARGET, ONLY4, s)
#define TARGET6(n, r, s) EXT(n, r, XT_TARGET, ONLY6, s)
#define MATCH(n, r, s)   EXT(n, r, XT_MATCH, ANY, s)
#define MATCH4(n, r, s)  EXT(n, r, XT_MATCH, ONLY4, s)
#define MATCH6(n, r, s)  EXT(n, r, XT_MATCH, ONLY6, s)
	TARGET("AUDIT", 0, xt_audit_info),
	TARGET("CHECKSUM", 0, xt_CHECKSUM_info),
	TARGET("CLASSIFY", 0, xt_classify_target_info),
	TARGET("CONNMARK", 1, xt_connmark_tginfo1),
	TARGET("CONNMARK", 2, xt_connmark_tginfo2),
	TARGET("CONNSECMARK", 0, xt_connsecmark_target_info),
	TARGET("CT", 0, xt_ct_target_info),
	TARGET("CT", 1, xt_ct_target_info_v1),
	TARGET("CT", 2, xt_ct_target_info_v1),
	TARGET("DSCP", 0, xt_DSCP_info),
	TARGET("TOS", 1, xt_tos_target_info),
	TARGET("HMARK", 0, xt_hmark_info),
	TARGET("IDLETIMER", 0, xt_idletimer_tg_info),
	TARGET("IDLETIMER", 1, xt_idletimer_tg_info_v1),
	TARGET("LED", 0, xt_led_info),
	TARGET("LOG", 0, xt_log_info),
	TARGET("MARK", 2, xt_mark_tginfo2),
	TARGET("NFLOG", 0, xt_nflog_info),
	TARGET("NFQUEUE", 0, xt_NFQ_info),
	TARGET("NFQUEUE", 1, xt_NFQ_info_v1),
	TARGET("NFQUEUE", 2, xt_NFQ_info_v2),
	TARGET("NFQUEUE", 3, xt_NFQ_info_v3),
	TARGET("RATEEST", 0, xt_rateest_target_info),
	TARGET("SECMARK", 0, xt_secmark_target_info),
	TARGET("SECMARK", 1, xt_secmark_target_info_v1),
	TARGET("TCPMSS", 0, xt_tcpmss_info),
	TARGET("TCPOPTSTRIP", 0, xt_tcpoptstrip_target_info),
	TARGET("TEE", 1, xt_tee_tginfo),
	TARGET("TPROXY", 0, xt_tproxy_target_info),
	TARGET("TPROXY", 1, xt_tproxy_target_info_v1),
	TARGET("SET", 1, xt_set_info_target_v1),
	TARGET("SET", 2, xt_set_info_target_v2),
	TARGET("SET", 3, xt_set_info_target_v3),
	TARGET4("REJECT", 0, xt_ipt_reject_info),
	TARGET6("REJECT", 0, xt_ip6t_reject_info),
	TARGET("TTL", 0, xt_ipt_TTL_info),
	TARGET("HL", 0, xt_ip6t_HL_info),
	TARGET("CLUSTERIP", 0, xt_ipt_clusterip_tgt_info),
	TARGET("ECN", 0, xt_ipt_ECN_info),
	TARGET("SNPT", 0, xt_ip6t_npt_tginfo),
	TARGET("DNPT", 0, xt_ip6t_npt_tginfo),
	TARGET("mangle", 0, xt_arpt_mangle),
	TARGET("SNAT", 0, xt_nf_nat_ipv4_multi_range_compat),
	TARGET("DNAT", 0, xt_nf_nat_ipv4_multi_range_compat),
	TARGET4("MASQUERADE", 0, xt_nf_nat_ipv4_multi_range_compat),
	TARGET4("REDIRECT", 0, xt_nf_nat_ipv4_multi_range_compat),
	TARGET4("NETMAP", 0, xt_nf_nat_ipv4_multi_range_compat),
	TARGET6("MASQUERADE", 0, xt_nf_nat_range),
	TARGET6("REDIRECT", 0, xt_nf_nat_range),
	TARGET6("NETMAP", 0, xt_nf_nat_range),
	TARGET("SNAT", 1, xt_nf_nat_range),
	TARGET("DNAT", 1, xt_nf_nat_range),
	TARGET("SNAT", 2, xt_nf_nat_range2),
	TARGET("DNAT", 2, xt_nf_nat_range2),
	TARGET("SYNPROXY", 0, xt_nf_synproxy_info),
	MATCH("addrtype", 0, xt_addrtype_info),
	MATCH("addrtype", 1, xt_addrtype_info_v1),
	MATCH("cgroup", 0, xt_cgroup_info_v0),
	MATCH("cgroup", 1, xt_cgroup_info_v1),
	MATCH("cluster", 0, xt_cluster_match_info),
	MATCH("comment", 0, xt_comment_info),
	MATCH("connbytes", 0, xt_connbytes_info),
	MATCH("connlabel", 0, xt_connlabel_mtinfo),
	MATCH("connlimit", 0, xt_connlimit_info),
	MATCH("connlimit", 1, xt_connlimit_info),
	MATCH("connmark", 1, xt_connmark_mtinfo1),
	MATCH("conntrack", 1, xt_conntrack_mtinfo1),
	MATCH("conntrack", 2, xt_conntrack_mtinfo2),
	MATCH("conntrack", 3, xt_conntrack_mtinfo3),
	MATCH("cpu", 0, xt_cpu_info),
	MATCH("dccp", 0, xt_dccp_info),
	MATCH("devgroup", 0, xt_devgroup_info),
	MATCH("dscp", 0, xt_dscp_info),
	MATCH("tos", 1, xt_tos_match_info),
	MATCH("ecn", 0, xt_ecn_info),
	MATCH("esp", 0, xt_esp),
	MATCH("hashlimit", 1, xt_hashlimit_mtinfo1),
	MATCH("hashlimit", 2, xt_hashlimit_mtinfo2),
	MATCH("hashlimit", 3, xt_hashlimit_mtinfo3),
	MATCH("helper", 0, xt_helper_info),
	MATCH("ipcomp", 0, xt_ipcomp),
	MATCH("iprange", 1, xt_iprange_mtinfo),
	MATCH("ipvs", 0, xt_ipvs_mtinfo),
	MATCH("l2tp", 0, xt_l2tp_info),
	MATCH("length", 0, xt_length_info),
	MATCH("limit", 0, xt_rateinfo),
	MATCH("mac", 0, xt_mac_info),
	MATCH("mark", 1, xt_mark_mtinfo1),
	MATCH("multiport", 0, xt_multiport),
	MATCH("multiport", 1, xt_multiport_v1),
	MATCH("nfacct", 0, xt_nfacct_match_info),
	MATCH("nfacct", 1, xt_nfacct_match_info_v1),
	MATCH("osf", 0, xt_nf_osf_info),
	MATCH("owner", 1, xt_owner_match_info),
	MATCH("physdev", 0, xt_physdev_info),
	MATCH("pkttype", 0, xt_pkttype_info),
	MATCH("policy", 0, xt_policy_info),
	MATCH("quota", 0, xt_quota_info),
	MATCH("rateest", 0, xt_rateest_match_info),
	MATCH("realm", 0, xt_realm_info),
	MATCH("recent", 0, xt_recent_mtinfo),
	MATCH("recent", 1, xt_recent_mtinfo_v1),
	MATCH("rpfilter", 0, xt_rpfilter_info),
	MATCH("sctp", 0, xt_sctp_info),
	MATCH("set", 1, xt_set_info_match_v1),
	MATCH("set", 3, xt_set_info_match_v3),
	MATCH("set", 4, xt_set_info_match_v4),
	MATCH("socket", 1, xt_socket_mtinfo1),
	MATCH("socket", 2, xt_socket_mtinfo2),
	MATCH("socket", 3, xt_socket_mtinfo3),
	MATCH("state", 0, xt_state_info),
	MATCH("statistic", 0, xt_statistic_info),
	MATCH("string", 1, xt_string_info),
	MATCH("tcpmss", 0, xt_tcpmss_match_info),
	MATCH("tcp", 0, xt_tcp),
	MATCH("udp", 0, xt_udp),
	MATCH("udplite", 0, xt_udp),
	MATCH("time", 0, xt_time_info),
	MATCH("u32", 0, xt_u32),
	MATCH("icmp", 0, xt_ipt_icmp),
	MATCH("icmp6", 0, xt_ip6t_icmp),
	MATCH4("ah", 0, xt_ipt_ah),
	MATCH6("ah", 0, xt_ip6t_ah),
	MATCH("ttl", 0, xt_ipt_ttl_info),
	MATCH("hl", 0, xt_ip6t_hl_info),
	MATCH("frag", 0, xt_ip6t_frag),
	MATCH("ipv6header", 0, xt_ip6t_ipv6header_info),
	MATCH("mh", 0, xt_ip6t_mh),
	MATCH("dst", 0, xt_ip6t_opts),
	MATCH("hbh", 0, xt_ip6t_opts),
	MATCH("rt", 0, xt_ip6t_rt),
	MATCH("srh", 0, xt_ip6t_srh),
	MATCH("srh", 1, xt_ip6t_srh1),
};

/* The standard target, whose name is empty, and that of errors */
static const struct field verdict_fields[] = { { .spec = { .name = "", .kind = &kind_enum, .flags = &xt_verdicts }, .size = 4 } };
static const struct shape verdict = { .name = "int", .size = 4, .fields = verdict_fields, .nfields = 1, .bare = true, .direct = true };
static const struct field error_fields[] = { { .spec = { .name = "", .kind = &kind_chars }, .size = XT_FUNCTION_MAXNAMELEN } };
static const struct shape error_name = { .name = "char[]", .size = XT_FUNCTION_MAXNAMELEN, .fields = error_fields, .nfields = 1, .bare = true, .direct = true };

static const struct shape *data_of(enum xt_role role, const char *name, size_t len, unsigned revision, unsigned family)
{
	if (role == XT_TARGET && !len)
		return &verdict;
	if (role == XT_TARGET && len == 5 && !memcmp(name, XT_ERROR_TARGET, 5))
		return &error_name;
	for (const struct extension *e = extensions; e < extensions + sizeof(extensions) / sizeof(extensions[0]); e++)
		if (e->role == role && e->revision == revision && strlen(e->name) == len && !memcmp(e->name, name, len) &&
		    (e->families == ANY || (e->families == ONLY4 && family == AF_INET) || (e->families == ONLY6 && family == AF_INET6)))
			return e->data;
	return NULL;
}

static void show_as(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p)
{
	static const struct arg_spec spec = { .name = "", .kind = &kind_struct_sized };
	struct arg inner = { .call = a->call, .spec = &spec, .index = -1, .out = a->out, .root = arg__root(a) };

	show__shape(s, &inner, sh, p, sh->size);
}

void show_xt_data(struct show *s, const struct arg *a, enum xt_role role, const char *name, size_t name_len, unsigned revision, unsigned family, const uint8_t *p, uint32_t len)
{
	const struct shape *sh = data_of(role, name, strnlen(name, name_len), revision, family);

	sh = sh ? shape__of(sh, a->call->abi) : NULL;
	if (sh && sh->size && len >= sh->size && len - sh->size < 8)
		show_as(s, a, sh, p);
	else
		s->w->octets(s->o, p, len, STRING_WHOLE);
}

void show_xt_entry(struct show *s, const struct arg *a, enum xt_role role, unsigned family, const uint8_t *p, uint32_t len)
{
	s->w->struct_begin(s->o);
	if (role == XT_MATCH)
		show_field_name(s, "match_size");
	else
		show_field_name(s, "target_size");
	s->w->uinteger(s->o, load_uint(p, 2, s->swap));
	show_field_name(s, "name");
	show_chars(s, p + 2, XT_EXTENSION_MAXNAMELEN);
	show_named(s, "revision", uinteger, p[XT_HEADER - 1]);
	if (len > XT_HEADER) {
		show_field_name(s, "data");
		show_xt_data(s, a, role, (const char *)p + 2, XT_EXTENSION_MAXNAMELEN, p[XT_HEADER - 1], family, p + XT_HEADER, len - XT_HEADER);
	}
	s->w->struct_end(s->o, false);
}

/* -- Entries: a head, matches, a target -------------------------------------------------------------------------------- */

#define ENTRY_FIELDS(type) FIELD(type, nfcache, hex), FIELDS(type, uint, target_offset, next_offset), FIELD(type, comefrom, hex)
#define COUNTER_FIELDS(type) FIELD_NAMED(type, counters.pcnt, "counters.pcnt", ulong), FIELD_NAMED(type, counters.bcnt, "counters.bcnt", ulong)
#define CHARS(type, member) FIELD(type, member, chars)
#define MASK(type, member) FIELD_STRUCT(type, member, mask16)

/* Up to its last byte that is not 0 */
static void show_mask(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	while (len && !p[len - 1])
		len--;
	s->w->octets(s->o, p, len, STRING_WHOLE);
}
static const struct shape mask16 = { .name = "mask", .size = 16, .show = show_mask };

static const struct field ip4_fields[] = {
	FIELD_STRUCT(struct ipt_entry, ip.src, shape_in_addr), FIELD_STRUCT(struct ipt_entry, ip.dst, shape_in_addr),
	FIELD_STRUCT(struct ipt_entry, ip.smsk, shape_in_addr), FIELD_STRUCT(struct ipt_entry, ip.dmsk, shape_in_addr),
	CHARS(struct ipt_entry, ip.iniface), CHARS(struct ipt_entry, ip.outiface), MASK(struct ipt_entry, ip.iniface_mask), MASK(struct ipt_entry, ip.outiface_mask),
	FIELD_FLAGS(struct ipt_entry, ip.proto, enum, ip_protocols), FIELD_FLAGS(struct ipt_entry, ip.flags, flags, ipt_flags),
	FIELD_FLAGS(struct ipt_entry, ip.invflags, flags, ipt_inv_flags), ENTRY_FIELDS(struct ipt_entry), COUNTER_FIELDS(struct ipt_entry),
};
static const struct shape entry4 = SHAPE(struct ipt_entry, ip4_fields);

/* i386 aligns the counters to 4 bytes */
struct entry6_32 { struct ip6t_ip6 ipv6; uint32_t nfcache; uint16_t target_offset, next_offset; uint32_t comefrom; struct { uint64_t pcnt, bcnt; } __attribute__((packed, aligned(4))) counters; };
#define IP6_FIELDS(type) \
	FIELD_STRUCT(type, ipv6.src, shape_in6_addr), FIELD_STRUCT(type, ipv6.dst, shape_in6_addr), FIELD_STRUCT(type, ipv6.smsk, shape_in6_addr), \
	FIELD_STRUCT(type, ipv6.dmsk, shape_in6_addr), CHARS(type, ipv6.iniface), CHARS(type, ipv6.outiface), MASK(type, ipv6.iniface_mask), MASK(type, ipv6.outiface_mask), \
	FIELD_FLAGS(type, ipv6.proto, enum, ip_protocols), FIELD(type, ipv6.tos, hex), FIELD_FLAGS(type, ipv6.flags, flags, ip6t_flags), \
	FIELD_FLAGS(type, ipv6.invflags, flags, ip6t_inv_flags), ENTRY_FIELDS(type), COUNTER_FIELDS(type)
static const struct field ip6_fields[] = { IP6_FIELDS(struct ip6t_entry) }, ip6_fields_32[] = { IP6_FIELDS(struct entry6_32) };
static const struct shape entry6_arm = SHAPE(struct ip6t_entry, ip6_fields), entry6_32 = SHAPE(struct entry6_32, ip6_fields_32);
static const struct shape entry6 = SHAPE(struct ip6t_entry, ip6_fields, .compat = &entry6_32, .arm = &entry6_arm);

struct arp_entry_32 { struct arpt_arp arp; uint16_t target_offset, next_offset; uint32_t comefrom; struct { uint64_t pcnt, bcnt; } __attribute__((packed, aligned(4))) counters; };
#define ARP_FIELDS(type) \
	FIELD_STRUCT(type, arp.src, shape_in_addr), FIELD_STRUCT(type, arp.tgt, shape_in_addr), FIELD_STRUCT(type, arp.smsk, shape_in_addr), \
	FIELD_STRUCT(type, arp.tmsk, shape_in_addr), FIELDS(type, uint, arp.arhln, arp.arhln_mask), MASK(type, arp.src_devaddr.addr), MASK(type, arp.src_devaddr.mask), \
	MASK(type, arp.tgt_devaddr.addr), MASK(type, arp.tgt_devaddr.mask), FIELDS(type, be16, arp.arpop, arp.arpop_mask, arp.arhrd, arp.arhrd_mask, arp.arpro, arp.arpro_mask), \
	CHARS(type, arp.iniface), CHARS(type, arp.outiface), MASK(type, arp.iniface_mask), MASK(type, arp.outiface_mask), FIELD(type, arp.flags, hex), \
	FIELD_FLAGS(type, arp.invflags, flags, arpt_inv_flags), FIELDS(type, uint, target_offset, next_offset), FIELD(type, comefrom, hex), COUNTER_FIELDS(type)
static const struct field arp_fields[] = { ARP_FIELDS(struct arpt_entry) }, arp_fields_32[] = { ARP_FIELDS(struct arp_entry_32) };
static const struct shape arp_entry_arm = SHAPE(struct arpt_entry, arp_fields), arp_entry_32 = SHAPE(struct arp_entry_32, arp_fields_32);
static const struct shape arp_entry = SHAPE(struct arpt_entry, arp_fields, .compat = &arp_entry_32, .arm = &arp_entry_arm);

/* From the head to the target's offset */
static void show_matches(struct show *s, const struct arg *a, unsigned family, const uint8_t *p, uint32_t len)
{
	s->w->array_begin(s->o);
	while (len >= XT_HEADER) {
		uint32_t size = (uint32_t)load_uint(p, 2, s->swap);

		if (size < XT_HEADER || size > len)
			break;
		s->w->item(s->o);
		show_xt_entry(s, a, XT_MATCH, family, p, size);
		p += size;
		len -= size;
	}
	s->w->array_end(s->o, len ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

/* Offsets in the head of an entry, and its family */
struct layout {
	const struct shape *head;
	unsigned family;
};

static unsigned offset_of(const struct shape *head, const char *name)
{
	for (unsigned i = 0; i < head->nfields; i++)
		if (!strcmp(head->fields[i].spec.name, name))
			return head->fields[i].offset;
	return 0;
}

/* One entry of at most `len` bytes. Returns how many it has; 0: they are not there. */
static uint32_t show_entry(struct show *s, const struct arg *a, const struct layout *l, const uint8_t *p, uint32_t len)
{
	const struct shape *head = shape__of(l->head, a->call->abi);
	uint32_t target, next;

	if (len < head->size)
		return 0;
	target = (uint32_t)load_uint(p + offset_of(head, "target_offset"), 2, s->swap);
	next = (uint32_t)load_uint(p + offset_of(head, "next_offset"), 2, s->swap);
	if (next > len || next < head->size)
		return 0;
	s->w->item(s->o);
	s->w->struct_begin(s->o);
	show_field_name(s, "entry");
	show_as(s, a, head, p);
	if (target >= head->size && target <= next) {
		if (target > head->size) {
			show_field_name(s, "matches");
			show_matches(s, a, l->family, p + head->size, target - head->size);
		}
		if (next - target >= XT_HEADER) {
			show_field_name(s, "target");
			show_xt_entry(s, a, XT_TARGET, l->family, p + target, next - target);
		}
	}
	s->w->struct_end(s->o, false);
	return next;
}

static void show_entries(struct show *s, const struct arg *a, const struct layout *l, const uint8_t *p, uint32_t len)
{
	uint32_t n;

	s->w->array_begin(s->o);
	while (len && (n = show_entry(s, a, l, p, len))) {
		p += n;
		len -= n;
	}
	s->w->array_end(s->o, len ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

/* Values of options: a structure of the headers, whose last field are the entries. */
static void show_table(struct show *s, const struct arg *a, const struct shape *made, const struct layout *l, const uint8_t *p, uint32_t len)
{
	const struct shape *sh = shape__of(made, a->call->abi);

	if (!sh->nfields || len < sh->size) {
		show__shape(s, a, sh, p, len);
		return;
	}
	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < sh->nfields; i++) {
		if (!sh->fields[i].rest) {
			show_member(s, a, &sh->fields[i], p, len);
			continue;
		}
		show_name(s, &sh->fields[i].spec);
		show_entries(s, a, l, p + sh->fields[i].offset, len - sh->fields[i].offset);
	}
	s->w->struct_end(s->o, false);
}

#define TABLE(id, made, h, f) \
	static void show_##id(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len) \
	{ \
		static const struct layout l = { &h, f }; \
 \
		show_table(s, a, &shape_##made, &l, p, len); \
	} \
	const struct shape shape_##id = { .name = #made, .size = XT_TABLE_MAXNAMELEN, .show = show_##id }
TABLE(ipt_entries, ipt_get_entries, entry4, AF_INET);
TABLE(ip6t_entries, ip6t_get_entries, entry6, AF_INET6);
TABLE(arpt_entries, arpt_get_entries, arp_entry, 0);
TABLE(ipt_table, ipt_replace, entry4, AF_INET);
TABLE(ip6t_table, ip6t_replace, entry6, AF_INET6);
TABLE(arpt_table, arpt_replace, arp_entry, 0);
