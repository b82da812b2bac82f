// SPDX-License-Identifier: BSD-2-Clause
/* late_traceevent.c - functions of libtraceevent that are used. */
#include "late.h"

#ifndef NO_DLOPEN
#include <event-parse.h>

LATE_LIBRARY(traceevent, "libtraceevent1");

LATE(traceevent, struct tep_handle *, tep_alloc, (void), ())
LATE(traceevent, void, tep_free, (struct tep_handle *t), (t))
LATE(traceevent, void, tep_set_loglevel, (enum tep_loglevel level), (level))
LATE(traceevent, void, tep_set_file_bigendian, (struct tep_handle *t, enum tep_endian endian), (t, endian))
LATE(traceevent, void, tep_set_long_size, (struct tep_handle *t, int size), (t, size))
LATE(traceevent, enum tep_errno, tep_parse_event, (struct tep_handle *t, const char *text, unsigned long size, const char *system), (t, text, size, system))
LATE(traceevent, struct tep_event *, tep_get_first_event, (struct tep_handle *t), (t))
LATE(traceevent, struct tep_format_field *, tep_find_field, (struct tep_event *e, const char *name), (e, name))
#endif
