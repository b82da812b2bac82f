/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sqlite_api.h - SQLite's library, loaded when it is first needed: other commands start without it.
 *
 * sqlite->step(s) is sqlite3_step(s).
 */
#pragma once

#include <sqlite3.h>

#define SQLITE_FUNCTIONS(F) \
	F(open_v2) F(close) F(errmsg) F(exec) F(prepare_v2) F(step) F(reset) F(finalize) F(interrupt) F(limit) F(free) F(mprintf) F(db_config) \
	F(create_module_v2) F(declare_vtab) F(set_authorizer) F(progress_handler) F(vtab_collation) \
	F(column_count) F(column_name) F(column_type) F(column_int64) F(column_double) F(column_text) F(column_bytes) F(stmt_readonly) \
	F(bind_text) F(bind_blob) F(bind_int64) F(bind_double) F(bind_null) F(bind_parameter_count) \
	F(value_type) F(value_int64) F(value_double) F(value_text) F(value_bytes) \
	F(result_int64) F(result_double) F(result_text) F(result_blob) F(complete)

#define SQLITE_POINTER(name) __typeof__(sqlite3_##name) *name;
struct sqlite_api {
	SQLITE_FUNCTIONS(SQLITE_POINTER)
	int (*vtab_rhs_value)(sqlite3_index_info *info, int i, sqlite3_value **value);	/* NULL: it is older than 3.38 */
};

extern const struct sqlite_api *const sqlite;

/* Loads it. 0 or -ENOENT: the message was printed. */
int sqlite_api__load(void);
