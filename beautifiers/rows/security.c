// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on keys, and of those that restrict what a process may do: seccomp, landlock, security modules. */
#include <linux/keyctl.h>
#include <linux/seccomp.h>

#include "beautifiers/rows.h"
#include "beautifiers/shape.h"
#include "beautifiers/show.h"
#include "made_shapes.h"

#define LANDLOCK "anon_inode:[landlock-ruleset]"

#define KEY(n)  ENUM_INT(n, key_special_ids)	/* a serial number, or one of the process's own keyrings */

#define KEYCTL(cmd, ...) { KEYCTL_##cmd, { "keyctl", ARGS(ENUM("option", keyctl_cmds), ##__VA_ARGS__) } }
#define KEYCTL_RET(cmd, what, ...) { KEYCTL_##cmd, { "keyctl", ARGS(ENUM("option", keyctl_cmds), what), ##__VA_ARGS__ } }

/* struct keyctl_kdf_params of linux/keyctl.h */
static bool any_byte(const uint8_t *p, unsigned n)
{
	while (n && !p[n - 1])
		n--;
	return n;
}

static const struct field spare_field[] = { { .spec = HEX32(""), .size = 4 } };
static const struct shape spare_word = { .name = "u32", .size = 4, .nfields = 1, .fields = spare_field, .bare = true };
#define SPARE(t) \
	static bool t##_has_spare(const struct call *c, const uint8_t *p) \
	{ \
		(void)c; \
		return any_byte(p + offsetof(struct t, __spare), sizeof(((struct t *)0)->__spare)); \
	}
#define SPARE_FIELD(t) FIELD_STRUCT(struct t, __spare, spare_word, .when = t##_has_spare)

