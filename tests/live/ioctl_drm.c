// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl --verbose
/* DRM's requests: what programs pass. The structures are those of drm/drm.h and drm/drm_mode.h, which not all machines have. */
#include "live.h"

#include <sys/ioctl.h>

struct get_cap { uint64_t capability, value; };
struct prime { uint32_t handle, flags; int32_t fd; };
struct handles { uint64_t handles; uint32_t count_handles, pad; };
struct dirty { uint32_t fb_id, flags, color, num_clips; uint64_t clips_ptr; };
struct atomic { uint32_t flags, count_objs; uint64_t objs_ptr, count_props_ptr, props_ptr, prop_values_ptr, reserved, user_data; };
struct fb2 { uint32_t fb_id, width, height, pixel_format, flags, handles[4], pitches[4], offsets[4]; uint64_t modifier[4]; };
struct dumb { uint32_t height, width, bpp, flags, handle, pitch; uint64_t size; };
struct blob { uint64_t data; uint32_t length, blob_id; };

#define GET_CAP _IOWR('d', 0x0c, struct get_cap)
#define SET_CLIENT_CAP _IOW('d', 0x0d, struct get_cap)
#define SET_MASTER _IO('d', 0x1e)
#define PRIME_FD_TO_HANDLE _IOWR('d', 0x2e, struct prime)
#define PRIME_HANDLE_TO_FD _IOWR('d', 0x2d, struct prime)
#define DIRTYFB _IOWR('d', 0xb1, struct dirty)
#define CREATE_DUMB _IOWR('d', 0xb2, struct dumb)
#define ADDFB2 _IOWR('d', 0xb8, struct fb2)
#define ATOMIC _IOWR('d', 0xbc, struct atomic)
#define CREATEPROPBLOB _IOWR('d', 0xbd, struct blob)
#define SYNCOBJ_RESET _IOWR('d', 0xc4, struct handles)

static int fd;
static long ret;

/* The request on a descriptor without a driver; then the line. */
#define ASK(request, arg, ...)                                                                                                             \
	do {                                                                                                                               \
		ret = syscall(SYS_ioctl, fd, request, arg);                                                                                \
		expect("ioctl(fd: %d</dev/null>, cmd: " PREFIX #request ", arg: %s) = %s", fd, text(__VA_ARGS__), result(ret));             \
	} while (0)

#define PREFIX "DRM_IOCTL_"

static void memory(void)
{
	static const uint16_t clips[2][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };
	uint32_t objects[] = { 31, 32, 33 }, counts[] = { 1, 0, 2 };
	struct atomic atomic = { .flags = 0x501, .count_objs = 3, .objs_ptr = (uintptr_t)objects, .count_props_ptr = (uintptr_t)counts, .user_data = 0x77 };
	struct handles handles = { .handles = (uintptr_t)objects, .count_handles = 2 }, too_many = { .handles = 8, .count_handles = 0xffffffff };
	struct dirty dirty = { .fb_id = 9, .flags = 1, .color = 0xff, .num_clips = 2, .clips_ptr = (uintptr_t)clips };

	ret = syscall(SYS_ioctl, fd, ATOMIC, &atomic);
	expect("ioctl(fd: %d</dev/null>, cmd: DRM_IOCTL_MODE_ATOMIC, arg: {flags: PAGE_FLIP_EVENT|ATOMIC_TEST_ONLY|ATOMIC_ALLOW_MODESET, "
	       "count_objs: 3, objs_ptr: [31, 32, 33], count_props_ptr: [1, 0, 2], props_ptr: NULL, prop_values_ptr: NULL, user_data: 0x77}) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, DIRTYFB, &dirty);
	expect("ioctl(fd: %d</dev/null>, cmd: DRM_IOCTL_MODE_DIRTYFB, arg: {fb_id: 9, flags: ANNOTATE_COPY, color: 0xff, num_clips: 2, "
	       "clips_ptr: [{x1: 1, y1: 2, x2: 3, y2: 4}, {x1: 5, y1: 6, x2: 7, y2: 8}]}) = %s", fd, result(ret));
	ASK(SYNCOBJ_RESET, &handles, "{handles: [31, 32], count_handles: 2}");
	ASK(SYNCOBJ_RESET, &too_many, "{handles: 0x8 <unread>, count_handles: 4294967295}");
}

int main(void)
{
	struct get_cap cap = { 0x13, 0 }, client = { 3, 1 }, unknown = { 0x99, 0 };
	struct prime export = { .handle = 5, .flags = O_RDWR | O_CLOEXEC, .fd = -1 }, import = { .handle = 7 };
	struct fb2 fb = { .width = 640, .height = 480, .pixel_format = 'X' | 'R' << 8 | '2' << 16 | '4' << 24, .flags = 2, .handles = { 1 }, .pitches = { 2560 } };
	struct dumb dumb = { .height = 480, .width = 640, .bpp = 32 };
	struct blob blob = { .data = (uintptr_t)"abcd", .length = 4 };

	fd = open("/dev/null", O_RDWR);
	import.fd = fd;
	begin();
	ASK(GET_CAP, &cap, "{capability: SYNCOBJ}");
	ASK(GET_CAP, &unknown, "{capability: 0x99}");
	ASK(SET_CLIENT_CAP, &client, "{capability: ATOMIC, value: 1}");
	ret = syscall(SYS_ioctl, fd, SET_MASTER, 0L);
	expect("ioctl(fd: %d</dev/null>, cmd: DRM_IOCTL_SET_MASTER) = %s", fd, result(ret));
	ASK(PRIME_HANDLE_TO_FD, &export, "{handle: 5, flags: RDWR|CLOEXEC}");
	ASK(PRIME_FD_TO_HANDLE, &import, "{fd: %d</dev/null>}", fd);
	memory();
#undef PREFIX
#define PREFIX "DRM_IOCTL_MODE_"
	ASK(CREATE_DUMB, &dumb, "{height: 480, width: 640, bpp: 32, flags: 0}");
	ASK(ADDFB2, &fb, "{width: 640, height: 480, pixel_format: XRGB8888, flags: MODIFIERS, handles: [1, 0, 0, 0], pitches: [2560, 0, 0, 0], "
	    "offsets: [0, 0, 0, 0], modifier: [0, 0, 0, 0]}");
	ASK(CREATEPROPBLOB, &blob, "{data: \"abcd\", length: 4}");
	end();
}
