/* SPDX-License-Identifier: BSD-2-Clause */
/* event_print.h - learns from an event's print format which fields the kernel shows in hexadecimal. */
#pragma once

#include <stdbool.h>

/*
 * `print`: the last part of a format file, from "print fmt:" on: a printf(3) format and arguments. Returns the hexadecimal conversion
 * that prints the field unchanged: 'x', 'X' or 'p' (an address, whatever its declared type); 0: none.
 */
char event_print__hex(const char *print, const char *field);
