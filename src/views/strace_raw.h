/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_raw.h - calls of -e raw: arguments and results in hexadecimal. */
#pragma once

struct call;
struct out;

void strace_raw__args(struct out *o, const struct call *c);
void strace_raw__result(struct out *o, const struct call *c);
