-- processes below those that created them
WITH RECURSIVE p AS MATERIALIZED (
	SELECT * FROM processes
), tree(host, pid, comm, depth, way, calls, errors, dur, status, signal) AS (
	SELECT host, pid, comm, 0, printf('%010d', pid), calls, errors, dur, status, signal
	FROM p
	WHERE NOT EXISTS (SELECT 1 FROM p AS q WHERE q.pid = p.parent AND q.host IS p.host)
	UNION ALL
	SELECT p.host, p.pid, p.comm, depth + 1, way || printf('%010d', p.pid), p.calls, p.errors, p.dur, p.status, p.signal
	FROM tree JOIN p ON p.parent = tree.pid AND p.host IS tree.host
	WHERE depth < 100
)
SELECT printf('%*s%s', 2 * depth, '', coalesce(comm, '?')) AS process, pid, calls, errors, round(dur / 1e6, 3) AS ms,
       coalesce(signal, status) AS ended
FROM tree
ORDER BY host, way;
