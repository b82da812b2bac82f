/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * clickhouse.h - loads blocks into the tables of a ClickHouse server, each exactly once: the server is asked which blocks of the recording it has.
 *
 * An INSERT has one block, in one partition, which the server adds whole or not at all. Before the first INSERT into a table, and after a
 * connection was lost, the loader waits until no INSERT of the recording is running, and counts the rows of each block.
 */
#pragma once

#include "native_block.h"

struct clickhouse;
struct out;

/* Is it a URL for open()? 0 or -EINVAL: the message was printed. */
int clickhouse__check_url(const char *url);

/* Connects: url is http://HOST[:PORT]/DATABASE, and borrowed. 0 or -errno: the message was printed. */
int clickhouse__open(struct clickhouse **out, const char *url);
/* Before the first insert: the recording, by which its rows and the INSERTs are known, and the host; both are copied. */
void clickhouse__begin(struct clickhouse *c, const char *recording, const char *host);
/* Inserts the rows of a block that the server does not have. 0 or -errno: the message was printed. */
int clickhouse__insert(struct clickhouse *c, enum table_id t, const struct native_block *b, uint32_t number);
/* Another thread's insert() ends, with an error. */
void clickhouse__interrupt(struct clickhouse *c);
uint64_t clickhouse__rows(const struct clickhouse *c);		/* sent, */
uint64_t clickhouse__present(const struct clickhouse *c);	/* and not sent, for the server had them */
void clickhouse__close(struct clickhouse *c);

/* Statements that make the tables. cluster: of several servers; NULL: of one. */
void clickhouse__put_ddl(struct out *o, const char *cluster);
