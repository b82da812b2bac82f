/* SPDX-License-Identifier: BSD-2-Clause */
/* event_print.h - what the kernel's own way to print an event tells of its fields. */
#ifndef TRACE_EVENT_PRINT_H
#define TRACE_EVENT_PRINT_H

#include <stdbool.h>

/*
 * `print`: the last part of an event's description, from "print fmt:" on: a format as printf(3) has it, and arguments. Is the
 * field printed as it is, and in hexadecimal or as an address?
 */
bool event_print__is_hex(const char *print, const char *field);

#endif
