-- whose calls they are: users, systemd units, containers and pods
SELECT coalesce(user, uid) AS user, unit, container, pod, count(*) AS calls, count(errno) AS errors, round(sum(dur) / 1e6, 3) AS ms
FROM calls
GROUP BY uid, user, unit, container, pod
ORDER BY sum(dur) DESC, uid, unit, container, pod
LIMIT 50;
