// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_tty.c - requests to terminals. */
#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <asm/termios.h>
#include <linux/serial.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"
#include "made_shapes.h"

/* struct termios of the kernel, and termios2: asm/termbits.h. powerpc has another layout, and other indices of control
 * characters. */
struct tty_attr { uint32_t c_iflag, c_oflag, c_cflag, c_lflag; uint8_t c_line, c_cc[19]; };
struct tty_attr2 { uint32_t c_iflag, c_oflag, c_cflag, c_lflag; uint8_t c_line, c_cc[19]; uint32_t c_ispeed, c_ospeed; };
struct tty_attr_ppc { uint32_t c_iflag, c_oflag, c_cflag, c_lflag; uint8_t c_cc[19], c_line; uint32_t c_ispeed, c_ospeed; };
struct tty_attr_old { uint16_t c_iflag, c_oflag, c_cflag, c_lflag; uint8_t c_line, c_cc[8]; };	/* struct termio */

#define CHAR(n) { .spec = { .name = #n, .name_len = sizeof(#n) - 1, .kind = &kind_hex }, .offset = n, .size = 1 }
static const struct field cc_fields[] = {
	CHAR(VINTR), CHAR(VQUIT), CHAR(VERASE), CHAR(VKILL), CHAR(VEOF), CHAR(VTIME), CHAR(VMIN), CHAR(VSWTC), CHAR(VSTART),
	CHAR(VSTOP), CHAR(VSUSP), CHAR(VEOL), CHAR(VREPRINT), CHAR(VDISCARD), CHAR(VWERASE), CHAR(VLNEXT), CHAR(VEOL2),
};
static void show_chars_by_index(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->array_begin(s->o);
	for (unsigned i = 0; i < len; i++) {
		const char *name = NULL;

		for (unsigned n = 0; n < sizeof(cc_fields) / sizeof(cc_fields[0]); n++)
			if (cc_fields[n].offset == i)
				name = cc_fields[n].spec.name;
		s->w->item(s->o);
		s->w->index(s->o, i, 0, name, 0, NULL);
		s->w->hex(s->o, p[i]);
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}
static const struct shape cc_strace = { .name = "c_cc", .size = 19, .show = show_chars_by_index };
static const struct shape cc_old_strace = { .name = "c_cc", .size = 8, .show = show_chars_by_index };
static const struct shape shape_cc = { .name = "c_cc", .size = 19, .fields = cc_fields, .nfields = sizeof(cc_fields) / sizeof(cc_fields[0]), .strace = &cc_strace };
static const struct shape shape_cc_old = { .name = "c_cc", .size = 8, .fields = cc_fields, .nfields = 8, .strace = &cc_old_strace };
static const struct field char_field[] = { { .spec = { .name = "", .kind = &kind_hex }, .size = 1 } };
static const struct shape shape_cc_char = { .name = "c_cc", .size = 1, .fields = char_field, .nfields = 1, .bare = true };

#define BRIEF .brief = true
#define ATTR_FIELDS(t, cc, ...) { \
	FIELD_FLAGS(struct t, c_iflag, flags, termios_iflags, BRIEF, .spec.strace = &kind_flags_if_any), FIELD_FLAGS(struct t, c_oflag, flags, termios_oflags, BRIEF, .spec.strace = &kind_oflags), \
	FIELD_FLAGS(struct t, c_cflag, flags, termios_cflags, BRIEF, .spec.strace = &kind_cflags), FIELD_FLAGS(struct t, c_lflag, flags, termios_lflags, BRIEF, .spec.strace = &kind_flags_if_any), \
	FIELD_FLAGS(struct t, c_line, enum, tty_disciplines), FIELD_STRUCT(struct t, c_cc, cc), ##__VA_ARGS__ }
#define SPEEDS(t) FIELD(struct t, c_ispeed, uint), FIELD(struct t, c_ospeed, uint)
static const struct field attr_fields[] = ATTR_FIELDS(tty_attr, shape_cc), attr2_fields[] = ATTR_FIELDS(tty_attr2, shape_cc, SPEEDS(tty_attr2)),
	attr_ppc_fields[] = ATTR_FIELDS(tty_attr_ppc, shape_cc_char, SPEEDS(tty_attr_ppc)), attr_old_fields[] = ATTR_FIELDS(tty_attr_old, shape_cc_old);
static const struct shape attr_ppc = SHAPE(struct tty_attr_ppc, attr_ppc_fields, .abridge = true);
static const struct shape termios = SHAPE(struct tty_attr, attr_fields, .abridge = true, .ppc = &attr_ppc);
static const struct shape termios2 = SHAPE(struct tty_attr2, attr2_fields, .abridge = true, .ppc = &attr_ppc);
static const struct shape termio = SHAPE(struct tty_attr_old, attr_old_fields, .abridge = true);

/* TIOCGLCKTRMIOS: the locked bits, in hexadecimal because a multi-bit field may be locked in part. */
static const struct field locks_fields[] = {
	FIELD(struct tty_attr, c_iflag, hex32), FIELD(struct tty_attr, c_oflag, hex32), FIELD(struct tty_attr, c_cflag, hex32),
	FIELD(struct tty_attr, c_lflag, hex32), FIELD(struct tty_attr, c_line, hex32), FIELD_STRUCT(struct tty_attr, c_cc, shape_cc),
};
static const struct shape termios_locks = SHAPE(struct tty_attr, locks_fields, .strace = &termios);

/* Single numbers, a character */
static const struct field modem_field[] = { { .spec = { .name = "", .kind = &kind_flags, .flags = &tty_modem_lines }, .size = 4 } };
static const struct shape modem = { .name = "int", .size = 4, .fields = modem_field, .nfields = 1, .bare = true };
static const struct field discipline_field[] = { { .spec = { .name = "", .kind = &kind_enum, .flags = &tty_disciplines, .strace = &kind_int }, .size = 4 } };
static const struct shape discipline = { .name = "int", .size = 4, .fields = discipline_field, .nfields = 1, .bare = true };
static const struct field device_field[] = { { .spec = { .name = "", .kind = &kind_dev_char, .strace = &kind_int }, .size = 4 } };
static const struct shape device = { .name = "dev", .size = 4, .fields = device_field, .nfields = 1, .bare = true };
static void show_char(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->bytes(s->o, p, len, STRING_WHOLE);
}
static const struct shape one_char = { .name = "char", .size = 1, .show = show_char };

static const struct row no_argument = { "ioctl", NONE };	/* strace shows none */

static const struct subrow rows[] = {
	/* Settings */
	REQUEST(TCGETS,         ARG(STRUCT_OUT("arg", termios))),
	REQUEST(TCSETS,         ARG(STRUCT_IN("arg", termios))),
	REQUEST(TCSETSW,        ARG(STRUCT_IN("arg", termios))),
	REQUEST(TCSETSF,        ARG(STRUCT_IN("arg", termios))),
#ifdef TCGETS2		/* powerpc has none */
	REQUEST(TCGETS2,        ARG(STRUCT_OUT("arg", termios2))),
	REQUEST(TCSETS2,        ARG(STRUCT_IN("arg", termios2))),
	REQUEST(TCSETSW2,       ARG(STRUCT_IN("arg", termios2))),
	REQUEST(TCSETSF2,       ARG(STRUCT_IN("arg", termios2))),
#endif
	REQUEST(TCGETA,         ARG(STRUCT_OUT("arg", termio))),
	REQUEST(TCSETA,         ARG(STRUCT_IN("arg", termio))),
	REQUEST(TCSETAW,        ARG(STRUCT_IN("arg", termio))),
	REQUEST(TCSETAF,        ARG(STRUCT_IN("arg", termio))),
	REQUEST(TIOCGLCKTRMIOS, ARG(STRUCT_OUT("arg", termios_locks))),
	REQUEST(TIOCSLCKTRMIOS, ARG(STRUCT_IN("arg", termios_locks))),
	REQUEST(TIOCGWINSZ,     ARG(STRUCT_OUT("arg", shape_winsize))),
	REQUEST(TIOCSWINSZ,     ARG(STRUCT_IN("arg", shape_winsize))),
	REQUEST(TIOCGSERIAL,    ARG(STRUCT_OUT("arg", shape_serial_struct)), BEYOND),
	REQUEST(TIOCSSERIAL,    ARG(STRUCT_IN("arg", shape_serial_struct)), .strace = &no_argument),
	REQUEST(TIOCGICOUNT,    ARG(STRUCT_OUT("arg", shape_serial_icounter)), BEYOND),
	REQUEST(TIOCGRS485,     ARG(STRUCT_OUT("arg", shape_serial_rs485)), BEYOND),
	REQUEST(TIOCSRS485,     ARG(STRUCT_INOUT("arg", shape_serial_rs485)), BEYOND),
	REQUEST(TIOCGSOFTCAR,   OUT),
	REQUEST(TIOCSSOFTCAR,   IN),
	REQUEST(TIOCMIWAIT,     ARG(FLAGS64("arg", tty_modem_lines)), BEYOND),
	REQUEST(TIOCSTI,        ARG(STRUCT_IN("arg", one_char))),
	REQUEST(TIOCSIG,        ARG(SIGNAL("arg")), BEYOND),
	REQUEST(TIOCGPKT,       OUT, BEYOND),
	REQUEST(TIOCGPTLCK,     OUT, BEYOND),
	REQUEST(TIOCGEXCL,      OUT),
	REQUEST(TIOCGDEV,       ARG(STRUCT_OUT("arg", device))),
	REQUEST(TIOCSERGETLSR,  OUT, BEYOND),

	/* Everything else */
	REQUEST(TIOCOUTQ,       OUT),	/* SIOCOUTQ too */
	REQUEST(TIOCGPGRP,      ARG(STRUCT_OUT("arg", shape_pid))),
	REQUEST(TIOCSPGRP,      ARG(STRUCT_IN("arg", shape_pid))),
	REQUEST(TIOCGSID,       ARG(STRUCT_OUT("arg", shape_pid))),
	REQUEST(TIOCGETD,       ARG(STRUCT_OUT("arg", discipline))),
	REQUEST(TIOCSETD,       ARG(STRUCT_IN("arg", discipline))),
	REQUEST(TIOCSCTTY,      NUMBER),
	REQUEST(TIOCNOTTY,      NONE),
	REQUEST(TIOCCONS,       NONE),
	REQUEST(TIOCVHANGUP,    NONE),
	REQUEST(TIOCSBRK,       NONE),
	REQUEST(TIOCCBRK,       NONE),
	REQUEST(TIOCEXCL,       NONE),
	REQUEST(TIOCNXCL,       NONE),
	REQUEST(TCSBRK,         NUMBER),
	REQUEST(TCSBRKP,        NUMBER),
	REQUEST(TCXONC,         ARG(ENUM64("arg", tty_flows))),
	REQUEST(TCFLSH,         ARG(ENUM64("arg", tty_flushes))),
	REQUEST(TIOCMGET,       ARG(STRUCT_OUT("arg", modem))),
	REQUEST(TIOCMSET,       ARG(STRUCT_IN("arg", modem))),
	REQUEST(TIOCMBIS,       ARG(STRUCT_IN("arg", modem))),
	REQUEST(TIOCMBIC,       ARG(STRUCT_IN("arg", modem))),
	REQUEST(TIOCPKT,        IN),
	REQUEST(TIOCSPTLCK,     IN),
	REQUEST(TIOCGPTN,       OUT),
#ifdef TIOCGPTPEER
	REQUEST(TIOCGPTPEER,    ARG(FLAGS("arg", open_flags)), RET_FD, OPENS_INFO, BEYOND),
#endif
};

const struct sub_table ioctls_tty = SUB_TABLE(rows);
