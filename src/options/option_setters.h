/* SPDX-License-Identifier: BSD-2-Clause */
/* option_setters.h - what options do that set more than one member of struct options: `set` of a row of the table. */
#pragma once

#include "option_table.h"

option_set_fn set__time_of_day, set__pids, set__tids, set__attach, set__user, set__cgroup, set__container, set__pod;
option_set_fn set__unit, set__select, set__filter, set__faults, set__cpus, set__path, set__comm, set__compress;
option_set_fn set__rotate, set__format, set__tables, set__schema, set__cluster, set__flame, set__summary, set__heat;
option_set_fn set__by, set__interval, set__view, set__show, set__slow, set__batch, set__top_by, set__width, set__color;
option_set_fn set__progress, set__call_graph, set__wait, set__waits, set__string_limit, set__late, serve__help;
option_set_fn serve__version;
