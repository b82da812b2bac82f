/* SPDX-License-Identifier: BSD-2-Clause */
/* sockaddr.h - shared by show_sockaddr.c and show_sockaddr_other.c: layouts of socket addresses, by family. */
#pragma once

#include "kinds.h"

extern const struct shape sockaddr_ax25, sockaddr_rxrpc, sockaddr_ieee802154, sockaddr_alg, sockaddr_nfc, sockaddr_xdp, sockaddr_mctp;

/* AF_BLUETOOTH, whose addresses differ only in their length; NULL: no protocol has such a length */
const struct shape *sockaddr_bluetooth(uint32_t len);
/* An address of AF_INET or AF_INET6 that RXRPC uses; len: at least the family's least. */
void show_inet_transport(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len);
/* Text that must end with NUL within its `size` bytes, at least 1; strace does not show the last byte otherwise. */
void show_terminated(struct show *s, const uint8_t *p, uint32_t size);
