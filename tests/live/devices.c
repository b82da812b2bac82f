// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl --verbose
// needs: modules
/* Requests to devices that the kernel's own drivers emulate (tests/vm/modules). The values are those that the requests returned. */
#include "live.h"

#include <linux/i2c-dev.h>
#include <linux/lirc.h>
#include <linux/loop.h>
#include <linux/media.h>
#include <linux/nbd.h>
#include <linux/uinput.h>
#include <linux/videodev2.h>
#include <linux/watchdog.h>
#include <mtd/mtd-user.h>
#include <mtd/ubi-user.h>
#include <scsi/sg.h>
#include <sound/asound.h>
#include <sys/ioctl.h>

static int fd;
static const char *name;

static void use(const char *path)
{
	if (fd > 0)
		close(fd);
	name = path;
	fd = open(path, O_RDWR | O_NONBLOCK);
	if (fd < 0)
		skip("%s: %s", path, strerror(errno));
}

/* The request, with an argument that is a number or an address; then the line, with what is shown of the argument. */
#define ASK(request, arg) ret = syscall(SYS_ioctl, fd, request, arg)
#define SHOWN(request, ...) expect("ioctl(fd: %d<%s>, cmd: " #request ", arg: %s) = %s", fd, name, text(__VA_ARGS__), result(ret))

static void video(void)
{
	struct v4l2_capability caps = { 0 };
	struct v4l2_fmtdesc desc = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE };
	struct v4l2_format format = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE };
	struct v4l2_frmsizeenum size = { .pixel_format = V4L2_PIX_FMT_YUYV };
	struct v4l2_queryctrl query = { .id = V4L2_CID_BRIGHTNESS };
	struct v4l2_control control = { .id = V4L2_CID_BRIGHTNESS };
	struct v4l2_selection selection = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .target = V4L2_SEL_TGT_CROP_BOUNDS };
	struct v4l2_event_subscription event = { .type = V4L2_EVENT_CTRL, .id = V4L2_CID_BRIGHTNESS, .flags = V4L2_EVENT_SUB_FL_ALLOW_FEEDBACK };
	struct v4l2_requestbuffers buffers = { .count = 2, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP };
	struct v4l2_exportbuffer export = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .flags = O_CLOEXEC };
	int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	long ret;

	use("/dev/video0");
	ASK(VIDIOC_QUERYCAP, &caps);
	SHOWN(VIDIOC_QUERYCAP, "{driver: \"vivid\", card: \"vivid\", bus_info: \"platform:vivid-000\", version: KERNEL_VERSION(%u, %u, %u), capabilities: VIDEO_CAPTURE|@@}",
	      caps.version >> 16, caps.version >> 8 & 255, caps.version & 255);
	ASK(VIDIOC_ENUM_FMT, &desc);
	SHOWN(VIDIOC_ENUM_FMT, "{index: 0, type: VIDEO_CAPTURE} => {flags: @@, description: \"%s\", pixelformat: YUYV}", desc.description);
	ASK(VIDIOC_G_FMT, &format);
	SHOWN(VIDIOC_G_FMT, "{type: VIDEO_CAPTURE} => {fmt.pix: {width: %u, height: %u, pixelformat: YUYV, field: NONE, bytesperline: %u, sizeimage: %u, @@}}",
	      format.fmt.pix.width, format.fmt.pix.height, format.fmt.pix.bytesperline, format.fmt.pix.sizeimage);
	ASK(VIDIOC_ENUM_FRAMESIZES, &size);
	SHOWN(VIDIOC_ENUM_FRAMESIZES, "{index: 0, pixel_format: YUYV} => {type: DISCRETE, discrete: {width: %u, height: %u}}", size.discrete.width, size.discrete.height);
	ASK(VIDIOC_QUERYCTRL, &query);
	SHOWN(VIDIOC_QUERYCTRL, "{id: BRIGHTNESS} => {id: BRIGHTNESS, type: INTEGER, name: \"%s\", minimum: %d, maximum: %d, step: %d, default_value: %d, flags: SLIDER}",
	      query.name, query.minimum, query.maximum, query.step, query.default_value);
	ASK(VIDIOC_G_CTRL, &control);
	SHOWN(VIDIOC_G_CTRL, "{id: BRIGHTNESS} => {value: %d}", control.value);
	ASK(VIDIOC_G_SELECTION, &selection);
	SHOWN(VIDIOC_G_SELECTION, "{type: VIDEO_CAPTURE, target: CROP_BOUNDS, flags: 0, r: {left: @@");
	ASK(VIDIOC_SUBSCRIBE_EVENT, &event);
	SHOWN(VIDIOC_SUBSCRIBE_EVENT, "{type: CTRL, id: BRIGHTNESS, flags: ALLOW_FEEDBACK}");
	ASK(VIDIOC_REQBUFS, &buffers);
	SHOWN(VIDIOC_REQBUFS, "{type: VIDEO_CAPTURE, memory: MMAP, count: 2} => {count: %u, capabilities: SUPPORTS_MMAP|@@}", buffers.count);
	ASK(VIDIOC_EXPBUF, &export);
	SHOWN(VIDIOC_EXPBUF, "{type: VIDEO_CAPTURE, index: 0, plane: 0, flags: RDONLY|CLOEXEC} => {type: VIDEO_CAPTURE, index: 0, plane: 0, flags: RDONLY|CLOEXEC, fd: %d@@}", export.fd);
	close(export.fd);
	ASK(VIDIOC_STREAMON, &type);
	SHOWN(VIDIOC_STREAMON, "[VIDEO_CAPTURE]");
}

