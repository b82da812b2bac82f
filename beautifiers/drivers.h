/* SPDX-License-Identifier: BSD-2-Clause */
/* drivers.h - which of the requests that share a number are a driver's: those of graphics devices and accelerators. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Is it a number that each driver of these devices gives a meaning of its own (drm.h)? */
bool drivers__share(uint32_t cmd);
/* May a driver have the request with this name? true if the driver is NULL, or one whose requests no header has. */
bool driver__has(const char *driver, const char *request);
/* A driver that has a request; NULL: all have it, or none is known. */
const char *driver__of(const char *request);
