/* SPDX-License-Identifier: BSD-2-Clause */
/* hosts.h - --host: other hosts trace, and this one shows or keeps what they record. */
#pragma once

#include "config/options.h"

/* opt: the parsed options, with opt->remote.hosts, of the command line argv. They return the exit status. */
int hosts__show(const struct options *opt, int argc, char **argv);
/* A file of each host, NAME.HOST. */
int hosts__record(const struct options *opt, int argc, char **argv);