#define KDF(t, W) \
	struct t { W hashname, otherinfo; uint32_t otherinfolen, __spare[8]; }; \
	SPARE(t) \
	static bool t##_has_info(const struct call *c, const uint8_t *p) \
	{ \
		return load_uint(p + offsetof(struct t, otherinfolen), 4, c->swap); \
	} \
	static bool t##_has_no_info(const struct call *c, const uint8_t *p) \
	{ \
		return !t##_has_info(c, p); \
	} \
	static const struct field t##_fields[] = { \
		DEREF_ONE(struct t, hashname, str), DEREF(struct t, otherinfo, buf_in, otherinfolen, .when = t##_has_info), \
		FIELD(struct t, otherinfo, ptr, .when = t##_has_no_info, .len_offset = offsetof(struct t, otherinfolen), .len_size = 4), FIELD(struct t, otherinfolen, uint), SPARE_FIELD(t), \
	};
KDF(kdf64, uint64_t)
KDF(kdf32, uint32_t)
static const struct shape shape_kdf32 = SHAPE(struct kdf32, kdf32_fields);
static const struct shape shape_kdf = SHAPE(struct kdf64, kdf64_fields, .compat = &shape_kdf32, .x32_compat = true);

/* strace's format has the result as a number. */
static const struct row set_reqkey = { "keyctl", ARGS(ENUM("option", keyctl_cmds), ENUM_INT("reqkey_defl", key_reqkey_dests, .strace = &kind_enum_dec)) };

/* strace 6.1 knows only the name. */
static const struct row watch_key = { "keyctl", ARGS(ENUM("option", keyctl_cmds), HEX("arg2"), HEX("arg3"), HEX("arg4"), HEX("arg5")) };

static const struct subrow keyctl_subs[] = {
	KEYCTL(GET_KEYRING_ID,       KEY("id"), INT("create")),
	KEYCTL(JOIN_SESSION_KEYRING, STR("name")),
	KEYCTL(UPDATE,               KEY("id"), BUF_IN("payload", 3), ULONG("plen")),
	KEYCTL(REVOKE,               KEY("id")),
	KEYCTL(CHOWN,                KEY("id"), UID("user"), GID("group")),
	KEYCTL(SETPERM,              KEY("id"), FLAGS("perm", key_perms)),
	KEYCTL(DESCRIBE,             KEY("id"), BUF_OUT_MAX("buffer", 3, .strace = &kind_key_text), ULONG("buflen")),
	KEYCTL(CLEAR,                KEY("ringid")),
	KEYCTL(LINK,                 KEY("id"), KEY("ringid")),
	KEYCTL(UNLINK,               KEY("id"), KEY("ringid")),
	KEYCTL(SEARCH,               KEY("ringid"), STR("type"), STR("description"), KEY("destringid")),
	KEYCTL(READ,                 KEY("id"), BUF_OUT_MAX("buffer", 3, .strace = &kind_key_data), ULONG("buflen")),
	KEYCTL(INSTANTIATE,          KEY("id"), BUF_IN("payload", 3), ULONG("plen"), KEY("ringid")),
	KEYCTL(NEGATE,               KEY("id"), UINT("timeout"), KEY("ringid")),
	KEYCTL_RET(SET_REQKEY_KEYRING, ENUM_INT("reqkey_defl", key_reqkey_dests), RET_ENUM, .ret_flags = &key_reqkey_dests, .strace = &set_reqkey),
	KEYCTL(SET_TIMEOUT,          KEY("id"), UINT("timeout")),
	KEYCTL(ASSUME_AUTHORITY,     KEY("id")),
	KEYCTL(GET_SECURITY,         KEY("id"), BUF_OUT_MAX("buffer", 3, .strace = &kind_key_text), ULONG("buflen")),
	KEYCTL(SESSION_TO_PARENT),
	KEYCTL(REJECT,               KEY("id"), UINT("timeout"), ARG_("error", errno), KEY("ringid")),
	KEYCTL(INSTANTIATE_IOV,      KEY("id"), IOVEC_IN("payload_iov", 3), UINT("ioc", .strace = &kind_ulong), KEY("ringid")),
	KEYCTL(INVALIDATE,           KEY("id")),
	KEYCTL(GET_PERSISTENT,       UID("uid"), KEY("destid")),
	KEYCTL(DH_COMPUTE,           STRUCT_IN("params", shape_keyctl_dh_params), BUF_OUT_MAX("buffer", 3, .strace = &kind_key_data), ULONG("buflen"), STRUCT_IN("kdf", shape_kdf)),
	KEYCTL(PKEY_QUERY,           KEY("id"), ARG_("reserved", hidden, .strace = &kind_hex), STR("info"), STRUCT_OUT("res", shape_keyctl_pkey_query)),
	KEYCTL(PKEY_ENCRYPT,         STRUCT_IN("params", shape_keyctl_pkey_params), STR("info"), ARG_("in", pkey_in), ARG_("out", pkey_out)),
	KEYCTL(PKEY_DECRYPT,         STRUCT_IN("params", shape_keyctl_pkey_params), STR("info"), ARG_("in", pkey_in), ARG_("out", pkey_out)),
	KEYCTL(PKEY_SIGN,            STRUCT_IN("params", shape_keyctl_pkey_params), STR("info"), ARG_("in", pkey_in), ARG_("out", pkey_out)),
	KEYCTL(PKEY_VERIFY,          STRUCT_IN("params", shape_keyctl_pkey_verify), STR("info"), ARG_("in", pkey_in), ARG_("in2", pkey_in2)),
	KEYCTL(RESTRICT_KEYRING,     KEY("id"), STR("type"), STR("restriction")),
	KEYCTL(MOVE,                 KEY("id"), KEY("from_ringid"), KEY("to_ringid"), FLAGS("flags", keyctl_move_flags)),
	KEYCTL(CAPABILITIES,         ARG_("buffer", key_caps, .len_arg = 2), ULONG("buflen")),
	{ KEYCTL_WATCH_KEY, { "keyctl", ARGS(ENUM("option", keyctl_cmds), KEY("id"), FD("watch_queue_fd"), INT("watch_id")), .strace = &watch_key } },
};

static const struct field action_fields[] = {
	{ .spec = ENUM("", seccomp_actions), .size = 4 },
};

static const struct shape shape_action = { .name = "action", .size = 4, .fields = action_fields, .nfields = 1, .bare = true };

#define FILTER_ARGS ARGS(ENUM("op", seccomp_ops), FLAGS("flags", seccomp_flags), STRUCT_IN("uargs", shape_seccomp_fprog))
static const struct subrow seccomp_filters[] = {
	{ SECCOMP_FILTER_FLAG_NEW_LISTENER, { "seccomp", FILTER_ARGS, RET_FD, OPENS_INFO, .cloexec = true, .fd_name = "anon_inode:seccomp notify" } },
};

static const struct subrow seccomp_subs[] = {
	{ SECCOMP_SET_MODE_STRICT,  { "seccomp", ARGS(ENUM("op", seccomp_ops), HEX32("flags"), PTR("uargs")) } },
	{ SECCOMP_SET_MODE_FILTER,  { "seccomp", FILTER_ARGS, SUB_MASK(1, SECCOMP_FILTER_FLAG_NEW_LISTENER, seccomp_filters) } },
	{ SECCOMP_GET_ACTION_AVAIL, { "seccomp", ARGS(ENUM("op", seccomp_ops), HEX32("flags"), STRUCT_IN("uargs", shape_action)) } },
	{ SECCOMP_GET_NOTIF_SIZES,  { "seccomp", ARGS(ENUM("op", seccomp_ops), HEX32("flags"), STRUCT_OUT("uargs", shape_seccomp_notif_sizes)) } },
};

/* linux/landlock.h: structures have grown; older programs pass less of them. */
struct landlock_ruleset {
	uint64_t handled_access_fs, handled_access_net, scoped, quiet_access_fs, quiet_access_net, quiet_scoped;	/* the last three by 7.2 */
};

struct landlock_path_beneath {
	uint64_t allowed_access;
	int32_t parent_fd;
} __attribute__((packed));

struct landlock_net_port {
	uint64_t allowed_access, port;
};

static const struct field ruleset_fields[] = {
	FIELD_FLAGS(struct landlock_ruleset, handled_access_fs,  flags64, landlock_access_fs),
	FIELD_FLAGS(struct landlock_ruleset, handled_access_net, flags64, landlock_access_net),
	FIELD_FLAGS(struct landlock_ruleset, scoped,             flags64, landlock_scopes),
	FIELD_FLAGS(struct landlock_ruleset, quiet_access_fs,    flags64, landlock_access_fs),
	FIELD_FLAGS(struct landlock_ruleset, quiet_access_net,   flags64, landlock_access_net),
	FIELD_FLAGS(struct landlock_ruleset, quiet_scoped,       flags64, landlock_scopes),
};

static const struct field path_beneath_fields[] = {
	FIELD_FLAGS(struct landlock_path_beneath, allowed_access, flags64, landlock_access_fs),
	FIELD(struct landlock_path_beneath, parent_fd, fd),
};

static const struct field net_port_fields[] = {
	FIELD_FLAGS(struct landlock_net_port, allowed_access, flags64, landlock_access_net),
	FIELD(struct landlock_net_port, port, ulong),
};

static const struct shape ruleset_strace = { .name = "landlock_ruleset", .size = 8, .fields = ruleset_fields, .nfields = 1, .min_passed = 8, .tail = TAIL_DOTS };
static const struct shape shape_ruleset = SHAPE(struct landlock_ruleset, ruleset_fields, .strace = &ruleset_strace);
static const struct shape shape_path_beneath = SHAPE(struct landlock_path_beneath, path_beneath_fields);
static const struct shape shape_net_port = SHAPE(struct landlock_net_port, net_port_fields);

enum { PATH_BENEATH = 1, NET_PORT };	/* enum landlock_rule_type of linux/landlock.h: 5.13, 6.7 */

static const struct subrow landlock_rules[] = {
	{ PATH_BENEATH, { "landlock_add_rule", ARGS(FD("ruleset_fd"), ENUM("rule_type", landlock_rule_types), STRUCT_IN("rule_attr", shape_path_beneath), FLAGS("flags", landlock_rule_flags, .strace = &kind_hex32)) } },
	{ NET_PORT,     { "landlock_add_rule", ARGS(FD("ruleset_fd"), ENUM("rule_type", landlock_rule_types), STRUCT_IN("rule_attr", shape_net_port), FLAGS("flags", landlock_rule_flags, .strace = &kind_hex32)) } },
};

/* With a flag it returns information about landlock, not a descriptor. */
#define LANDLOCK_ASK(flag, ...) { flag, { "landlock_create_ruleset", ARGS(PTR("attr"), ULONG("size"), FLAGS("flags", landlock_create_flags)), ##__VA_ARGS__ } }

static const struct subrow landlock_asks[] = { LANDLOCK_ASK(1), LANDLOCK_ASK(2, RET_HEX) };	/* the ABI's version; the set of fixed errata */

static const struct field lsm_id_field[] = { { .spec = { .name = "", .kind = &kind_enum64, .flags = &lsm_ids }, .size = 8 } };
static const struct shape shape_lsm_id = { .name = "lsm_id", .size = 8, .fields = lsm_id_field, .nfields = 1, .bare = true };

static const struct row rows[] = {
	/* Keys */
	{ "add_key",                 ARGS(STR("_type"), STR("_description"), BUF_IN("_payload", 3), ULONG("plen"), KEY("ringid")) },
	{ "request_key",             ARGS(STR("_type"), STR("_description"), STR("_callout_info"), KEY("destringid")) },
	{ "keyctl",                  ARGS(ENUM("option", keyctl_cmds), HEX("arg2"), HEX("arg3"), HEX("arg4"), HEX("arg5")), SUB(0, keyctl_subs) },

	/* Restrictions */
	{ "seccomp",                 ARGS(ENUM("op", seccomp_ops), HEX32("flags"), PTR("uargs")), SUB(0, seccomp_subs) },
	{ "landlock_create_ruleset", ARGS(STRUCT_SIZED("attr", shape_ruleset, 1), ULONG("size"), FLAGS("flags", landlock_create_flags)), RET_FD, OPENS_INFO, .cloexec = true, .fd_name = LANDLOCK, SUB(2, landlock_asks) },
	{ "landlock_add_rule",       ARGS(FD("ruleset_fd"), ENUM("rule_type", landlock_rule_types), PTR("rule_attr"), FLAGS("flags", landlock_rule_flags, .strace = &kind_hex32)), SUB(1, landlock_rules) },
	{ "landlock_restrict_self",  ARGS(FD("ruleset_fd"), FLAGS("flags", landlock_restrict_flags, .strace = &kind_hex32)) },
	{ "lsm_get_self_attr",       ARGS(ENUM("attr", lsm_attrs), ARG_("ctx", lsm_out, .shape = &shape_lsm_ctx, .len_arg = 2), STRUCT_INOUT("size", shape_uint, .on_error = true), FLAGS("flags", lsm_flags)) },
	{ "lsm_set_self_attr",       ARGS(ENUM("attr", lsm_attrs), ARG_("ctx", lsm_in, .shape = &shape_lsm_ctx, .len_arg = 2), UINT("size"), HEX32("flags")) },
	{ "lsm_list_modules",        ARGS(ARRAY_OUT("ids", shape_lsm_id), STRUCT_INOUT("size", shape_uint, .on_error = true), HEX32("flags")) },
};

const struct row_table rows_security = ROW_TABLE(rows);