static void media(void)
{
	struct media_device_info info = { 0 };
	struct media_v2_entity entities[32];
	struct media_v2_topology topology = { .num_entities = 32, .ptr_entities = (uintptr_t)entities };
	unsigned mode;
	long ret;

	use("/dev/media0");
	ASK(MEDIA_IOC_DEVICE_INFO, &info);
	SHOWN(MEDIA_IOC_DEVICE_INFO, "{@@} => {driver: \"vivid\", model: \"vivid\", serial: \"\", bus_info: \"%s\", media_version: KERNEL_VERSION(@@), hw_revision: 0, driver_version: KERNEL_VERSION(@@)}",
	      info.bus_info);
	ASK(MEDIA_IOC_G_TOPOLOGY, &topology);
	SHOWN(MEDIA_IOC_G_TOPOLOGY, "{@@} => {topology_version: @@, num_entities: %u, ptr_entities: [{id: %u, name: \"%s\", @@", topology.num_entities, entities[0].id, entities[0].name);
	use("/dev/lirc0");
	ASK(LIRC_GET_REC_MODE, &mode);
	SHOWN(LIRC_GET_REC_MODE, "[MODE2]");
}

static void sound(void)
{
	struct snd_ctl_card_info card = { 0 };
	struct snd_ctl_elem_id ids[2];
	struct snd_ctl_elem_list list = { .space = 2, .pids = ids };
	long ret;

	use("/dev/snd/controlC0");
	ASK(SNDRV_CTL_IOCTL_CARD_INFO, &card);
	SHOWN(SNDRV_CTL_IOCTL_CARD_INFO, "{card: 0, id: \"Dummy\", driver: \"Dummy\", name: \"Dummy\", longname: \"%s\", mixername: \"%s\", components: \"\"}", card.longname, card.mixername);
	ASK(SNDRV_CTL_IOCTL_ELEM_LIST, &list);
	SHOWN(SNDRV_CTL_IOCTL_ELEM_LIST, "{offset: 0, space: 2, used: 0, count: 0@@} => {offset: 0, space: 2, used: 2, count: %u, pids: [{numid: %u, @@, name: \"%s\", index: 0}, {numid: %u, @@}]}",
	      list.count, ids[0].numid, ids[0].name, ids[1].numid);
}

static void disks(void)
{
	struct mtd_info_user info = { 0 };
	struct ubi_attach_req attach = { .ubi_num = -1 };
	int version;
	long ret;

	use("/dev/nbd0");
	ASK(NBD_SET_BLKSIZE, 1024);
	SHOWN(NBD_SET_BLKSIZE, "1024");
	ASK(NBD_SET_FLAGS, NBD_FLAG_HAS_FLAGS | NBD_FLAG_READ_ONLY);
	SHOWN(NBD_SET_FLAGS, "HAS_FLAGS|READ_ONLY");
	use("/dev/sg0");
	ASK(SG_GET_VERSION_NUM, &version);
	SHOWN(SG_GET_VERSION_NUM, "[%d]", version);
	use("/dev/mtd0");
	ASK(MEMGETINFO, &info);
	SHOWN(MEMGETINFO, "{type: RAM, flags: WRITEABLE|BIT_WRITEABLE|NO_ERASE, size: 0x%x, erasesize: 0x%x, writesize: 0x%x, oobsize: 0, padding: 0}", info.size, info.erasesize, info.writesize);
	use("/dev/ubi_ctrl");
	ASK(UBI_IOCATT, &attach);
	SHOWN(UBI_IOCATT, "{ubi_num: -1, mtd_num: 0, vid_hdr_offset: 0, max_beb_per1024: 0@@} => {ubi_num: %d, @@}", attach.ubi_num);
	ASK(UBI_IOCDET, &attach.ubi_num);
	SHOWN(UBI_IOCDET, "[%d]", attach.ubi_num);
}

