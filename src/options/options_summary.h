/* SPDX-License-Identifier: BSD-2-Clause */
/* options_summary.h - options of summaries, histograms and heat maps, once all are parsed. */
#pragma once

#include "config/options.h"

/* --flame and --heat FILE: a file has one picture, and nothing else. 0, or -EINVAL: the message was printed. */
int options__set_picture(struct options *o, const char *as, const char *file, const struct view_ops *view);
/*
 * --summary and its like choose what becomes of calls, --format how that is written. Options about groups imply --summary. 0, or -EINVAL: the
 * message was printed.
 */
int options__finish_summary(struct options *o);
/* Decides whether the source counts the calls. Comes after all other options are known. */
void options__finish_tally(struct options *o);
