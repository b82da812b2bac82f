// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_unexported.c - values of socket options whose structures headers of supported distributions lack: of Bluetooth, which no UAPI header
 * has (net/bluetooth/ of the kernel), and of TCP-AO (linux/tcp.h, 6.7).
 */
#include <sys/socket.h>

#include "kinds.h"
#include "made_shapes.h"

/* -- Bluetooth --------------------------------------------------------------------------------------------------------- */

struct security { uint8_t level, key_size; };		/* bluetooth.h, as the next */
static const struct field security_fields[] = { FIELD_FLAGS(struct security, level, enum, bt_security_levels), FIELD(struct security, key_size, uint) };
const struct shape shape_bt_security = SHAPE(struct security, security_fields);
struct voice { uint16_t setting; };
static const struct field voice_fields[] = { FIELD_FLAGS(struct voice, setting, enum, bt_voices) };
const struct shape shape_bt_voice = SHAPE(struct voice, voice_fields);

/* Three bytes of a device's class, which is written as a number: the last byte first */
static void show_class(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a, (void)len;
	s->w->hex(s->o, (uint64_t)p[2] << 16 | (uint64_t)p[1] << 8 | p[0]);
}
static const struct shape dev_class = { .name = "dev_class", .size = 3, .show = show_class };

struct ufilter { uint32_t type_mask, event_mask[2]; uint8_t opcode[2]; };	/* hci_sock.h: struct hci_ufilter */
static void show_le16(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a, (void)len;
	s->w->hex(s->o, (uint64_t)p[1] << 8 | p[0]);
}
static const struct shape le16 = { .name = "le16", .size = 2, .show = show_le16 };
static const struct field ufilter_fields[] = {
	FIELD(struct ufilter, type_mask, hex),
	FIELD_NAMED(struct ufilter, event_mask[0], "event_mask[0]", hex),
	FIELD_NAMED(struct ufilter, event_mask[1], "event_mask[1]", hex),
	FIELD_STRUCT(struct ufilter, opcode, le16),
};
const struct shape shape_hci_filter = SHAPE(struct ufilter, ufilter_fields);

struct l2cap { uint16_t omtu, imtu, flush_to; uint8_t mode, fcs, max_tx; uint16_t txwin_size; };	/* l2cap.h: struct l2cap_options */
static const struct field l2cap_fields[] = {
	FIELDS(struct l2cap, uint, omtu, imtu, flush_to), FIELD_FLAGS(struct l2cap, mode, enum, l2cap_modes), FIELDS(struct l2cap, uint, fcs, max_tx, txwin_size),
};
const struct shape shape_l2cap_options = SHAPE(struct l2cap, l2cap_fields);

struct conninfo { uint16_t hci_handle; uint8_t dev_class[3]; };		/* struct l2cap_conninfo, sco_conninfo, rfcomm_conninfo */
static const struct field conninfo_fields[] = { FIELD(struct conninfo, hci_handle, uint), FIELD_STRUCT(struct conninfo, dev_class, dev_class) };
const struct shape shape_bt_conninfo = SHAPE(struct conninfo, conninfo_fields);

struct sco { uint16_t mtu; };		/* sco.h: struct sco_options */
static const struct field sco_fields[] = { FIELD(struct sco, mtu, uint) };
const struct shape shape_sco_options = SHAPE(struct sco, sco_fields);

/* -- TCP-AO: the first bits of a word, which are its upper ones in ABIs of big endian ----------------------------------- */

#define BIT(type, member, n, at) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_uint }, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), .bit = at, .bits = 1 }
#define BITS_2(type, member, top, up, a, b) BIT(type, member, a, (up) ? (top) : 0), BIT(type, member, b, (up) ? (top) - 1 : 1)
#define BITS_3(type, member, top, up, a, b, c) BITS_2(type, member, top, up, a, b), BIT(type, member, c, (up) ? (top) - 2 : 2)
#define BITS_5(type, member, top, up, a, b, c, d, e) \
	BITS_3(type, member, top, up, a, b, c), BIT(type, member, d, (up) ? (top) - 3 : 3), BIT(type, member, e, (up) ? (top) - 4 : 4)

static const struct shape address = { .name = "sockaddr_storage", .size = 128, .show = show_sockaddr_within };

/* The field before it that holds its length is the last of the other ones. */
static void show_key(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t n = p[-1];

	(void)a;
	s->w->octets(s->o, p, n < len ? n : len, STRING_WHOLE);
}
static const struct shape key = { .name = "key", .size = 80, .show = show_key };

struct ao_add {		/* struct tcp_ao_add */
	uint8_t addr[128]; char alg_name[64]; int32_t ifindex; uint32_t bits; uint16_t reserved2; uint8_t prefix, sndid, rcvid, maclen, keyflags, keylen, key[80];
} __attribute__((aligned(8)));
#define AO_ADD(up) { \
	FIELD_STRUCT(struct ao_add, addr, address), FIELD(struct ao_add, alg_name, chars), FIELD(struct ao_add, ifindex, ifindex), \
	BITS_2(struct ao_add, bits, 31, up, "set_current", "set_rnext"), FIELDS(struct ao_add, uint, prefix, sndid, rcvid, maclen), \
	FIELD_FLAGS(struct ao_add, keyflags, flags, tcp_ao_key_flags), FIELD(struct ao_add, keylen, uint), FIELD_STRUCT(struct ao_add, key, key) }

