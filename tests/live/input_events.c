// SPDX-License-Identifier: BSD-2-Clause
// options: -e read,write,ioctl --verbose
// needs: modules
/*
 * Events of input devices: written to one that this program creates, and read from it, more of them than are captured of text. And what the
 * device says of itself, into buffers of sizes that the program chooses.
 */
#include "live.h"

#include <dirent.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>

#define PRESSES 8

#define ASKS "ioctl(fd: %d<%s>, cmd: "

static char path[300];

static void ask(int device)
{
	uint8_t keys[96] = { 0 }, types[8] = { 0 }, chosen[8] = { 0, 0, 0, 0x40 };
	struct input_mask mask = { EV_KEY, sizeof(chosen), (uintptr_t)chosen };
	struct input_id id;
	char name[64];
	long n;

	n = syscall(SYS_ioctl, device, EVIOCGNAME(sizeof(name)), name);
	expect(ASKS "EVIOCGNAME(64), arg: \"keys\") = %s", device, path, result(n));
	n = syscall(SYS_ioctl, device, EVIOCGUNIQ(sizeof(name)), name);
	expect(ASKS "EVIOCGUNIQ(64), arg: %s) = %s", device, path, n < 0 ? "0x@@" : "\"\"", result(n));
	n = syscall(SYS_ioctl, device, EVIOCGBIT(0, sizeof(types)), types);
	expect(ASKS "EVIOCGBIT(0, 8), arg: [SYN KEY]) = %s", device, path, result(n));
	n = syscall(SYS_ioctl, device, EVIOCGBIT(EV_KEY, sizeof(keys)), keys);
	expect(ASKS "EVIOCGBIT(EV_KEY, 96), arg: [KEY_A]) = %s", device, path, result(n));
	n = syscall(SYS_ioctl, device, EVIOCGKEY(sizeof(keys)), keys);
	expect(ASKS "EVIOCGKEY(96), arg: []) = %s", device, path, result(n));
	n = syscall(SYS_ioctl, device, EVIOCGID, &id);
	expect(ASKS "EVIOCGID, arg: {bustype: USB, vendor: 1, product: 2, version: 3}) = %s", device, path, result(n));
	n = syscall(SYS_ioctl, device, EVIOCSMASK, &mask);
	expect(ASKS "EVIOCSMASK, arg: {type: KEY, codes_size: 8, codes_ptr: \"\\0\\0\\0@\\0\\0\\0\\0\"}) = %s", device, path, result(n));
	n = syscall(SYS_ioctl, device, EVIOCGMASK, &mask);
	expect(ASKS "EVIOCGMASK, arg: {type: KEY, codes_size: 8, codes_ptr: \"\\0\\0\\0@\\0\\0\\0\\0\"}) = %s", device, path, result(n));
}

/* The device /dev/input/event* that /dev/uinput made. */
static int open_device(int creator)
{
	char at[64] = "", dir[128];
	struct dirent *e;
	DIR *d;
	int fd = -1;

	if (ioctl(creator, UI_GET_SYSNAME(sizeof(at)), at) < 0)
		skip("UI_GET_SYSNAME: %s", strerror(errno));
	snprintf(dir, sizeof(dir), "/sys/devices/virtual/input/%s", at);
	d = opendir(dir);
	while (d && (e = readdir(d)))
		if (!strncmp(e->d_name, "event", 5))
			snprintf(path, sizeof(path), "/dev/input/%s", e->d_name);
	for (int i = 0; path[0] && fd < 0 && i < 1000; i++) {	/* the file is made while the device is */
		fd = open(path, O_RDWR);
		usleep(10000);
	}
	if (fd < 0)
		skip("%s/event*: %s", dir, strerror(errno));
	return fd;
}

int main(void)
{
	struct uinput_setup setup = { .id = { BUS_USB, 1, 2, 3 }, .name = "keys" };
	struct input_event pressed[2] = { { .type = EV_KEY, .code = KEY_A, .value = 1 }, { .type = EV_SYN, .code = SYN_REPORT } }, got[64], all[2 * PRESSES];
	int creator = open("/dev/uinput", O_RDWR), device;
	char line[16384];
	int at = 0;
	long n;

	if (creator < 0)
		skip("/dev/uinput: %s", strerror(errno));
	ioctl(creator, UI_SET_EVBIT, EV_KEY);
	ioctl(creator, UI_SET_KEYBIT, KEY_A);
	if (ioctl(creator, UI_DEV_SETUP, &setup) || ioctl(creator, UI_DEV_CREATE))
		skip("UI_DEV_CREATE: %s", strerror(errno));
	device = open_device(creator);
	begin();
	ask(device);
	for (int i = 0; i < PRESSES; i++) {
		pressed[0].value = !(i & 1);
		n = syscall(SYS_write, creator, pressed, sizeof(pressed));
		expect("write(fd: %d</dev/uinput>, buf: [{time: {tv_sec: 0, tv_usec: 0}, type: KEY, code: KEY_A, value: %d}, "
		       "{time: {tv_sec: 0, tv_usec: 0}, type: SYN, code: REPORT, value: 0}], count: %zu) = %ld", creator, pressed[0].value, sizeof(pressed), n);
	}
	for (int i = 0; i < 2 * PRESSES; i++)
		all[i] = (struct input_event){ .type = i & 1 ? EV_SYN : EV_KEY, .code = i & 1 ? SYN_REPORT : KEY_A, .value = i % 4 == 0 };
	n = syscall(SYS_write, creator, all, sizeof(all));	/* more than are captured of text */
	for (int i = 0; i < 2 * PRESSES; i++)
		at += snprintf(line + at, sizeof(line) - at, "%s{time: {tv_sec: 0, tv_usec: 0}, type: %s, code: %s, value: %d}", i ? ", " : "",
			       i & 1 ? "SYN" : "KEY", i & 1 ? "REPORT" : "KEY_A", all[i].value);
	expect("write(fd: %d</dev/uinput>, buf: [%s], count: %zu) = %ld", creator, line, sizeof(all), n);
	n = syscall(SYS_read, device, got, sizeof(got));
	at = 0;
	for (int i = 0; i < n / (long)sizeof(got[0]); i++)
		at += snprintf(line + at, sizeof(line) - at, "%s{time: {tv_sec: %lu, tv_usec: %lu}, type: %s, code: %s, value: %d}", i ? ", " : "",
			       (unsigned long)got[i].input_event_sec, (unsigned long)got[i].input_event_usec, got[i].type == EV_KEY ? "KEY" : "SYN",
			       got[i].type == EV_KEY ? "KEY_A" : "REPORT", got[i].value);
	expect("read(fd: %d<%s>, buf: [%s], count: %zu) = %ld", device, path, line, sizeof(got), n);
	end();
	return 0;
}
