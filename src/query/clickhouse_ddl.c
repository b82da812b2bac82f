// SPDX-License-Identifier: BSD-2-Clause
/* clickhouse_ddl.c - the statements that make ClickHouse's tables: those of schema.c, and latencies per minute. */
#include <string.h>

#include "clickhouse.h"
#include "writers/text.h"

#define DAY "86400000000000"		/* ns: a partition */
#define QUANTILES "quantilesTDigest(0.5, 0.9, 0.99, 0.999)"
#define QUANTILES_STATE "quantilesTDigestState(0.5, 0.9, 0.99, 0.999)"

static bool has_time(const struct table *t)
{
	for (unsigned i = 0; i < t->ncolumns; i++)
		if (!strcmp(t->columns[i].name, "ts"))
			return t->columns[i].always;
	return false;
}

static void put_note(struct out *o, const struct column *c)
{
	out__lit(o, "\t-- ");
	if (c->unit) {
		put_str(o, c->unit);
		out__lit(o, ": ");
	}
	put_str(o, strcmp(c->name, "host") ? c->help : "the machine");
	out__lit(o, "\n");
}

static void put_columns(struct out *o, const struct table *t)
{
	put_str(o, "\trecording LowCardinality(String),\t-- which recording the row is of\n"
		   "\tblock UInt32,\t-- number of the block in it that was loaded at once\n");
	for (unsigned i = 0; i < t->ncolumns; i++) {
		const struct column *c = &t->columns[i];

		out__lit(o, "\t");
		put_str(o, c->name);
		out__lit(o, " ");
		put_str(o, native_block__type(c));
		if (i + 1 < t->ncolumns)
			out__lit(o, ",");
		put_note(o, c);
	}
}

static void put_distributed(struct out *o, const char *name, const char *cluster)
{
	put_str(o, "CREATE TABLE IF NOT EXISTS ");
	put_str(o, name);
	put_str(o, " AS ");
	put_str(o, name);
	put_str(o, "_local ENGINE = Distributed(");
	put_str(o, cluster);
	put_str(o, ", currentDatabase(), ");
	put_str(o, name);
	put_str(o, "_local, cityHash64(host));\n");
}

static void put_table(struct out *o, const struct table *t, const char *cluster)
{
	put_str(o, "\n-- ");
	put_str(o, t->help);
	put_str(o, "\nCREATE TABLE IF NOT EXISTS ");
	put_str(o, t->name);
	put_str(o, cluster ? "_local (\n" : " (\n");
	put_columns(o, t);
	put_str(o, ") ENGINE = MergeTree");
	put_str(o, has_time(t) ? " PARTITION BY intDiv(ts, " DAY ") ORDER BY (host, ts);\n" : " ORDER BY (host, recording);\n");
	if (cluster)
		put_distributed(o, t->name, cluster);
}

/* The view sees the rows of each INSERT once, as the table does. */
static void put_latency(struct out *o, const char *cluster)
{
	const char *local = cluster ? "_local" : "";

	put_str(o, "\n-- latencies per minute: SELECT minute, name, countMerge(calls), quantilesTDigestMerge(0.5, 0.9, 0.99, 0.999)(durations) FROM latency GROUP BY minute, name\n"
		   "CREATE TABLE IF NOT EXISTS latency");
	put_str(o, local);
	put_str(o, " (\n\thost LowCardinality(String),\n\tminute DateTime,\n\tname LowCardinality(String),\n"
		   "\tcalls AggregateFunction(count),\n\tdurations AggregateFunction(" QUANTILES ", Int64)\t-- ns\n"
		   ") ENGINE = AggregatingMergeTree ORDER BY (host, minute, name);\n"
		   "CREATE MATERIALIZED VIEW IF NOT EXISTS latency_of_calls TO latency");
	put_str(o, local);
	put_str(o, " AS\nSELECT host, toStartOfMinute(toDateTime(intDiv(ts, 1000000000))) AS minute, ifNull(name, '') AS name,\n"
		   "\tcountState() AS calls, " QUANTILES_STATE "(assumeNotNull(dur)) AS durations\nFROM calls");
	put_str(o, local);
	put_str(o, " WHERE dur IS NOT NULL\nGROUP BY host, minute, name;\n");
	if (cluster)
		put_distributed(o, "latency", cluster);
}

void clickhouse__put_ddl(struct out *o, const char *cluster)
{
	put_str(o, "-- The tables of trace-sql(7) in ClickHouse, version " SCHEMA_VERSION ": clickhouse-client --multiquery -d DATABASE\n"
		   "SET allow_experimental_low_cardinality_type = 1;	-- for versions before 19\n");
	for (unsigned i = 0; i < TABLES; i++)
		put_table(o, &tables[i], cluster);
	put_latency(o, cluster);
}
