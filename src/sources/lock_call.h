/* SPDX-License-Identifier: BSD-2-Clause */
/* lock_call.h - calls that ask for locks of files (a row's `locks`), and who has what they ask for. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "beautifiers/show.h"
#include "host/awaited.h"

/* What a call asks for. false: for none, it gives one up, or which range of bytes it means is not known. */
bool lock_call__request(const struct call *c, struct lock_request *l);
/*
 * For a call that waits for a lock, or has not got it: fills *l, or returns false. Who has the lock, as awaited__holders() then tells, becomes a
 * REC_PEER each with the call's time for push(), to come before the call's record.
 */
bool lock_call__is_open(const struct call *c, struct lock_request *l);
void lock_call__push(const struct call *c, const struct awaited *a, void (*push)(void *ctx, const struct rec *rec), void *ctx);
