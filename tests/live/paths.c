// SPDX-License-Identifier: BSD-2-Clause
// options: -e %file,fchdir
// abis: native i386 arm
/* Paths: errors, long and hostile ones, relative ones with their directories, bad pointers. */
#include "live.h"

static void open_it(const char *path, const char *shown)
{
	int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);

	if (fd < 0) {
		expect(ABI "openat(dfd: CWD, filename: %s, flags: RDONLY) = %s", shown, error());
		return;
	}
	close(fd);
	expect(ABI "openat(dfd: CWD, filename: %s, flags: RDONLY) = %s", shown, result_fd(fd, path));
}

static void errors(void)
{
	open_it("/no/such/file", "\"/no/such/file\"");
	open_it("", "\"\"");
	open_it(NULL, "NULL");
	open_it(BAD, "0x8 <unread>");
	open_it("/dev/null", "\"/dev/null\"");
#ifdef SYS_access
	expect(ABI "access(filename: \"/no\", mode: F_OK) = %s", result(syscall(SYS_access, "/no", F_OK)));
	expect(ABI "access(filename: \"/\", mode: R_OK|W_OK|X_OK) = %s", result(syscall(SYS_access, "/", R_OK | W_OK | X_OK)));
#endif
}

static void hostile(void)
{
	open_it("a\nb", "\"a\\nb\"");
	open_it("a\033[2Jb", "\"a\\33[2Jb\"");
	open_it("a\0331b", "\"a\\0331b\"");
	open_it("\"quoted\\\"", "\"\\\"quoted\\\\\\\"\"");
	open_it("tab\tcr\rbel\a", "\"tab\\tcr\\rbel\\7\"");
	open_it("\177", "\"\\177\"");
	open_it("gr\303\274n", "\"gr\303\274n\"");		/* UTF-8 stays */
	open_it("bad\374utf8", "\"bad\\374utf8\"");
	open_it("c1\302\233m", "\"c1\\302\\233m\"");		/* U+009B: CSI */
	open_it("bidi\342\200\256x", "\"bidi\\342\\200\\256x\"");
	open_it("half\342\200", "\"half\\342\\200\"");
	open_it("<angle>", "\"<angle>\"");
}

/* Paths are shown whole, up to PATH_MAX. */
static void lengths(void)
{
	char path[5000];

	memset(path, 'x', sizeof(path));
	for (int n = 63; n <= 4094; n = n < 65 ? n + 1 : n + 4029) {
		path[n] = 0;
		open_it(path, text("\"%s\"", path));
		path[n] = 'x';
	}
	path[4999] = 0;
	open_it(path, text("\"%.4095s\"...", path));
}

static void relative(void)
{
	int dir, fd;

	expect(ABI "mkdirat(dfd: CWD, pathname: \"sub\", mode: 0750) = %s", result(syscall(SYS_mkdirat, AT_FDCWD, "sub", 0750)));
	dir = syscall(SYS_openat, AT_FDCWD, "sub", O_RDONLY | O_DIRECTORY);
	expect(ABI "openat(dfd: CWD, filename: \"sub\", flags: RDONLY|DIRECTORY) = %s", result_fd(dir, "sub"));
	fd = syscall(SYS_openat, dir, "file", O_WRONLY | O_CREAT | O_TRUNC, 0640);
	expect(ABI "openat(dfd: %s, filename: \"file\", flags: WRONLY|CREAT|TRUNC, mode: 0640) = %s", result_fd(dir, "sub"),
	       result_fd(fd, "sub/file"));
	close(fd);
	expect(ABI "chdir(filename: \"sub\") = %s", result(syscall(SYS_chdir, "sub")));
	fd = syscall(SYS_openat, AT_FDCWD, "file", O_RDONLY);
	expect(ABI "openat(dfd: CWD, filename: \"file\", flags: RDONLY) = %s", result_fd(fd, "sub/file"));
	close(fd);
	fd = syscall(SYS_openat, AT_FDCWD, "./../sub//file", O_RDONLY);
	expect(ABI "openat(dfd: CWD, filename: \"./../sub//file\", flags: RDONLY) = %s", result_fd(fd, "sub/file"));
	close(fd);
	expect(ABI "chdir(filename: \"..\") = %s", result(syscall(SYS_chdir, "..")));
	expect(ABI "fchdir(fd: %s) = %s", result_fd(dir, "sub"), result(syscall(SYS_fchdir, dir)));
	fd = syscall(SYS_openat, AT_FDCWD, "file", O_RDONLY);
	expect(ABI "openat(dfd: CWD, filename: \"file\", flags: RDONLY) = %s", result_fd(fd, "sub/file"));
	close(fd);
	expect(ABI "unlinkat(dfd: %s, pathname: \"file\", flag: 0) = %s", result_fd(dir, "sub"), result(syscall(SYS_unlinkat, dir, "file", 0)));
	expect(ABI "unlinkat(dfd: CWD, pathname: \"../sub\", flag: REMOVEDIR) = %s",
	       result(syscall(SYS_unlinkat, AT_FDCWD, "../sub", AT_REMOVEDIR)));
	expect(ABI "openat(dfd: -7, filename: \"x\", flags: RDONLY) = %s", result(syscall(SYS_openat, -7, "x", O_RDONLY)));
}

/* A page that the call itself accesses first: it is not resident at entry, and read at exit. */
static void not_resident(void)
{
	int fd = memfd_create("page", 0);
	char *page;

	if (fd < 0 || ftruncate(fd, 8192) || pwrite(fd, "/no/page", 9, 4096) != 9)
		exit(1);
	page = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, fd, 0);
	open_it(page + 4096, "\"/no/page\"");
	munmap(page, 8192);
	close(fd);
	page = unreadable();
	open_it(page, text("%p <unread>", page));
}

int main(void)
{
	begin();
	errors();
	hostile();
	lengths();
	relative();
	not_resident();
	end();
	return 0;
}
