-- which calls failed, how, on what, and how often
SELECT name, errno, path, count(*) AS calls, min(comm) AS comm
FROM calls
WHERE errno IS NOT NULL
GROUP BY name, errno, path
ORDER BY calls DESC, name, errno, path
LIMIT 50;
