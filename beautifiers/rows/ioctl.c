// SPDX-License-Identifier: BSD-2-Clause
/* The row of ioctl, and the one list of its requests' tables. */
#include "ioctl.h"

extern const struct sub_table ioctls_any, ioctls_file, ioctls_namespace, ioctls_block, ioctls_loop, ioctls_cdrom;
extern const struct sub_table ioctls_i2c, ioctls_rtc, ioctls_uinput, ioctls_perf, ioctls_tty, ioctls_socket;
extern const struct sub_table ioctls_inet, ioctls_inet6, ioctls_interface, ioctls_ethtool, ioctls_input, ioctls_random, ioctls_opens, ioctls_tun;
extern const struct sub_table ioctls_link, ioctls_route4, ioctls_route6, ioctls_tee, ioctls_dm, ioctls_scsi, ioctls_console, ioctls_ptp, ioctls_ubi, ioctls_seccomp, ioctls_newer, ioctls_spi,
	ioctls_nilfs, ioctls_made;

static const struct sub_table *const tables[] = {
	&ioctls_any,
	&ioctls_file,
	&ioctls_namespace,
	&ioctls_block,
	&ioctls_loop,
	&ioctls_cdrom,
	&ioctls_i2c,
	&ioctls_rtc,
	&ioctls_uinput,
	&ioctls_perf,
	&ioctls_tty,
	&ioctls_socket,
	&ioctls_inet,
	&ioctls_inet6,
	&ioctls_interface,
	&ioctls_ethtool,
	&ioctls_input,
	&ioctls_random,
	&ioctls_opens,
	&ioctls_tun,
	&ioctls_link,
	&ioctls_route4,
	&ioctls_route6,
	&ioctls_tee,
	&ioctls_dm,
	&ioctls_scsi,
	&ioctls_console,
	&ioctls_ptp,
	&ioctls_ubi,
	&ioctls_seccomp,
	&ioctls_newer,
	&ioctls_spi,
	&ioctls_nilfs,
	&ioctls_made,
	NULL
};

#define PLAIN ARGS(FD("fd"), IOCTL_CMD("cmd"), IOCTL_ARG("arg", 1))
const struct row ioctl_plain = { "ioctl", PLAIN };

static const struct row rows[] = {
	{ "ioctl", PLAIN, SUB_TABLES(1, tables), .otherwise = ioctl__made_row, .comma_late = true },
};

const struct row_table rows_ioctl = ROW_TABLE(rows);
