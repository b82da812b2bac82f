// SPDX-License-Identifier: BSD-2-Clause
/* test_video.c - requests to video devices: what was passed and what the kernel filled, in text and as strace shows them. */
#include <errno.h>
#include <linux/videodev2.h>

#include "abi_builder.h"
#include "writers/strace.h"

#define AT 0x1000	/* the structure, */
#define THERE 0x2000	/* and what it points at */
#define TEXT 0x3000

static void requests(uint32_t cmd)
{
	calls(ABI_X86_64, "ioctl", (uint32_t)-1, cmd, AT);
}

static void failed(void)
{
	returns(-EINVAL);
}

/* The arguments from the third on, and what follows the result. */
static const char *strace_shows(bool whole)
{
	static const struct writer_options opt = { .string_limit = STRACE_STRING_LIMIT, .strace = STRACE_LOOK };
	static struct out o;
	struct show s = { .o = &o, .w = &strace_verbs, .string_limit = STRACE_STRING_LIMIT, .verbose = whole, .native = ABI_X86_64 };
	char *request, *arg;

	out__close(&o);
	assert_int_equal(out__open(&o, -1, 0), 0);
	o.opt = opt;
	memset(o.state, 0, sizeof(o.state));
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	show__args(&s, &call, CALL_DONE);
	show__result(&s, &call, CALL_DONE);
	out__put(&o, "", 1);
	request = strchr(o.buf, ',');
	assert_non_null(request);
	arg = strchr(request + 1, ',');
	assert_non_null(arg);
	return arg + 2;
}

/* `text`, then the result. */
static void assert_strace(bool whole, const char *text, const char *result)
{
	const char *line = strace_shows(whole);
	size_t len = strlen(text);

	if (strncmp(line, text, len) || !strstr(line + len, result)) {
		print_error("got:      %s\nexpected: %s …%s\n", line, text, result);
		fail();
	}
}

/* -- Formats ----------------------------------------------------------------------------------------------------- */

static void put_window(uint32_t type)
{
	/* struct v4l2_format has the union at 8: it has pointers */
	put_fields({ type, 4 }, { 0, 4 }, { 1, 4 }, { (uint32_t)-2, 4 }, { 3, 4 }, { 4, 4 }, { V4L2_FIELD_NONE, 4 }, { 0xff, 4 }, { THERE, 8 }, { 2, 4 },
		   { 0, 4 }, { 0, 8 }, { 0x80, 1 });
	mem_len = sizeof(struct v4l2_format);
}

static void put_clip(uint32_t left)
{
	put_fields({ left, 4 }, { 6, 4 }, { 7, 4 }, { 8, 4 }, { 0, 8 });
}

#define RECTANGLE "w={left=1, top=-2, width=3, height=4}, field=V4L2_FIELD_NONE, chromakey=0xff"
#define CLIPS "clips=[{c={left=5, top=6, width=7, height=8}}, {c={left=9, top=6, width=7, height=8}}]"
#define REST "clipcount=2, bitmap=NULL, global_alpha=0x80}}"

static void windows_are_shown_twice_by_strace(void **state_)
{
	(void)state_;
	requests(VIDIOC_S_FMT);
	memset(mem, 0, sizeof(mem));
	put_window(V4L2_BUF_TYPE_VIDEO_OVERLAY);
	chunk(2, CHUNK_OK, PART_SELF, mem, mem_len);
	behind(2, CHUNK_OUT);
	put_clip(5);
	put_clip(9);
	behind_at(2, CHUNK_OK, PART_AT, THERE);
	shows("ioctl(fd: -1, cmd: VIDIOC_S_FMT, arg: {type: VIDEO_OVERLAY, fmt.win: {w: {left: 1, top: -2, width: 3, height: 4}, field: NONE, "
	      "chromakey: 0xff, clips: [{c: {left: 5, top: 6, width: 7, height: 8}}, {c: {left: 9, top: 6, width: 7, height: 8}}], "
	      "clipcount: 2, bitmap: NULL, global_alpha: 0x80}}) = 0");
	assert_strace(false, "{type=V4L2_BUF_TYPE_VIDEO_OVERLAY, fmt.win={" RECTANGLE ", " CLIPS ", " REST " => {fmt.win={" RECTANGLE ", " CLIPS ", " REST, "0");
	failed();
	assert_strace(false, "{type=V4L2_BUF_TYPE_VIDEO_OVERLAY, fmt.win={" RECTANGLE ", " CLIPS ", " REST, "EINVAL");
}