struct ao_del {		/* struct tcp_ao_del */
	uint8_t addr[128]; int32_t ifindex; uint32_t bits; uint16_t reserved2; uint8_t prefix, sndid, rcvid, current_key, rnext, keyflags;
} __attribute__((aligned(8)));
#define AO_DEL(up) { \
	FIELD_STRUCT(struct ao_del, addr, address), FIELD(struct ao_del, ifindex, ifindex), \
	BITS_3(struct ao_del, bits, 31, up, "set_current", "set_rnext", "del_async"), \
	FIELDS(struct ao_del, uint, prefix, sndid, rcvid, current_key, rnext), FIELD_FLAGS(struct ao_del, keyflags, flags, tcp_ao_key_flags) }

struct ao_info {	/* struct tcp_ao_info_opt */
	uint32_t bits; uint16_t reserved2; uint8_t current_key, rnext; uint64_t pkt_good, pkt_bad, pkt_key_not_found, pkt_ao_required, pkt_dropped_icmp;
};
#define AO_INFO(up) { \
	BITS_5(struct ao_info, bits, 31, up, "set_current", "set_rnext", "ao_required", "set_counters", "accept_icmps"), \
	FIELDS(struct ao_info, uint, current_key, rnext), \
	FIELDS(struct ao_info, ulong, pkt_good, pkt_bad, pkt_key_not_found, pkt_ao_required, pkt_dropped_icmp) }

/* struct tcp_ao_getsockopt. Its key is before its length */
struct ao_get {
	uint8_t addr[128]; char alg_name[64]; uint8_t key[80]; uint32_t nkeys; uint16_t bits; uint8_t sndid, rcvid, prefix, maclen, keyflags, keylen; int32_t ifindex;
	uint64_t pkt_good, pkt_bad;
} __attribute__((aligned(8)));
static void show_returned_key(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t n = a->holder[offsetof(struct ao_get, keylen)];

	s->w->octets(s->o, p, n < len ? n : len, STRING_WHOLE);
}
static const struct shape returned_key = { .name = "key", .size = 80, .show = show_returned_key };
#define AO_GET(up) { \
	FIELD_STRUCT(struct ao_get, addr, address), FIELD(struct ao_get, alg_name, chars), FIELD_STRUCT(struct ao_get, key, returned_key), FIELD(struct ao_get, nkeys, uint), \
	BITS_3(struct ao_get, bits, 15, up, "is_current", "is_rnext", "get_all"), FIELDS(struct ao_get, uint, sndid, rcvid, prefix, maclen), \
	FIELD_FLAGS(struct ao_get, keyflags, flags, tcp_ao_key_flags), FIELD(struct ao_get, keylen, uint), FIELD(struct ao_get, ifindex, ifindex), \
	FIELDS(struct ao_get, ulong, pkt_good, pkt_bad) }

#define OF_TWO_ENDS(id, type, F) \
	static const struct field id##_fields[] = F(0), id##_big[] = F(1); \
	static const struct shape id##_s390 = SHAPE(type, id##_big); \
	const struct shape shape_tcp_##id = SHAPE(type, id##_fields, .s390 = &id##_s390)
OF_TWO_ENDS(ao_add, struct ao_add, AO_ADD);
OF_TWO_ENDS(ao_del, struct ao_del, AO_DEL);
OF_TWO_ENDS(ao_info, struct ao_info, AO_INFO);
OF_TWO_ENDS(ao_getsockopt, struct ao_get, AO_GET);

struct ao_repair { uint32_t snt_isn, rcv_isn, snd_sne, rcv_sne; };	/* struct tcp_ao_repair */
static const struct field ao_repair_fields[] = { FIELDS(struct ao_repair, be32, snt_isn, rcv_isn), FIELDS(struct ao_repair, uint, snd_sne, rcv_sne) };
const struct shape shape_tcp_ao_repair = SHAPE(struct ao_repair, ao_repair_fields);

struct token { uint32_t token_start, token_count; };	/* struct dmabuf_token: linux/uio.h, 6.12 */
static const struct field token_fields[] = { FIELDS(struct token, uint, token_start, token_count) };
const struct shape shape_dmabuf_token = SHAPE(struct token, token_fields);

struct full_info {	/* struct mptcp_full_info: linux/mptcp.h, 6.5 */
	uint32_t size_tcpinfo_kernel, size_tcpinfo_user, size_sfinfo_kernel, size_sfinfo_user, num_subflows, size_arrays_user;
	uint64_t subflow_info, tcp_info;
};
static void show_info(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	const struct shape *sh = shape__of(&shape_mptcp_info, s->abi);

	if (sh->nfields)
		show__shape(s, a, sh, p, len);
	else
		s->w->octets(s->o, p, len, STRING_WHOLE);
}
static const struct shape info = { .name = "mptcp_info", .size = 1, .show = show_info };
static const struct field full_info_fields[] = {
	FIELDS(struct full_info, uint, size_tcpinfo_kernel, size_tcpinfo_user, size_sfinfo_kernel, size_sfinfo_user, num_subflows, size_arrays_user),
	FIELDS(struct full_info, hex64, subflow_info, tcp_info), FIELD_REST("mptcp_info", sizeof(struct full_info), .shape = &info),
};
const struct shape shape_mptcp_full_info = SHAPE(struct full_info, full_info_fields);
