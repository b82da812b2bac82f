/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * index.h - how a statement's constraints and order are met by a scan: chosen when it is prepared, and passed to the scan as text (idxStr), which a plan
 * (EXPLAIN QUERY PLAN) shows.
 */
#pragma once

#include "row_groups.h"
#include "scan.h"
#include "sqlite_api.h"

/* xBestIndex of a table. */
int index__choose(enum table_id table, sqlite3_index_info *info);

/* What was chosen: the condition i of argc, without its value; and the order in which rows are to be grouped (n 0: they are not). */
struct condition index__condition(const char *text, int i);
void index__order(const char *text, int argc, struct group_order *order);
/* The part of the text that is for people. */
const char *index__help(const char *text);

/* Is the table read once, and kept? */
bool index__is_kept(enum table_id table);
/* Is it the column with the numbers of calls? */
bool index__is_call(const struct table *t, int column);
