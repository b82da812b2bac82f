// SPDX-License-Identifier: BSD-2-Clause
/*
 * perfdata_input.c - reads and decompresses.
 *
 * Invariant: buf[from, to) was read and not consumed. A compressed record stays in buf until it is completely decompressed.
 */
#include "perfdata_input.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "lib/buf.h"
#include "lib/bytes.h"
#include "perfdata_types.h"

#define BUF_BYTES (512 * 1024)
#define PLAIN_BYTES (512 * 1024)
#define BLOB_STEP (64 * 1024)

static const size_t header_len = sizeof(struct perf_event_header);

int perfdata_input__open(struct perfdata_input *in, int fd, const void *head, size_t head_len)
{
	struct stat st;

	memset(in, 0, sizeof(*in));
	in->fd = fd;
	in->left = UINT64_MAX;
	if (fstat(fd, &st))
		return -errno;
	in->seekable = S_ISREG(st.st_mode);
	in->size = in->seekable ? (uint64_t)st.st_size : 0;
	in->buf = malloc(BUF_BYTES);
	if (!in->buf)
		return -ENOMEM;
	if (head_len > BUF_BYTES)
		return -EINVAL;
	if (head_len)
		memcpy(in->buf, head, head_len);
	in->to = head_len;
	return 0;
}

void perfdata_input__close(struct perfdata_input *in)
{
	ZSTD_freeDCtx(in->zstd);
	free(in->plain);
	free(in->buf);
	memset(in, 0, sizeof(*in));
}

int perfdata_input__at(const struct perfdata_input *in, uint64_t offset, void *to, size_t n)
{
	size_t done = 0;

	if (!in->seekable || offset > in->size || n > in->size - offset)
		return -ENODATA;
	while (done < n) {
		ssize_t r = pread(in->fd, (uint8_t *)to + done, n - done, (off_t)(offset + done));

		if (r < 0 && errno != EINTR)
			return -errno;
		if (!r)
			return -ENODATA;	/* the file became shorter */
		done += r > 0 ? (size_t)r : 0;
	}
	return 0;
}

int perfdata_input__blob_at(const struct perfdata_input *in, uint64_t offset, uint64_t n, uint8_t **blob)
{
	int err;

	*blob = NULL;
	if (!in->seekable || offset > in->size || n > in->size - offset)
		return -ENODATA;
	*blob = malloc(n + 1);
	if (!*blob)
		return -ENOMEM;
	err = perfdata_input__at(in, offset, *blob, n);
	if (err) {
		free(*blob);
		*blob = NULL;
	}
	return err;
}

int perfdata_input__seek(struct perfdata_input *in, uint64_t offset, uint64_t n)
{
	if (lseek(in->fd, (off_t)offset, SEEK_SET) < 0)
		return -errno;
	in->from = in->to = 0;
	in->left = n;
	in->eof = false;
	return 0;
}

/* Can be read without blocking? A file always can. */
static bool is_ready(const struct perfdata_input *in)
{
	struct pollfd p = { .fd = in->fd, .events = POLLIN };

	return in->seekable || poll(&p, 1, 0) > 0;
}

/* Calls read(2) once. 0, also at the end; -EAGAIN: no data yet. */
static int fill(struct perfdata_input *in)
{
	size_t room;
	ssize_t r;

	if (in->from) {
		memmove(in->buf, in->buf + in->from, in->to - in->from);
		in->to -= in->from;
		in->from = 0;
	}
	room = BUF_BYTES - in->to;
	room = room < in->left ? room : in->left;
	if (!room) {
		in->eof = true;
		return 0;
	}
	if (!is_ready(in))
		return -EAGAIN;
	r = read(in->fd, in->buf + in->to, room);
	if (r < 0)
		return errno == EINTR ? -EAGAIN : -errno;
	in->eof = !r;
	in->to += (size_t)r;
	in->left -= (uint64_t)r;
	return 0;
}

int perfdata_input__peek(struct perfdata_input *in, size_t n, const uint8_t **p)
{
	while (in->to - in->from < n) {
		int err = in->eof ? -ENODATA : fill(in);

		if (err)
			return err;
	}
	*p = in->buf + in->from;
	return 0;
}

void perfdata_input__skip(struct perfdata_input *in, size_t n)
{
	in->from += n;
}

int perfdata_input__await(struct perfdata_input *in, size_t n)
{
	struct pollfd p = { .fd = in->fd, .events = POLLIN };
	const uint8_t *unused;
	int err;

	while ((err = perfdata_input__peek(in, n, &unused)) == -EAGAIN)
		if (poll(&p, 1, -1) < 0 && errno == EINTR)
			return -EINTR;
	return err;
}

int perfdata_input__discard(struct perfdata_input *in, uint64_t n)
{
	int err = 0;

	while (n && !err) {
		size_t have = in->to - in->from, take = have < n ? have : n;

		in->from += take;
		n -= take;
		if (n)
			err = perfdata_input__await(in, 1);
	}
	return err;
}

