-- files by the time that calls on them took
SELECT path, count(*) AS calls, count(errno) AS errors, sum(bytes) AS bytes, round(sum(dur) / 1e6, 3) AS ms
FROM calls
WHERE path IS NOT NULL
GROUP BY path
ORDER BY sum(dur) DESC, path
LIMIT 50;
