/* SPDX-License-Identifier: BSD-2-Clause */
/* sockopt.h - rows of socket options, made of compact tables (sockopt_values.c) when they are first used. */
#pragma once

#include "beautifiers/row.h"

/* Levels that C libraries lack: linux/socket.h of the kernel, with the version that added them. */
#define LEVEL_UDPLITE 136
#define LEVEL_RFCOMM  18	/* net/bluetooth/bluetooth.h of the kernel */
#define LEVEL_CAN_RAW 101
#define LEVEL_CAN_ISOTP 106	/* SOL_CAN_BASE and the protocol: linux/can/isotp.h, can/j1939.h */
#define LEVEL_CAN_J1939 107
#define LEVEL_IPX     256
#define LEVEL_AX25    257
#define LEVEL_NETROM  259
#define LEVEL_ROSE    260
#define LEVEL_X25     262
#define LEVEL_ATM     264
#define LEVEL_IRDA    266
#define LEVEL_LLC     268
#define LEVEL_DCCP    269
#define LEVEL_TIPC    271
#define LEVEL_RXRPC   272
#define LEVEL_PPPOL2TP 273
#define LEVEL_BLUETOOTH 274
#define LEVEL_PNPIPE  275
#define LEVEL_RDS     276
#define LEVEL_IUCV    277
#define LEVEL_CAIF    278
#define LEVEL_ALG     279
#define LEVEL_NFC     280
#define LEVEL_KCM     281
#define LEVEL_TLS     282	/* 4.13 */
#define LEVEL_XDP     283	/* 4.18 */
#define LEVEL_MPTCP   284	/* 5.13 */
#define LEVEL_MCTP    285	/* 5.15 */
#define LEVEL_SMC     286	/* 5.19 */
#define LEVEL_VSOCK   AF_VSOCK

/* The row of an option whose value the tables describe. level: the row of its level, by which strace shows it, and which determines what is
 * captured. NULL: the tables lack it */
const struct row *sockopt__row(const struct row *level, enum abi abi, uint32_t option, const uint64_t *args, const struct names *names);
/* Of io_uring's requests to get or set an option, whose length is a number and the result: how the call's row shows it. NULL: as `request` does */
const struct row *sockopt__request_row(const struct row *request, enum abi abi, uint32_t level, const uint64_t *args, const struct names *names);