/* What could not be read ends the line of what was passed, and nothing follows. */
static void clips_that_fault(void **state_)
{
	(void)state_;
	requests(VIDIOC_S_FMT);
	memset(mem, 0, sizeof(mem));
	put_window(V4L2_BUF_TYPE_VIDEO_OVERLAY);
	chunk(2, CHUNK_OK, PART_SELF, mem, mem_len);
	behind(2, CHUNK_OUT);
	put_clip(5);
	behind_at(2, CHUNK_PARTIAL, PART_AT, THERE);
	assert_strace(false, "{type=V4L2_BUF_TYPE_VIDEO_OVERLAY, fmt.win={" RECTANGLE ", clips=[{c={left=5, top=6, width=7, height=8}}, ... /* 0x2018 */], "
		      REST, "0");
	assert_null(strstr(strace_shows(false), "=>"));
}

static void lines_are_arrays_of_arrays(void **state_)
{
	(void)state_;
	requests(VIDIOC_TRY_FMT);
	memset(mem, 0, sizeof(mem));
	put_fields({ V4L2_BUF_TYPE_SLICED_VBI_CAPTURE, 4 }, { 0, 4 }, { 1, 2 }, { 0x41, 2 });
	mem_len = 8 + 2 + 2 * 24 * 2 + 2;
	put_fields({ 77, 4 }, { 8, 4 });
	mem_len = sizeof(struct v4l2_format);
	behind(2, CHUNK_OK);
	failed();
	shows("ioctl(fd: -1, cmd: VIDIOC_TRY_FMT, arg: {type: SLICED_VBI_CAPTURE, fmt.sliced: {service_set: TELETEXT_B, service_lines: "
	      "[[0x41, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], "
	      "io_size: 77, reserved: [8, 0]}}) = -1 EINVAL (Invalid argument)");
	assert_strace(false, "{type=V4L2_BUF_TYPE_SLICED_VBI_CAPTURE, fmt.sliced={service_set=V4L2_SLICED_TELETEXT_B, service_lines=[[0x41, 0, ", "io_size=77}}");
}

/* A pointer in a member of a union is followed only if the member is chosen. */
static void pointers_depend_on_the_type(void **state_)
{
	static struct follow entries[64];
	struct follows follows = { .of = entries, .room = 64 };
	struct plan_limits limits = { .strings = 64 };
	struct plan plan;
	uint32_t types = 0;

	(void)state_;
	requests(VIDIOC_S_FMT);
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	row__plan(call.row, ABI_X86_64, &limits, &plan, &follows);
	for (unsigned i = 0; i < follows.n; i++)
		if (entries[i].size == 8) {
			assert_int_equal(entries[i].sub_size, 4);
			assert_int_equal(entries[i].sub_offset, offsetof(struct v4l2_format, type));
			types |= 1u << entries[i].sub;
		}
	assert_int_equal(types, 1 << V4L2_BUF_TYPE_VIDEO_OVERLAY | 1 << V4L2_BUF_TYPE_VIDEO_OUTPUT_OVERLAY);
}

static void intervals_are_fractions(void **state_)
{
	(void)state_;
	requests(VIDIOC_ENUM_FRAMEINTERVALS);
	put_fields({ 1, 4 }, { V4L2_PIX_FMT_YUYV, 4 }, { 640, 4 }, { 480, 4 }, { V4L2_FRMIVAL_TYPE_DISCRETE, 4 }, { 1, 4 }, { 30, 4 }, { 0, 8 }, { 0, 8 }, { 7, 8 });
	chunk(2, CHUNK_OK, PART_SELF, mem, mem_len);
	behind(2, CHUNK_OUT);
	shows("ioctl(fd: -1, cmd: VIDIOC_ENUM_FRAMEINTERVALS, arg: {index: 1, pixel_format: YUYV, width: 640, height: 480, type: DISCRETE, "
	      "discrete: {numerator: 1, denominator: 30}, reserved: [7, 0]}) = 0");
	assert_strace(false, "{index=1, pixel_format=v4l2_fourcc('Y', 'U', 'Y', 'V') /* V4L2_PIX_FMT_YUYV */, width=640, height=480, "
		      "type=V4L2_FRMIVAL_TYPE_DISCRETE, discrete=1/30}", "0");
}

/* -- Buffers ------------------------------------------------------------------------------------------------------ */

