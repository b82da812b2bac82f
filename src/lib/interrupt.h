/* SPDX-License-Identifier: BSD-2-Clause */
/* interrupt.h - signals that end tracing: counted by the signal handler, checked by code that may block. */
#pragma once

/* How many came so far. Above 1: give up also what only finishes slowly. */
extern volatile int interrupt__count;
