// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_ethtool.c - SIOCETHTOOL: an interface's name, and a pointer to a structure that begins with a command (linux/ethtool.h). */
#include <linux/ethtool.h>
#include <linux/sockios.h>

#include "beautifiers/kinds.h"
#include "ifreq.h"
#include "made_shapes.h"

#define MOST 528		/* bytes of a structure, without the array at its end */

/* -- Structures that headers alone do not describe -------------------------------------------------------------------- */

struct gstrings { uint32_t cmd, string_set, len; uint8_t data[]; };
static const struct field gstring_field[] = { { .spec = { .name = "", .kind = &kind_chars }, .size = ETH_GSTRING_LEN } };
static const struct shape gstring = { .name = "string", .size = ETH_GSTRING_LEN, .fields = gstring_field, .nfields = 1, .bare = true };
static const struct field gstrings_fields[] = {
	FIELD_FLAGS(struct gstrings, cmd, enum, ethtool_cmds), FIELD_FLAGS(struct gstrings, string_set, enum, ethtool_stringsets), FIELD(struct gstrings, len, uint),
	FOLLOWING(struct gstrings, data, array_out_n, len, .spec.shape = &gstring),
};
static const struct shape gstrings = SHAPE(struct gstrings, gstrings_fields);

/* -- Commands --------------------------------------------------------------------------------------------------------- */

/* The program passes the structure; the kernel fills it, or, as far as there is room, its array, and says how much there is */
enum how { PASSED, FILLED, FITTED };
#define SETS(id, shape) X(ETHTOOL_##id, &shape, PASSED)
#define GETS(id, shape) X(ETHTOOL_##id, &shape, FILLED)
#define FITS(id, shape) X(ETHTOOL_##id, &shape, FITTED)
#define VALUE_OF(id) GETS(G##id, shape_ethtool_value) SETS(S##id, shape_ethtool_value)
#define BOTH(id, shape) GETS(G##id, shape) SETS(S##id, shape)
#define COMMANDS \
	BOTH(SET, shape_ethtool_cmd) GETS(GDRVINFO, shape_ethtool_drvinfo) GETS(GREGS, shape_ethtool_regs) BOTH(WOL, shape_ethtool_wolinfo) \
	BOTH(MSGLVL, shape_ethtool_value_hex) SETS(NWAY_RST, shape_ethtool_value_none) GETS(GLINK, shape_ethtool_value) BOTH(EEPROM, shape_ethtool_eeprom) \
	BOTH(COALESCE, shape_ethtool_coalesce) BOTH(RINGPARAM, shape_ethtool_ringparam) BOTH(PAUSEPARAM, shape_ethtool_pauseparam) VALUE_OF(RXCSUM) VALUE_OF(TXCSUM) VALUE_OF(SG) \
	GETS(TEST, shape_ethtool_test) GETS(GSTRINGS, gstrings) SETS(PHYS_ID, shape_ethtool_value) GETS(GSTATS, shape_ethtool_stats) VALUE_OF(TSO) \
	GETS(GPERMADDR, shape_ethtool_perm_addr) VALUE_OF(UFO) VALUE_OF(GSO) BOTH(FLAGS, shape_ethtool_value_hex) BOTH(PFLAGS, shape_ethtool_value_hex) VALUE_OF(GRO) \
	BOTH(RXFH, shape_ethtool_rxnfc) GETS(GRXRINGS, shape_ethtool_rxnfc) GETS(GRXCLSRLCNT, shape_ethtool_rxnfc) GETS(GRXCLSRULE, shape_ethtool_rxnfc) \
	GETS(GRXCLSRLALL, shape_ethtool_rxnfc) SETS(SRXCLSRLDEL, shape_ethtool_rxnfc) SETS(SRXCLSRLINS, shape_ethtool_rxnfc) \
	SETS(FLASHDEV, shape_ethtool_flash) SETS(RESET, shape_ethtool_value_hex) GETS(GSSET_INFO, shape_ethtool_sset_info) FITS(GRXFHINDIR, shape_ethtool_rxfh_indir) SETS(SRXFHINDIR, shape_ethtool_rxfh_indir) \
	FITS(GFEATURES, shape_ethtool_gfeatures) SETS(SFEATURES, shape_ethtool_sfeatures) BOTH(CHANNELS, shape_ethtool_channels) SETS(SET_DUMP, shape_ethtool_dump) \
	GETS(GET_DUMP_FLAG, shape_ethtool_dump) GETS(GET_DUMP_DATA, shape_ethtool_dump) GETS(GET_TS_INFO, shape_ethtool_ts_info) \
	GETS(GMODULEINFO, shape_ethtool_modinfo) GETS(GMODULEEEPROM, shape_ethtool_eeprom) BOTH(EEE, shape_ethtool_eee) BOTH(RSSH, shape_ethtool_rxfh) \
	BOTH(TUNABLE, shape_ethtool_tunable) GETS(GPHYSTATS, shape_ethtool_stats) SETS(PERQUEUE, shape_ethtool_per_queue_op) \
	BOTH(LINKSETTINGS, shape_ethtool_link_settings) GETS(PHY_GTUNABLE, shape_ethtool_tunable) SETS(PHY_STUNABLE, shape_ethtool_tunable) BOTH(FECPARAM, shape_ethtool_fecparam)