static void counts_are_shown_again(void **state_)
{
	(void)state_;
	requests(VIDIOC_REQBUFS);
	put_fields({ 4, 4 }, { V4L2_BUF_TYPE_VIDEO_CAPTURE, 4 }, { V4L2_MEMORY_MMAP, 4 }, { 0, 4 }, { 0, 4 });
	behind(2, CHUNK_OK);
	put_fields({ 4, 4 }, { V4L2_BUF_TYPE_VIDEO_CAPTURE, 4 }, { V4L2_MEMORY_MMAP, 4 }, { 5, 4 }, { 0, 4 });
	behind(2, CHUNK_OUT);
	shows("ioctl(fd: -1, cmd: VIDIOC_REQBUFS, arg: {type: VIDEO_CAPTURE, memory: MMAP, count: 4} => {count: 4, capabilities: SUPPORTS_MMAP|SUPPORTS_DMABUF}) = 0");
	assert_strace(false, "{type=V4L2_BUF_TYPE_VIDEO_CAPTURE, memory=V4L2_MEMORY_MMAP, count=4 => 4}", "0");
	failed();
	assert_strace(false, "{type=V4L2_BUF_TYPE_VIDEO_CAPTURE, memory=V4L2_MEMORY_MMAP, count=4}", "EINVAL");
}

static void put_creation(uint32_t index, uint32_t count)
{
	put_fields({ index, 4 }, { count, 4 }, { V4L2_MEMORY_DMABUF, 4 }, { 0, 4 }, { V4L2_BUF_TYPE_META_CAPTURE, 4 }, { 0, 4 }, { V4L2_META_FMT_VIVID, 4 }, { 64, 4 });
	mem_len = sizeof(struct v4l2_create_buffers);
}

static void what_was_created_follows_the_result(void **state_)
{
	(void)state_;
	requests(VIDIOC_CREATE_BUFS);
	memset(mem, 0, sizeof(mem));
	put_creation(0, 8);
	behind(2, CHUNK_OK);
	put_creation(3, 7);
	behind(2, CHUNK_OUT);
	shows("ioctl(fd: -1, cmd: VIDIOC_CREATE_BUFS, arg: {count: 8, memory: DMABUF, format: {type: META_CAPTURE, fmt.meta: {dataformat: VIVID, buffersize: 64}}}"
	      " => {index: 3, count: 7, capabilities: 0}) = 0");
	assert_strace(false, "{count=8, memory=V4L2_MEMORY_DMABUF, format={type=V4L2_BUF_TYPE_META_CAPTURE, fmt.meta={dataformat="
		      "v4l2_fourcc('V', 'I', 'V', 'D') /* V4L2_META_FMT_VIVID */, buffersize=64}}}", " ({index=3, count=7})");
	failed();
	assert_null(strstr(strace_shows(false), "index="));
}

static void buffers_have_more(void **state_)
{
	(void)state_;
	requests(VIDIOC_DQBUF);
	put_fields({ 2, 4 }, { V4L2_BUF_TYPE_VIDEO_CAPTURE, 4 }, { 100, 4 }, { V4L2_BUF_FLAG_MAPPED | V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC, 4 },
		   { V4L2_FIELD_NONE, 4 }, { 0, 4 }, { 5, 8 }, { 6, 8 }, { 0, 8 }, { 0, 8 }, { 9, 4 }, { V4L2_MEMORY_MMAP, 4 }, { 0x4000, 8 }, { 8192, 4 },
		   { 0, 4 }, { 0, 8 });
	chunk(2, CHUNK_OK, PART_SELF, mem, mem_len);
	mem[0] = 3;
	behind(2, CHUNK_OUT);
	shows("ioctl(fd: -1, cmd: VIDIOC_DQBUF, arg: {type: VIDEO_CAPTURE} => {index: 3, memory: MMAP, m.offset: 0x4000, length: 8192, bytesused: 100, "
	      "flags: MAPPED|TIMESTAMP_MONOTONIC, timestamp: {tv_sec: 5, tv_usec: 6}, field: NONE, sequence: 9}) = 0");
	assert_strace(true, "{type=V4L2_BUF_TYPE_VIDEO_CAPTURE, index=3, memory=V4L2_MEMORY_MMAP, m.offset=0x4000, length=8192, bytesused=100, "
		      "flags=V4L2_BUF_FLAG_MAPPED|V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC|V4L2_BUF_FLAG_TSTAMP_SRC_EOF, timestamp={tv_sec=5, tv_usec=6}, ...}", "0");
	failed();
	assert_strace(true, "{type=V4L2_BUF_TYPE_VIDEO_CAPTURE}", "EINVAL");
}

