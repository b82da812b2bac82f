// SPDX-License-Identifier: BSD-2-Clause
/* late_zstd.c - functions of libzstd that are used. */
#include "late.h"

#ifndef NO_DLOPEN
#include <zstd.h>

LATE_LIBRARY(zstd, "libzstd1");

LATE(zstd, ZSTD_CCtx *, ZSTD_createCCtx, (void), ())
LATE(zstd, size_t, ZSTD_freeCCtx, (ZSTD_CCtx *c), (c))
LATE(zstd, size_t, ZSTD_CCtx_setParameter, (ZSTD_CCtx *c, ZSTD_cParameter what, int value), (c, what, value))
LATE(zstd, size_t, ZSTD_compressBound, (size_t size), (size))
LATE(zstd, size_t, ZSTD_compress2, (ZSTD_CCtx *c, void *to, size_t room, const void *from, size_t size), (c, to, room, from, size))
LATE(zstd, ZSTD_DCtx *, ZSTD_createDCtx, (void), ())
LATE(zstd, size_t, ZSTD_freeDCtx, (ZSTD_DCtx *d), (d))
LATE(zstd, size_t, ZSTD_decompress, (void *to, size_t room, const void *from, size_t size), (to, room, from, size))
LATE(zstd, size_t, ZSTD_decompressStream, (ZSTD_DCtx *d, ZSTD_outBuffer *out, ZSTD_inBuffer *in), (d, out, in))
LATE(zstd, unsigned, ZSTD_isError, (size_t code), (code))
#endif
