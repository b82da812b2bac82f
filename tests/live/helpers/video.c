// SPDX-License-Identifier: BSD-2-Clause
/* video.c - makes requests to no video device, and prints the lines by which strace 6.1 shows them, without the errors. */
#define _GNU_SOURCE
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static void request(unsigned long cmd, void *arg)
{
	syscall(SYS_ioctl, -1, cmd, arg);
}

/* Memory that ends before an inaccessible page. */
static void *at_end(size_t bytes)
{
	char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + 4096, 4096, PROT_NONE)) {
		perror("video");
		exit(1);
	}
	return p + 4096 - bytes;
}

static void windows(void)
{
	struct v4l2_format *f = at_end(sizeof(*f));
	struct v4l2_clip *clips = at_end(2 * sizeof(*clips));

	f->type = V4L2_BUF_TYPE_VIDEO_OUTPUT_OVERLAY;
	f->fmt.win.clips = clips;
	f->fmt.win.clipcount = 3;
	clips[1].c.left = -5;
	request(VIDIOC_S_FMT, f);
	printf("ioctl(-1, VIDIOC_S_FMT, {type=V4L2_BUF_TYPE_VIDEO_OUTPUT_OVERLAY, fmt.win={w={left=0, top=0, width=0, height=0}, field=V4L2_FIELD_ANY, "
	       "chromakey=0, clips=[{c={left=0, top=0, width=0, height=0}}, {c={left=-5, top=0, width=0, height=0}}, ... /* %p */], clipcount=3, "
	       "bitmap=NULL}})\n", (void *)(clips + 2));
	/* of another type nothing is there */
	f->type = V4L2_BUF_TYPE_META_OUTPUT;
	request(VIDIOC_S_FMT, f);
	puts("ioctl(-1, VIDIOC_S_FMT, {type=V4L2_BUF_TYPE_META_OUTPUT, fmt.meta={dataformat=v4l2_fourcc('\\x00', '\\x00', '\\x00', '\\x00'), buffersize=0}})");
}

/* The kernel says which one was wrong, if there is a device; so they are read after the call, too. */
static void controls(void)
{
	struct v4l2_ext_control *c = at_end(2 * sizeof(*c));
	struct v4l2_ext_controls *all = at_end(sizeof(*all));

	c[0].id = V4L2_CID_BRIGHTNESS;
	c[0].value64 = 3;
	c[1].id = V4L2_CID_CONTRAST;
	c[1].size = 3;
	c[1].string = memcpy(at_end(3), "ab", 3);
	all->ctrl_class = V4L2_CTRL_CLASS_USER;
	all->count = 2;
	all->error_idx = 9;
	all->controls = c;
#define BOTH "controls=[{id=V4L2_CID_BRIGHTNESS, size=0, value=3, value64=3}, {id=V4L2_CID_CONTRAST, size=3, string=\"ab\\0\"}]"
	request(VIDIOC_S_EXT_CTRLS, all);
	puts("ioctl(-1, VIDIOC_S_EXT_CTRLS, {ctrl_class=V4L2_CTRL_CLASS_USER, count=2, " BOTH "} => {" BOTH ", error_idx=9})");
	request(VIDIOC_G_EXT_CTRLS, all);
	puts("ioctl(-1, VIDIOC_G_EXT_CTRLS, {ctrl_class=V4L2_CTRL_CLASS_USER, count=2, " BOTH ", error_idx=9})");
	all->controls = c + 2;
	request(VIDIOC_TRY_EXT_CTRLS, all);
	printf("ioctl(-1, VIDIOC_TRY_EXT_CTRLS, {ctrl_class=V4L2_CTRL_CLASS_USER, count=2, controls=%p})\n", (void *)(c + 2));
	all->count = 0;
	request(VIDIOC_G_EXT_CTRLS, all);
	puts("ioctl(-1, VIDIOC_G_EXT_CTRLS, {ctrl_class=V4L2_CTRL_CLASS_USER, count=0})");
	fflush(stdout);
}

int main(void)
{
	windows();
	controls();
	return 0;
}
