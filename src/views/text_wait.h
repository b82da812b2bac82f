/* SPDX-License-Identifier: BSD-2-Clause */
/* text_wait.h - where the time of a call went, in the text format. */
#pragma once

#include "session/view.h"

void text__wait(struct out *o, const struct event *e, const struct wait_split *w);
