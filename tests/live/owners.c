// SPDX-License-Identifier: BSD-2-Clause
// options: -e getuid,getgid,getresuid,getresgid,fchown,fchownat,keyctl,quotactl_fd,getpriority --names
// needs: machine
/* Users and groups with their names, where it is certain what an ID is. */
#include "live.h"

#include <grp.h>
#include <linux/keyctl.h>
#include <linux/quota.h>
#include <pwd.h>
#include <sys/resource.h>

/* The C library's look-ups do not work in programs that are linked statically. */
static const char *user(uid_t id)
{
	FILE *f = fopen("/etc/passwd", "r");
	const struct passwd *pw = NULL;
	const char *shown;

	while (f && (pw = fgetpwent(f)) && pw->pw_uid != id) {}
	shown = pw ? text("%u<%s>", id, pw->pw_name) : text("%u", id);
	if (f)
		fclose(f);
	return shown;
}

static const char *group(gid_t id)
{
	FILE *f = fopen("/etc/group", "r");
	const struct group *gr = NULL;
	const char *shown;

	while (f && (gr = fgetgrent(f)) && gr->gr_gid != id) {}
	shown = gr ? text("%u<%s>", id, gr->gr_name) : text("%u", id);
	if (f)
		fclose(f);
	return shown;
}

int main(void)
{
	const char *root = user(0), *wheel = group(0), *one = user(1), *two = group(2), *none = user(4200000042);
	unsigned r, e, s;
	int ret;

	if (!strchr(root, '<'))
		skip("user 0 has no name");
	begin();
	syscall(SYS_getuid);
	expect("getuid() = %s", root);
	syscall(SYS_getgid);
	expect("getgid() = %s", wheel);
	syscall(SYS_getresuid, &r, &e, &s);
	expect("getresuid(ruidp: [%s], euidp: [%s], suidp: [%s]) = 0", root, root, root);
	syscall(SYS_getresgid, &r, &e, &s);
	expect("getresgid(rgidp: [%s], egidp: [%s], sgidp: [%s]) = 0", wheel, wheel, wheel);
	ret = syscall(SYS_fchown, -1, 1, 2);
	expect("fchown(fd: -1, user: %s, group: %s) = %s", one, two, result(ret));
	ret = syscall(SYS_fchownat, -1, "", 4200000042u, -1, 0);
	expect("fchownat(dfd: -1, filename: \"\", user: %s, group: -1, flag: 0) = %s", none, result(ret));
	ret = syscall(SYS_keyctl, KEYCTL_CHOWN, 0x7ffffff0, 1, 2);
	expect("keyctl(option: CHOWN, id: 2147483632, user: %s, group: %s) = %s", one, two, result(ret));
	ret = syscall(SYS_quotactl_fd, -1, Q_GETQUOTA << 8 | GRPQUOTA, 1, BAD);	/* of a user, a group or a project */
	expect("quotactl_fd(fd: -1, cmd: GETQUOTA|GRPQUOTA, id: 1, addr: 0x8) = %s", result(ret));
	ret = syscall(SYS_getpriority, PRIO_USER, 4200000042u);
	expect("getpriority(which: USER, who: %s) = %s", none, result(ret));
	end();
	return 0;
}
