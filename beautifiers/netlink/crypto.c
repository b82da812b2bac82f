// SPDX-License-Identifier: BSD-2-Clause
/* crypto.c - NETLINK_CRYPTO: algorithms, struct crypto_user_alg and its attributes (linux/cryptouser.h). */
#include <linux/cryptouser.h>

#include "named_attrs.h"

/* A structure that has only the type. */
static bool show_type_only(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "type");
	attr__word(n, t, at, len);
	n->s->w->struct_end(n->s->o, false);
	return true;
}

/* One that is too short is text. */
static bool show_report(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	if (!attr__struct(n, t, at, len))
		nl__bytes(n, at, len);
	return true;
}
#define REPORT(s) STRUCT_AND(s, show_report)

/* struct crypto_stat_aead and others: the type, and counters. Headers since 6.10 lack them, the kernel does not fill them */
struct stat { char type[CRYPTO_MAX_NAME]; uint64_t n[7]; };
#define TYPE FIELD(struct stat, type, chars)
#define COUNT(i, what) FIELD_NAMED(struct stat, n[i], what, ulong)
#define COUNTERS(id, count, ...) \
	static const struct field id##_fields[] = { TYPE, __VA_ARGS__ }; \
	static const struct shape id = { .name = "crypto_" #id, .size = CRYPTO_MAX_NAME + 8 * (count), .fields = id##_fields, .nfields = 1 + (count) }
#define CIPHER_COUNTS COUNT(0, "stat_encrypt_cnt"), COUNT(1, "stat_encrypt_tlen"), COUNT(2, "stat_decrypt_cnt"), COUNT(3, "stat_decrypt_tlen")
COUNTERS(stat_cipher, 5, CIPHER_COUNTS, COUNT(4, "stat_err_cnt"));
COUNTERS(stat_akcipher, 7, CIPHER_COUNTS, COUNT(4, "stat_verify_cnt"), COUNT(5, "stat_sign_cnt"), COUNT(6, "stat_err_cnt"));
COUNTERS(stat_compress, 5, COUNT(0, "stat_compress_cnt"), COUNT(1, "stat_compress_tlen"), COUNT(2, "stat_decompress_cnt"), COUNT(3, "stat_decompress_tlen"), COUNT(4, "stat_err_cnt"));
COUNTERS(stat_hash, 3, COUNT(0, "stat_hash_cnt"), COUNT(1, "stat_hash_tlen"), COUNT(2, "stat_err_cnt"));
COUNTERS(stat_kpp, 4, COUNT(0, "stat_setsecret_cnt"), COUNT(1, "stat_generate_public_key_cnt"), COUNT(2, "stat_compute_shared_secret_cnt"), COUNT(3, "stat_err_cnt"));
COUNTERS(stat_rng, 4, COUNT(0, "stat_generate_cnt"), COUNT(1, "stat_generate_tlen"), COUNT(2, "stat_seed_cnt"), COUNT(3, "stat_err_cnt"));

static const struct attr stats[] = {
	[CRYPTOCFGA_STAT_LARVAL]    = { .show = show_type_only },
	[CRYPTOCFGA_STAT_HASH]      = STRUCT_AND_BYTES(stat_hash),
	[CRYPTOCFGA_STAT_BLKCIPHER] = STRUCT_AND_BYTES(stat_cipher),
	[CRYPTOCFGA_STAT_AEAD]      = STRUCT_AND_BYTES(stat_cipher),
	[CRYPTOCFGA_STAT_COMPRESS]  = STRUCT_AND_BYTES(stat_compress),
	[CRYPTOCFGA_STAT_RNG]       = STRUCT_AND_BYTES(stat_rng),
	[CRYPTOCFGA_STAT_CIPHER]    = STRUCT_AND_BYTES(stat_cipher),
	[CRYPTOCFGA_STAT_AKCIPHER]  = STRUCT_AND_BYTES(stat_akcipher),
	[CRYPTOCFGA_STAT_KPP]       = STRUCT_AND_BYTES(stat_kpp),
	[CRYPTOCFGA_STAT_ACOMP]     = STRUCT_AND_BYTES(stat_compress),
};

static const struct attr attr[] = {
	[CRYPTOCFGA_PRIORITY_VAL]     = U32,
	[CRYPTOCFGA_REPORT_LARVAL]    = { .show = show_type_only },
	[CRYPTOCFGA_REPORT_HASH]      = REPORT(shape_nl_crypto_report_hash),
	[CRYPTOCFGA_REPORT_BLKCIPHER] = REPORT(shape_nl_crypto_report_blkcipher),
	[CRYPTOCFGA_REPORT_AEAD]      = REPORT(shape_nl_crypto_report_aead),
	[CRYPTOCFGA_REPORT_COMPRESS]  = { .show = show_type_only },
	[CRYPTOCFGA_REPORT_RNG]       = REPORT(shape_nl_crypto_report_rng),
	[CRYPTOCFGA_REPORT_CIPHER]    = REPORT(shape_nl_crypto_report_cipher),
	[CRYPTOCFGA_REPORT_AKCIPHER]  = { .show = show_type_only },
	[CRYPTOCFGA_REPORT_KPP]       = { .show = show_type_only },
	[CRYPTOCFGA_REPORT_ACOMP]     = { .show = show_type_only },
};
static const struct attr type_only = { .show = show_type_only };
static const struct named_attr later[] = { OF("REPORT_SIG", ATTR, type_only) };
static const struct attrs attrs = ATTRS_AND(crypto_attrs, attr, stats, LATER(later));

static const struct payload payloads[] = {
	PAYLOAD(CRYPTO_MSG_NEWALG, CRYPTO_MSG_GETALG, shape_nl_crypto_user_alg, struct crypto_user_alg, &attrs),
	{ .first = CRYPTO_MSG_DELRNG, .last = CRYPTO_MSG_DELRNG },	/* without a payload */
	{ .first = CRYPTO_MSG_GETSTAT, .last = CRYPTO_MSG_GETSTAT, .shape = &shape_nl_crypto_user_alg, .size = sizeof(struct crypto_user_alg), .attrs = &attrs, .beyond = true },
};

static bool show_payload(struct nl *n, uint64_t at, uint64_t len)
{
	const struct payload *p = nl__find_payload(payloads, sizeof(payloads) / sizeof(payloads[0]), n->type);
	uint64_t next = nl__align(shape_nl_crypto_user_alg.size);

	if (!p || !p->shape || (p->beyond && n->s->w->strace_marks))
		return false;
	if (len < shape_nl_crypto_user_alg.size) {
		nl__bytes(n, at, len);
	} else if (nl__structure(n, &shape_nl_crypto_user_alg, at, shape_nl_crypto_user_alg.size) && len > next) {
		n->s->w->item(n->s->o);
		nl__attrs(n, at + next, len - next, &attrs);
	}
	return true;
}

static const struct flag_table *flags(uint16_t type)
{
	switch (type) {
	case CRYPTO_MSG_NEWALG:
		return &netlink_new_flags;
	case CRYPTO_MSG_DELALG:
	case CRYPTO_MSG_DELRNG:
		return &netlink_delete_flags;
	case CRYPTO_MSG_GETALG:
		return &netlink_get_flags;
	default:
		return NULL;
	}
}

const struct nl_protocol nl_crypto = { .types = &crypto_msg_types, .flags = flags, .payload = show_payload, PAYLOADS(payloads) };