/* Memory is doubled as data arrives, so that a false length allocates at most twice the real one. */
int perfdata_input__blob(struct perfdata_input *in, uint64_t n, uint8_t **blob)
{
	struct buf b = { 0 };
	int err = buf__reserve(&b, BLOB_STEP) ? 0 : -ENOMEM;

	while (!err && b.len < n) {
		size_t take;

		err = perfdata_input__await(in, 1);
		if (err)
			break;
		take = in->to - in->from < n - b.len ? in->to - in->from : n - b.len;
		buf__add(&b, in->buf + in->from, take);
		in->from += take;
		err = b.failed ? -ENOMEM : 0;
	}
	*blob = err ? NULL : b.p;
	if (err)
		buf__free(&b);
	return err;
}

/* -- Compressed records ---------------------------------------------------------------------------------------------- */

static int start_zstd(struct perfdata_input *in)
{
	in->zstd = ZSTD_createDCtx();
	in->plain = malloc(PLAIN_BYTES);
	return in->zstd && in->plain ? 0 : -ENOMEM;
}

/* Begins a compressed record. In the older type the data fills the record; the newer type has its length. */
static int begin_packed(struct perfdata_input *in, const uint8_t *rec, size_t len, uint32_t type)
{
	size_t head = header_len;

	in->packed_len = len;
	if (type == PERFDATA_COMPRESSED2) {
		head += 8;
		if (len < head || perf_u64(rec + header_len, in->swap) > len - head)
			return -EBADMSG;
		len = head + perf_u64(rec + header_len, in->swap);
	}
	in->packed = rec;
	in->packed_from = head;
	in->packed_len = len;
	return in->zstd ? 0 : start_zstd(in);
}

/* Decompresses as much as fits. */
static int unpack(struct perfdata_input *in)
{
	ZSTD_inBuffer from = { in->packed, in->packed_len, in->packed_from };
	ZSTD_outBuffer to;
	size_t r;

	memmove(in->plain, in->plain + in->plain_from, in->plain_to - in->plain_from);
	in->plain_to -= in->plain_from;
	in->plain_from = 0;
	to = (ZSTD_outBuffer){ in->plain, PLAIN_BYTES, in->plain_to };
	r = ZSTD_decompressStream(in->zstd, &to, &from);
	if (ZSTD_isError(r))
		return -EBADMSG;
	in->packed_from = from.pos;
	in->plain_to = to.pos;
	return 0;
}

/* Is the next decompressed record complete? 1, 0 or -EBADMSG. */
static int plain_record(struct perfdata_input *in, const uint8_t **rec, size_t *len)
{
	size_t have = in->plain_to - in->plain_from, want;
	const uint8_t *p;

	if (have < header_len)
		return 0;
	p = in->plain + in->plain_from;
	want = perf_u16(p + offsetof(struct perf_event_header, size), in->swap);
	if (want < header_len)
		return -EBADMSG;
	if (have < want)
		return 0;
	in->plain_from += want;
	*rec = p;
	*len = want;
	return 1;
}

/* The next record in the current compressed record. 1; 0: no more; -EBADMSG. */
static int packed_record(struct perfdata_input *in, const uint8_t **rec, size_t *len)
{
	for (;;) {
		int r = plain_record(in, rec, len);
		size_t before = in->plain_to - in->plain_from, from = in->packed_from;

		if (r)
			return r;
		if (!in->packed)
			return 0;
		r = unpack(in);
		if (r)
			return r;
		if (in->plain_to - in->plain_from != before)
			continue;
		if (in->packed_from < in->packed_len && in->packed_from == from)
			return -EBADMSG;	/* no progress */
		if (in->packed_from == in->packed_len)
			in->packed = NULL;
	}
}

/* -- Records --------------------------------------------------------------------------------------------------------- */

/* At the end of the data: nothing, or an incomplete record. */
static int at_end(struct perfdata_input *in, size_t want)
{
	size_t have = in->to - in->from;

	in->short_by = have ? want - have : in->plain_to - in->plain_from ? 1 : 0;
	in->from = in->to;
	return 0;
}

int perfdata_input__record(struct perfdata_input *in, const uint8_t **rec, size_t *len)
{
	for (;;) {
		const uint8_t *p;
		uint32_t type;
		size_t want = header_len;
		int r = packed_record(in, rec, len);

		if (r)
			return r;
		r = perfdata_input__peek(in, header_len, &p);
		if (!r) {
			want = perf_u16(p + offsetof(struct perf_event_header, size), in->swap);
			if (want < header_len)
				return -EBADMSG;
			r = perfdata_input__peek(in, want, &p);
		}
		if (r)
			return r == -ENODATA ? at_end(in, want) : r;
		perfdata_input__skip(in, want);
		type = perf_u32(p + offsetof(struct perf_event_header, type), in->swap);
		if (type != PERFDATA_COMPRESSED && type != PERFDATA_COMPRESSED2) {
			*rec = p;
			*len = want;
			return 1;
		}
		r = begin_packed(in, p, want, type);
		if (r)
			return r;
	}
}