/* Text shows what was passed, strace what came back. */
static void buffers_are_passed(void **state_)
{
	(void)state_;
	requests(VIDIOC_QBUF);
	put_fields({ 2, 4 }, { V4L2_BUF_TYPE_VIDEO_OUTPUT, 4 }, { 100, 4 }, { 0, 4 }, { V4L2_FIELD_NONE, 4 }, { 0, 4 }, { 0, 8 }, { 0, 8 }, { 0, 8 }, { 0, 8 },
		   { 0, 4 }, { V4L2_MEMORY_USERPTR, 4 }, { 0x4000, 8 }, { 8192, 4 }, { 0, 4 }, { 0, 8 });
	behind(2, CHUNK_OK);
	failed();
	shows("ioctl(fd: -1, cmd: VIDIOC_QBUF, arg: {type: VIDEO_OUTPUT, index: 2, memory: USERPTR, m.userptr: 0x4000, length: 8192, bytesused: 100, flags: 0, "
	      "timestamp: {tv_sec: 0, tv_usec: 0}, field: NONE, sequence: 0}) = -1 EINVAL (Invalid argument)");
	assert_strace(true, "{type=V4L2_BUF_TYPE_VIDEO_OUTPUT, index=2}", "EINVAL");
}

/* -- Controls ----------------------------------------------------------------------------------------------------- */

/* Two controls: a number and a string. */
static void put_controls(bool wide)
{
	put_fields({ V4L2_CID_BRIGHTNESS, 4 }, { 0, 4 }, { 0, 4 }, { 5, 8 }, { V4L2_CID_CONTRAST, 4 }, { 2, 4 }, { 0, 4 });
	put(TEXT, wide ? 8 : 4);
	if (!wide)
		put(0, 4);
}

static void controls_are_shown_with_the_error(void **state_)
{
	(void)state_;
	requests(VIDIOC_S_EXT_CTRLS);
	put_fields({ V4L2_CTRL_CLASS_USER, 4 }, { 2, 4 }, { 2, 4 }, { 0, 4 }, { 0, 8 }, { THERE, 8 });
	chunk(2, CHUNK_OK, PART_SELF, mem, mem_len);
	mem[8] = 1;
	behind(2, CHUNK_OUT);
	put_controls(true);
	chunk_at(2, CHUNK_OUT, PART_AT, THERE, mem, mem_len);
	mem[12] = 4;
	behind_at(2, CHUNK_OK, PART_AT, THERE);
	chunk_at(2, CHUNK_OK, PART_AT, TEXT, "a", 2);
	chunk_at(2, CHUNK_OUT, PART_AT, TEXT, "b", 2);
	failed();
	shows("ioctl(fd: -1, cmd: VIDIOC_S_EXT_CTRLS, arg: {ctrl_class: USER, count: 2, controls: [{id: BRIGHTNESS, size: 0, value: 4, value64: 4}, "
	      "{id: CONTRAST, size: 2, string: \"a\\0\"}]} => {controls: [{id: BRIGHTNESS, size: 0, value: 5, value64: 5}, {id: CONTRAST, size: 2, string: \"b\\0\"}], "
	      "error_idx: 1}) = -1 EINVAL (Invalid argument)");
	assert_strace(false, "{ctrl_class=V4L2_CTRL_CLASS_USER, count=2, controls=[{id=V4L2_CID_BRIGHTNESS, size=0, value=4, value64=4}, {id=V4L2_CID_CONTRAST, "
		      "size=2, string=\"a\\0\"}]} => {controls=[{id=V4L2_CID_BRIGHTNESS, size=0, value=5, value64=5}, {id=V4L2_CID_CONTRAST, size=2, string=\"b\\0\"}], "
		      "error_idx=1}", "EINVAL");
	returns(0);
	assert_null(strstr(strace_shows(false), "error_idx"));
}

static void controls_of_32_bits(void **state_)
{
	(void)state_;
	need_headers(ABI_BIT(ABI_I386));
	calls(ABI_I386, "ioctl", (uint32_t)-1, 0xc0185647, AT);
	put_fields({ V4L2_CTRL_CLASS_USER, 4 }, { 2, 4 }, { 0, 4 }, { 0, 4 }, { 0, 4 }, { THERE, 4 });
	behind(2, CHUNK_OUT);
	put_controls(false);
	behind_at(2, CHUNK_OUT, PART_AT, THERE);
	chunk_at(2, CHUNK_OUT, PART_AT, TEXT, "b", 2);
	shows("ioctl(fd: -1, cmd: VIDIOC_G_EXT_CTRLS, arg: {ctrl_class: USER, count: 2, controls: [{id: BRIGHTNESS, size: 0, value: 5, value64: 5}, "
	      "{id: CONTRAST, size: 2, string: \"b\\0\"}]}) = 0");
}

