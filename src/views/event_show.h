/* SPDX-License-Identifier: BSD-2-Clause */
/* event_show.h - emits the fields of events other than calls, with arg() and a value for each. */
#pragma once

#include "session/view.h"
#include "tracker/event_formats.h"

void event_show__fields(struct show *s, const struct other_event *o);
