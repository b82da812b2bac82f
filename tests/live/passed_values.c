// SPDX-License-Identifier: BSD-2-Clause
// options: -e setxattrat,getxattrat,init_module,kexec_load
/* Memory behind pointers in structures of newer calls, and images: values of extended attributes by setxattrat and getxattrat, a module, kexec. */
#include "live.h"
#include "numbers.h"

#include <fcntl.h>

#define SETXATTRAT 463		/* the same in all ABIs that tests are built for */
#define GETXATTRAT 464

static struct { uint64_t value; uint32_t size, flags; } attr;	/* struct xattr_args of linux/xattr.h, 6.13 */
static struct { const void *buf; unsigned long bufsz; void *mem; unsigned long memsz; } segment;
static char room[16];

int main(void)
{
	long ret;

	close(open("file", O_CREAT | O_WRONLY, 0600));
	begin();
	attr.value = (uintptr_t)"value";
	attr.size = 5;
	ret = syscall(SETXATTRAT, AT_FDCWD, "file", 0, "user.a", &attr, sizeof(attr));
	expect("setxattrat(dfd: CWD, pathname: \"file\", at_flags: 0, name: \"user.a\", uargs: {value: \"value\", size: 5, flags: 0}, usize: 16) = %s", result(ret));
	attr.value = (uintptr_t)room;
	attr.size = sizeof(room);
	ret = syscall(GETXATTRAT, AT_FDCWD, "file", 0, "user.a", &attr, sizeof(attr));
	if (ret == 5)
		expect("getxattrat(dfd: CWD, pathname: \"file\", at_flags: 0, name: \"user.a\", uargs: {value: \"value\", size: 16, flags: 0}, usize: 16) = 5");
	else
		expect("getxattrat(dfd: CWD, pathname: \"file\", at_flags: 0, name: \"user.a\", uargs: {value: %p, size: 16, flags: 0}, usize: 16) = %s", (void *)room, result(ret));
	ret = syscall(GETXATTRAT, AT_FDCWD, "file", 0, "user.none", &attr, sizeof(attr));
	expect("getxattrat(dfd: CWD, pathname: \"file\", at_flags: 0, name: \"user.none\", uargs: {value: %p, size: 16, flags: 0}, usize: 16) = %s", (void *)room, result(ret));
	ret = syscall(SYS_init_module, "image", 5ul, "a=1 b=2");
	expect("init_module(umod: \"image\", len: 5, uargs: \"a=1 b=2\") = %s", result(ret));
	segment.buf = "kernel";
	segment.bufsz = 6;
	segment.mem = (void *)1;	/* not at a page: refused */
	segment.memsz = 4096;
	ret = syscall(SYS_kexec_load, 0ul, 1ul, &segment, 0ul);
	expect("kexec_load(entry: NULL, nr_segments: 1, segments: [{buf: \"kernel\", bufsz: 6, mem: 0x1, memsz: 4096}], flags: ARCH_DEFAULT) = %s", result(ret));
	end();
	return 0;
}
