/* SPDX-License-Identifier: BSD-2-Clause */
/* http.h - requests to a server by HTTP/1.1, one after another on a connection that is kept. No TLS. */
#pragma once

#include "buf.h"

/* http://HOST[:PORT]/PATH; [HOST]: an IPv6 address. */
struct http_url {
	char host[256], port[8];
	const char *path;	/* behind the first slash: borrowed */
};

struct http {
	int fd;			/* -1: not connected */
	unsigned wait_s;	/* longest time without a byte of a request or an answer; 0: no limit */
	struct buf in;		/* received, from `at` on not used yet */
	size_t at;
};

/* A decimal number from 1 to 65535, and nothing else? */
bool http__is_port(const char *text);
/* false: the text is no such URL. default_port: of one without. */
bool http_url__read(struct http_url *u, const char *text, const char *default_port);
/* Connects, in at most 15 s for each address. 0 or -errno, without a message; *why: text of an error of name lookup, else NULL. */
int http__connect(struct http *h, const struct http_url *u, const char **why);
/*
 * Sends a POST for `target` (/…) with `headers` (lines that end with \r\n) and a body. Returns the answer's status, 100 or above, and its body in
 * *answer, which ends with a NUL; or -errno: the connection is closed, and whether the server has got the request is not known. -ETIMEDOUT: nothing
 * came, or could be sent, for wait_s.
 */
int http__post(struct http *h, const struct http_url *u, const char *target, const char *headers, const void *body, size_t len, struct buf *answer);
void http__close(struct http *h);
/* Appends text with all but letters, digits and -._~ as %XX. */
void http__put_escaped(struct buf *b, const char *text);
