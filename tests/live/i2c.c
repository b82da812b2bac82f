// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// abis: native i386 arm
/* An ioctl whose structure points at others, and these at data. The descriptor is no adapter; the memory is captured all the
 * same. */
#include "live.h"

#include <linux/i2c-dev.h>
#include <linux/i2c.h>

int main(void)
{
	unsigned char room[4], bytes[] = "\1\2z";
	struct i2c_msg msgs[] = { { .addr = 0x50, .len = 3, .buf = bytes }, { .addr = 0x50, .flags = I2C_M_RD, .len = 4, .buf = room }, { .addr = 0x51, .len = 1, .buf = BAD } };
	struct i2c_rdwr_ioctl_data all = { msgs, 3 }, none = { BAD, 2 };
	int fd = open("/dev/null", O_RDWR), ret;

	begin();
	ret = syscall(SYS_ioctl, fd, I2C_RDWR, &all);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: I2C_RDWR, arg: {msgs: [{addr: 0x50, flags: 0, len: 3, buf: \"\\1\\2z\"}, "
	       "{addr: 0x50, flags: RD, len: 4, buf: %p}, {addr: 0x51, flags: 0, len: 1, buf: 0x8 <unread>}], nmsgs: 3}) = %s", fd, room, result(ret));
	ret = syscall(SYS_ioctl, fd, I2C_RDWR, &none);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: I2C_RDWR, arg: {msgs: 0x8 <unread>, nmsgs: 2}) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, I2C_SLAVE, 0x50);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: I2C_SLAVE, arg: 0x50) = %s", fd, result(ret));
	end();
	return 0;
}
