// SPDX-License-Identifier: BSD-2-Clause
/* interrupt.c - owns the count of signals that end tracing. */
#include "interrupt.h"

volatile int interrupt__count;
