// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl --verbose
// abis: native i386 arm
/* Settings of terminals. */
#include "live.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>

struct size { unsigned short rows, columns, x, y; };
struct old { unsigned short iflag, oflag, cflag, lflag; unsigned char line, cc[8]; };

#define CHARS "VINTR: 0x3, VQUIT: 0x1c, VERASE: 0x7f, VKILL: 0x15, VEOF: 0x4, VTIME: 0, VMIN: 0x1, VSWTC: 0"
#define MORE  ", VSTART: 0x11, VSTOP: 0x13, VSUSP: 0x1a, VEOL: 0, VREPRINT: 0x12, VDISCARD: 0xf, VWERASE: 0x17, VLNEXT: 0x16, VEOL2: 0"
#define MODES "c_oflag: NL0|CR0|TAB0|BS0|VT0|FF0|OPOST|ONLCR, c_cflag: B38400|CS8|CREAD, " \
	      "c_lflag: ISIG|ICANON|ECHO|ECHOE|ECHOK|IEXTEN|ECHOCTL|ECHOKE, c_line: TTY, c_cc: {" CHARS

int main(void)
{
	int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY), lines = 6, discipline = 0;
	struct termios2 speeds;
	struct termios now;
	struct size size;
	struct old old;
	const char *tty;
	int ret;

	if (fd < 0)
		skip("/dev/ptmx: %s", strerror(errno));
	tty = text("%d<@@ptmx>", fd);
	begin();
	ret = syscall(SYS_ioctl, fd, TCGETS, &now);
	expect(ABI "ioctl(fd: %s, cmd: @@TCGETS@@, arg: {c_iflag: ICRNL|IXON, " MODES MORE "}}) = %d", tty, ret);
	now.c_iflag &= ~IXON;
	ret = syscall(SYS_ioctl, fd, TCSETSW, &now);
	expect(ABI "ioctl(fd: %s, cmd: @@TCSETSW@@, arg: {c_iflag: ICRNL, " MODES MORE "}}) = %d", tty, ret);
	ret = syscall(SYS_ioctl, fd, TCGETS2, &speeds);
	expect(ABI "ioctl(fd: %s, cmd: TCGETS2, arg: {c_iflag: ICRNL, " MODES MORE "}, c_ispeed: 38400, c_ospeed: 38400}) = %d", tty, ret);
	ret = syscall(SYS_ioctl, fd, TCSETSF2, &speeds);
	expect(ABI "ioctl(fd: %s, cmd: TCSETSF2, arg: {c_iflag: ICRNL, " MODES MORE "}, c_ispeed: 38400, c_ospeed: 38400}) = %d", tty, ret);
	ret = syscall(SYS_ioctl, fd, TCGETA, &old);
	expect(ABI "ioctl(fd: %s, cmd: @@TCGETA@@, arg: {c_iflag: ICRNL, " MODES "}}) = %d", tty, ret);
	ret = syscall(SYS_ioctl, fd, TIOCGWINSZ, &size);
	expect(ABI "ioctl(fd: %s, cmd: @@TIOCGWINSZ@@, arg: {ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0}) = %d", tty, ret);
	size = (struct size){ 24, 80, 0, 0 };
	ret = syscall(SYS_ioctl, fd, TIOCSWINSZ, &size);
	expect(ABI "ioctl(fd: %s, cmd: @@TIOCSWINSZ@@, arg: {ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0}) = %d", tty, ret);
	ret = syscall(SYS_ioctl, fd, TCFLSH, TCIOFLUSH);
	expect(ABI "ioctl(fd: %s, cmd: @@TCFLSH@@, arg: IOFLUSH) = %d", tty, ret);
	ret = syscall(SYS_ioctl, fd, TCXONC, TCOON);
	expect(ABI "ioctl(fd: %s, cmd: @@TCXONC@@, arg: OON) = %d", tty, ret);
	ret = syscall(SYS_ioctl, fd, TIOCSETD, &discipline);
	expect(ABI "ioctl(fd: %s, cmd: @@TIOCSETD@@, arg: [TTY]) = %d", tty, ret);
	ret = syscall(SYS_ioctl, fd, TIOCMSET, &lines);
	expect(ABI "ioctl(fd: %s, cmd: @@TIOCMSET@@, arg: [DTR|RTS]) = %s", tty, result(ret));
	ret = syscall(SYS_ioctl, fd, TCSETS, BAD);
	expect(ABI "ioctl(fd: %s, cmd: @@TCSETS@@, arg: 0x8 <unread>) = %s", tty, result(ret));
	end();
	return 0;
}