/* The structures of drm/virtgpu_drm.h and drm/vgem_drm.h, which not all machines have. Their numbers are those of other drivers, too. */
struct virtgpu_getparam { uint64_t param, value; };
struct virtgpu_resource_info { uint32_t bo_handle, res_handle, size, blob_mem; };
struct vgem_fence_attach { uint32_t handle, flags, out_fence, pad; };
#define DRM_IOCTL_VIRTGPU_GETPARAM _IOWR('d', 0x43, struct virtgpu_getparam)
#define DRM_IOCTL_VIRTGPU_RESOURCE_INFO _IOWR('d', 0x45, struct virtgpu_resource_info)
#define DRM_IOCTL_VGEM_FENCE_ATTACH _IOWR('d', 0x41, struct vgem_fence_attach)
#define DRM_IOCTL_VGEM_FENCE_SIGNAL _IOW('d', 0x42, uint64_t)

struct card_res { uint64_t fb, crtc, connector, encoder; uint32_t count_fbs, count_crtcs, count_connectors, count_encoders, min_width, max_width, min_height, max_height; };
struct modeinfo { uint32_t clock; uint16_t hdisplay, hsync[4], vdisplay, vsync[4]; uint32_t vrefresh, flags, type; char name[32]; };
struct connector { uint64_t encoders, modes, props, values; uint32_t count_modes, count_props, count_encoders, encoder, id, type, type_id, connection, width, height, subpixel, pad; };
struct property { uint64_t values, enums; uint32_t id, flags; char name[32]; uint32_t count_values, count_enums; };
struct property_enum { uint64_t value; char name[32]; };
#define DRM_IOCTL_MODE_GETRESOURCES _IOWR('d', 0xa0, struct card_res)
#define DRM_IOCTL_MODE_GETCONNECTOR _IOWR('d', 0xa7, struct connector)
#define DRM_IOCTL_MODE_GETPROPERTY _IOWR('d', 0xaa, struct property)

/* Arrays that the kernel fills if there is room */
static void display(void)
{
	uint32_t crtcs[4], connectors[4], encoders[4], props[32];
	uint64_t values[32], numbers[8];
	struct property_enum enums[8];
	struct modeinfo modes[64];
	struct card_res res = { .crtc = (uintptr_t)crtcs, .count_crtcs = 4, .connector = (uintptr_t)connectors }, none = res;
	struct connector one = { .encoders = (uintptr_t)encoders, .count_encoders = 4, .modes = (uintptr_t)modes, .count_modes = 64,
				 .props = (uintptr_t)props, .values = (uintptr_t)values, .count_props = 32 };
	struct property property = { .values = (uintptr_t)numbers, .count_values = 8, .enums = (uintptr_t)enums, .count_enums = 8 };
	long ret;

	none.crtc = none.count_crtcs = none.connector = 0;
	ASK(DRM_IOCTL_MODE_GETRESOURCES, &none);
	SHOWN(DRM_IOCTL_MODE_GETRESOURCES, "{@@} => {fb_id_ptr: NULL, crtc_id_ptr: NULL, connector_id_ptr: NULL, encoder_id_ptr: NULL, count_fbs: 0, count_crtcs: 1, count_connectors: 1, count_encoders: 1, @@}");
	ASK(DRM_IOCTL_MODE_GETRESOURCES, &res);		/* no room for the connector */
	SHOWN(DRM_IOCTL_MODE_GETRESOURCES, "{@@} => {fb_id_ptr: NULL, crtc_id_ptr: [%u], connector_id_ptr: %p, encoder_id_ptr: NULL, count_fbs: 0, count_crtcs: 1, count_connectors: 1, count_encoders: 1, "
	      "min_width: %u, max_width: %u, min_height: %u, max_height: %u}", crtcs[0], connectors, res.min_width, res.max_width, res.min_height, res.max_height);
	res.count_connectors = 4;
	res.count_encoders = 0;
	syscall(SYS_ioctl, fd, DRM_IOCTL_MODE_GETRESOURCES, &res);
	expect("@@connector_id_ptr: [%u], @@", connectors[0]);
	one.id = connectors[0];
	ASK(DRM_IOCTL_MODE_GETCONNECTOR, &one);
	SHOWN(DRM_IOCTL_MODE_GETCONNECTOR, "{@@} => {encoders_ptr: [%u], modes_ptr: [{clock: %u, hdisplay: %u, @@name: \"%s\"}, @@], props_ptr: [%u, @@], prop_values_ptr: [%lu, @@], count_modes: %u, @@}",
	      encoders[0], modes[0].clock, modes[0].hdisplay, modes[0].name, props[0], values[0], one.count_modes);
	for (unsigned i = 0; i < one.count_props && strcmp(property.name, "link-status"); i++) {
		property.id = props[i];
		property.count_values = property.count_enums = 8;
		ASK(DRM_IOCTL_MODE_GETPROPERTY, &property);
		if (strcmp(property.name, "link-status"))
			expect("ioctl(fd: %d<%s>, cmd: DRM_IOCTL_MODE_GETPROPERTY, arg: {@@}) = 0", fd, name);
	}
	SHOWN(DRM_IOCTL_MODE_GETPROPERTY, "{@@} => {values_ptr: [%lu, @@], enum_blob_ptr: [{value: %lu, name: \"%s\"}, @@], flags: ENUM, name: \"link-status\", @@}", numbers[0], enums[0].value, enums[0].name);
}

