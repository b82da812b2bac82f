-- who opened, or tried to open, a file at or below PATH
SELECT time, comm, pid, name, path, coalesce(errno, result) AS result
FROM calls
WHERE instr(path || '/', rtrim(?1, '/') || '/') = 1 AND +name IN ('open', 'openat', 'openat2', 'creat');