#define X(cmd, shape, how) { cmd, shape },
static const struct subshape shapes[] = { COMMANDS };
#undef X
#define X(cmd, shape, how) how,
static const uint8_t hows[] = { COMMANDS };
#undef X

static const struct field command_field[] = { { .spec = ENUM("cmd", ethtool_cmds), .size = 4 } };
static const struct shape ethtool = {
	.name = "ethtool", .size = MOST, .fields = command_field, .nfields = 1, .sub = shapes, .nsub = sizeof(shapes) / sizeof(shapes[0]), .sub_size = 4,
};

/* What is not known is only a command. */
static void show_command(struct show *s, uint32_t cmd)
{
	s->w->struct_begin(s->o);
	show_field_name(s, "cmd");
	show__enum(s, &ethtool_cmds, cmd);
	s->w->struct_end(s->o, true);
}

/* An answer of which the array did not fit: the kernel has filled only what precedes it. */
static bool show_without_array(struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *in, const struct chunk *out)
{
	const struct field *array = &sh->fields[sh->nfields - 1];
	uint32_t end = array->len_offset + array->len_size;

	if (array->size || !array->leads || in->len < end || out->len < end ||
	    load_uint(chunk__bytes(out) + array->len_offset, array->len_size, s->swap) <= load_uint(chunk__bytes(in) + array->len_offset, array->len_size, s->swap))
		return false;
	s->w->struct_begin(s->o);
	for (const struct field *f = sh->fields; f < array; f++)
		if (f->offset + f->size <= out->len)
			show_member(s, a, f, chunk__bytes(out), out->len);
	s->w->struct_end(s->o, true);
	return true;
}

/* What the program passed, or, of a command that asks, what the kernel answered */
void show_ethtool(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = arg__memory(a, PART_SELF, true), *k;
	const struct shape *sh = NULL;
	struct arg inner = *a;
	unsigned i = 0;
	uint32_t cmd;

	if (!in || in->len < 4) {
		show_pointer(s, a, false);
		return;
	}
	cmd = (uint32_t)load_uint(chunk__bytes(in), 4, s->swap);
	while (i < ethtool.nsub && shapes[i].value != cmd)
		i++;
	inner.out = i < ethtool.nsub && hows[i] != PASSED;
	k = !inner.out ? in : a->call->done && !a->call->failed && out && out->len >= 4 ? out : NULL;
	if (i < ethtool.nsub)
		sh = shape__of(shapes[i].shape, s->abi);
	if (!k || !sh || !sh->nfields)
		show_command(s, cmd);
	else if (hows[i] != FITTED || !show_without_array(s, &inner, sh, in, k))
		show__shape(s, &inner, sh, chunk__bytes(k), k->len < sh->size ? k->len : sh->size);
}

#define VALUE_FIELD(bytes) VALUE("ifr_data", ethtool, bytes, .shape = &ethtool), .leads = true }
static const struct field data64[] = { NAME(ifreq64), VALUE_FIELD(8) }, data32[] = { NAME(ifreq32), VALUE_FIELD(4) };
static const struct shape ifreq_32 = SHAPE(struct ifreq32, data32);
static const struct shape ifreq = SHAPE(struct ifreq64, data64, .compat = &ifreq_32, .x32_compat = true);
static const struct row address = { "ioctl", ARG(PTR("arg")) };

static const struct subrow rows[] = { REQUEST(SIOCETHTOOL, ARG(STRUCT_IN("arg", ifreq)), .strace = &address) };
const struct sub_table ioctls_ethtool = SUB_TABLE(rows);
