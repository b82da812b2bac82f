-- the calls that took longest
SELECT time, round(dur / 1e6, 3) AS ms, comm, tid, name, args, result
FROM calls
WHERE dur IS NOT NULL
ORDER BY dur DESC
LIMIT 20;
