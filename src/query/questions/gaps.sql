-- the longest times in which a thread made no call, and what it did before and after
WITH c AS (
	SELECT tid, comm, name, ts, ts + coalesce(dur, 0) AS ended, time,
	       lag(name) OVER w AS before, lag(ts + coalesce(dur, 0)) OVER w AS since
	FROM calls
	WINDOW w AS (PARTITION BY host, tid ORDER BY ts)
)
SELECT round(time - (ts - since) / 1e9, 6) AS since, round((ts - since) / 1e6, 3) AS ms, comm, tid, before, name AS after
FROM c
WHERE since IS NOT NULL
ORDER BY c.ts - c.since DESC
LIMIT 20;
