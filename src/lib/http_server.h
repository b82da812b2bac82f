/* SPDX-License-Identifier: BSD-2-Clause */
/* http_server.h - answers GET requests on one address, without ever waiting for a client: for loops that poll. */
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "out.h"

#define HTTP_CLIENTS 8		/* at once: others wait until they are accepted */
#define HTTP_FDS (1 + HTTP_CLIENTS)

struct http_client {
	int fd;			/* -1: none */
	uint64_t since;		/* ns: when it was accepted */
	char in[4096];
	size_t got;
	char *answer;		/* NULL: the request is not complete; len bytes, of which `sent` were sent */
	size_t len, sent;
};

struct http_server {
	int fd;
	struct http_client clients[HTTP_CLIENTS];
	/* Writes the body for a path. false: there is no such page. */
	bool (*page)(void *ctx, const char *path, struct out *o);
	void *ctx;
};

/* where: ADDRESS:PORT, [ADDRESS]:PORT. 0 or -errno: the message, which names option `as`, was printed. */
int http_server__open(struct http_server *s, const char *as, const char *where);
unsigned http_server__watch(const struct http_server *s, struct pollfd *fds);	/* at most HTTP_FDS */
void http_server__ready(struct http_server *s, const struct pollfd *fds, unsigned n);
void http_server__tick(struct http_server *s, uint64_t now);	/* ns, CLOCK_MONOTONIC: leaves clients that are too slow */
void http_server__close(struct http_server *s);