/* tests/vm/boot and tests/vm/modules: displays of bochs and virtio, the latter the first with a render node; memory of vgem */
static void graphics(void)
{
	int has = -1;
	struct virtgpu_getparam param = { .param = 3, .value = (uintptr_t)&has };
	struct virtgpu_resource_info info = { .bo_handle = 99 };
	struct vgem_fence_attach fence = { .handle = 99 };
	long ret;

	use("/dev/dri/renderD128");
	ASK(DRM_IOCTL_VIRTGPU_GETPARAM, &param);
	SHOWN(DRM_IOCTL_VIRTGPU_GETPARAM, "{param: RESOURCE_BLOB, value: %p}", &has);
	ASK(DRM_IOCTL_VIRTGPU_RESOURCE_INFO, &info);
	SHOWN(DRM_IOCTL_VIRTGPU_RESOURCE_INFO, "{bo_handle: 99}");
	use("/dev/dri/renderD129");
	ASK(DRM_IOCTL_VGEM_FENCE_ATTACH, &fence);
	SHOWN(DRM_IOCTL_VGEM_FENCE_ATTACH, "{handle: 99, flags: 0}");
	/* A number of another driver's request, which this one lacks */
	ASK(DRM_IOCTL_VIRTGPU_GETPARAM, &param);
	expect("ioctl(fd: %d<%s>, cmd: _IOC(_IOC_READ|_IOC_WRITE, 0x64, 0x43, 0x10), arg: 0x%lx) = %s", fd, name, (long)&param, result(ret));
	/* A driver without requests of its own: all names of the number */
	use("/dev/dri/card0");
	ASK(DRM_IOCTL_VGEM_FENCE_ATTACH, &fence);
	expect("ioctl(fd: %d<%s>, cmd: @@ or DRM_IOCTL_V@@, arg: 0x%lx) = %s", fd, name, (long)&fence, result(ret));
	display();
}

static void others(void)
{
	struct uinput_setup setup = { .id = { BUS_USB, 1, 2, 3 }, .name = "pad" };
	struct watchdog_info info = { 0 };
	unsigned long functions;
	int timeout = 100;
	long ret;

	use("/dev/uinput");
	ASK(UI_SET_EVBIT, EV_KEY);
	SHOWN(UI_SET_EVBIT, "KEY");
	ASK(UI_SET_KEYBIT, KEY_A);
	SHOWN(UI_SET_KEYBIT, "KEY_A");
	ASK(UI_DEV_SETUP, &setup);
	SHOWN(UI_DEV_SETUP, "{id: {bustype: USB, vendor: 1, product: 2, version: 3}, name: \"pad\", ff_effects_max: 0}");
	use("/dev/watchdog0");
	ASK(WDIOC_GETSUPPORT, &info);
	SHOWN(WDIOC_GETSUPPORT, "{options: SETTIMEOUT|MAGICCLOSE|KEEPALIVEPING, firmware_version: 0, identity: \"%s\"}", (char *)info.identity);
	ASK(WDIOC_SETTIMEOUT, &timeout);
	SHOWN(WDIOC_SETTIMEOUT, "[%d]", timeout);
	if (write(fd, "V", 1) < 0)	/* it ends when it is closed */
		skip("/dev/watchdog0: %s", strerror(errno));
	use("/dev/i2c-0");
	ASK(I2C_FUNCS, &functions);
	SHOWN(I2C_FUNCS, "[%lu]", functions);
	ASK(I2C_SLAVE, 0x20);
	SHOWN(I2C_SLAVE, "0x20");
}

int main(void)
{
	begin();
	video();
	media();
	sound();
	disks();
	graphics();
	others();
	end();
	return 0;
}
