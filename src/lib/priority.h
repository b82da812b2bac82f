/* SPDX-License-Identifier: BSD-2-Clause */
/* priority.h - threads that must run in time on a busy host. They mostly sleep, and bound what they use of a CPU. */
#pragma once

/* Gives the calling thread the highest priority that is permitted, and says which in words. */
const char *priority__raise(void);