static void ids_have_flags_and_classes(void **state_)
{
	static const struct { uint32_t id; const char *text, *strace; } cases[] = {
		{ V4L2_CID_HUE, "HUE", "V4L2_CID_HUE" },
		{ V4L2_CID_HUE | V4L2_CTRL_FLAG_NEXT_CTRL, "HUE|NEXT_CTRL", "V4L2_CTRL_FLAG_NEXT_CTRL|V4L2_CID_HUE" },
		{ V4L2_CTRL_CLASS_USER | 1, "0x980001", "V4L2_CTRL_CLASS_USER+0x1" },
		{ V4L2_CTRL_FLAG_NEXT_COMPOUND, "NEXT_COMPOUND", "V4L2_CTRL_FLAG_NEXT_COMPOUND|0 /* V4L2_CID_??? */" },
	};
	char line[256];

	(void)state_;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		requests(VIDIOC_QUERYCTRL);
		memset(mem, 0, sizeof(mem));
		put_fields({ cases[i].id, 4 }, { V4L2_CTRL_TYPE_INTEGER, 4 });
		put_text("gain", 32);
		mem_len = sizeof(struct v4l2_queryctrl);
		chunk(2, CHUNK_OK, PART_SELF, mem, mem_len);
		behind(2, CHUNK_OUT);
		snprintf(line, sizeof(line), "ioctl(fd: -1, cmd: VIDIOC_QUERYCTRL, arg: {id: %s, type: INTEGER, name: \"gain\", minimum: 0, maximum: 0, "
			 "step: 0, default_value: 0, flags: 0}) = 0", cases[i].text);
		shows(line);
		snprintf(line, sizeof(line), "{id=%s, type=V4L2_CTRL_TYPE_INTEGER, name=\"gain\", ...}", cases[i].strace);
		assert_strace(false, line, "0");
		failed();
		snprintf(line, sizeof(line), "{id=%s}", cases[i].strace);
		assert_strace(false, line, "EINVAL");
	}
}

/* The kernel answers with the next one. */
static void ids_may_change(void **state_)
{
	(void)state_;
	requests(VIDIOC_QUERYCTRL);
	memset(mem, 0, sizeof(mem));
	put_fields({ V4L2_CID_HUE | V4L2_CTRL_FLAG_NEXT_CTRL, 4 });
	mem_len = sizeof(struct v4l2_queryctrl);
	behind(2, CHUNK_OK);
	put_fields({ V4L2_CID_EXPOSURE, 4 }, { V4L2_CTRL_TYPE_BOOLEAN, 4 });
	mem_len = sizeof(struct v4l2_queryctrl);
	behind(2, CHUNK_OUT);
	shows("ioctl(fd: -1, cmd: VIDIOC_QUERYCTRL, arg: {id: HUE|NEXT_CTRL} => {id: EXPOSURE, type: BOOLEAN, name: \"\", minimum: 0, maximum: 0, step: 0, "
	      "default_value: 0, flags: 0}) = 0");
	assert_strace(true, "{id=V4L2_CTRL_FLAG_NEXT_CTRL|V4L2_CID_HUE => V4L2_CID_EXPOSURE, type=V4L2_CTRL_TYPE_BOOLEAN, name=\"\", minimum=0, maximum=0, step=0, "
		      "default_value=0, flags=0}", "0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(windows_are_shown_twice_by_strace),
		cmocka_unit_test(clips_that_fault),
		cmocka_unit_test(lines_are_arrays_of_arrays),
		cmocka_unit_test(pointers_depend_on_the_type),
		cmocka_unit_test(intervals_are_fractions),
		cmocka_unit_test(counts_are_shown_again),
		cmocka_unit_test(what_was_created_follows_the_result),
		cmocka_unit_test(buffers_have_more),
		cmocka_unit_test(buffers_are_passed),
		cmocka_unit_test(controls_are_shown_with_the_error),
		cmocka_unit_test(controls_of_32_bits),
		cmocka_unit_test(ids_have_flags_and_classes),
		cmocka_unit_test(ids_may_change),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
