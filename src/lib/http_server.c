// SPDX-License-Identifier: BSD-2-Clause
/* http_server.c - owns the listening socket and its clients. Each connection has one request and one answer. */
#include "http_server.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "http.h"
#include "msg.h"

#define PATIENCE_NS 10000000000u	/* from accept to the answer's end */

/* -- Listening --------------------------------------------------------------------------------------------------------- */

/* false: it has no port, or "*", which getaddrinfo() takes for this host's name. */
static bool split(const char *where, char *host, size_t room, const char **port)
{
	const char *colon = strrchr(where, ':');
	size_t n = colon ? (size_t)(colon - where) : 0;

	if (!n || !http__is_port(colon + 1) || (n == 1 && *where == '*'))
		return false;
	if (*where == '[' && where[n - 1] == ']')
		where++, n -= 2;
	if (!n || n >= room)
		return false;
	memcpy(host, where, n);
	host[n] = 0;
	*port = colon + 1;
	return true;
}

static int listen_on(const struct addrinfo *a)
{
	const int on = 1;
	int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol), err;

	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (!bind(fd, a->ai_addr, a->ai_addrlen) && !listen(fd, 16))
		return fd;
	err = -errno;
	close(fd);
	return err;
}

int http_server__open(struct http_server *s, const char *as, const char *where)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *list;
	const char *port;
	char host[256];
	int err;

	s->fd = -1;
	for (unsigned i = 0; i < HTTP_CLIENTS; i++)
		s->clients[i].fd = -1;
	if (!split(where, host, sizeof(host), &port)) {
		msg__error("%s: '%s' is not ADDRESS:PORT, such as 127.0.0.1:9750, with a port from 1 to 65535", as, where);
		return -EINVAL;
	}
	err = getaddrinfo(host, port, &hints, &list);
	if (err) {
		msg__error("%s: '%s': %s", as, host, gai_strerror(err));
		return -EINVAL;
	}
	s->fd = listen_on(list);
	freeaddrinfo(list);
	if (s->fd >= 0)
		return 0;
	msg__error("%s: cannot listen on '%s': %s%s", as, where, strerror(-s->fd), s->fd == -EADDRINUSE ? ": choose another port" : "");
	return s->fd;
}

/* -- Clients ----------------------------------------------------------------------------------------------------------- */

static void leave(struct http_client *c)
{
	close(c->fd);
	free(c->answer);
	*c = (struct http_client){ .fd = -1 };
}

static struct http_client *free_client(const struct http_server *s)
{
	for (unsigned i = 0; i < HTTP_CLIENTS; i++)
		if (s->clients[i].fd < 0)
			return (struct http_client *)&s->clients[i];
	return NULL;
}

static void take_client(struct http_server *s)
{
	struct http_client *c = free_client(s);
	int fd = c ? accept4(s->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK) : -1;

	if (fd >= 0)
		*c = (struct http_client){ .fd = fd, .since = clock__ns(CLOCK_MONOTONIC) };
}

static void send_rest(struct http_client *c)
{
	ssize_t n = send(c->fd, c->answer + c->sent, c->len - c->sent, MSG_NOSIGNAL);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	c->sent += n > 0 ? (size_t)n : 0;
	if (n < 0 || c->sent == c->len)
		leave(c);
}

static void answer(struct http_client *c, const char *status, const char *body, size_t len, bool head)
{
	int n = asprintf(&c->answer, "HTTP/1.1 %s\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
			 status, len);
	char *whole = n < 0 ? NULL : realloc(c->answer, (size_t)n + len);

	if (!whole) {
		leave(c);
		return;
	}
	memcpy(whole + n, body, len);
	c->answer = whole;
	c->len = (size_t)n + (head ? 0 : len);
	send_rest(c);
}

static void answer_text(struct http_client *c, const char *status)
{
	answer(c, status, status + 4, strlen(status + 4), false);
}

/* The request is complete: `GET PATH HTTP/1.1`. */
static void answer_request(struct http_server *s, struct http_client *c)
{
	bool head = !strncmp(c->in, "HEAD ", 5);
	char *path = c->in + (head ? 5 : 4), *end = path + strcspn(path, " ?\r\n");
	struct out o;

	if (!head && strncmp(c->in, "GET ", 4)) {
		answer_text(c, "405 Method Not Allowed");
		return;
	}
	*end = 0;
	if (out__open(&o, -1, 1 << 16)) {
		answer_text(c, "503 Service Unavailable");
		return;
	}
	if (!s->page(s->ctx, path, &o))
		answer_text(c, "404 Not Found");
	else if (o.err)
		answer_text(c, "503 Service Unavailable");
	else
		answer(c, "200 OK", o.buf, (size_t)(o.p - o.buf), head);
	out__close(&o);
}

static void receive(struct http_server *s, struct http_client *c)
{
	ssize_t n = recv(c->fd, c->in + c->got, sizeof(c->in) - 1 - c->got, 0);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		leave(c);
		return;
	}
	c->got += (size_t)n;
	c->in[c->got] = 0;
	if (strstr(c->in, "\r\n\r\n") || strstr(c->in, "\n\n"))
		answer_request(s, c);
	else if (c->got == sizeof(c->in) - 1 || strlen(c->in) < c->got)
		answer_text(c, "400 Bad Request");
}

/* -- The loop's part --------------------------------------------------------------------------------------------------- */

unsigned http_server__watch(const struct http_server *s, struct pollfd *fds)
{
	unsigned n = 0;

	if (free_client(s))
		fds[n++] = (struct pollfd){ .fd = s->fd, .events = POLLIN };
	for (unsigned i = 0; i < HTTP_CLIENTS; i++)
		if (s->clients[i].fd >= 0)
			fds[n++] = (struct pollfd){ .fd = s->clients[i].fd, .events = s->clients[i].answer ? POLLOUT : POLLIN };
	return n;
}

static struct http_client *client_of(struct http_server *s, int fd)
{
	for (unsigned i = 0; i < HTTP_CLIENTS; i++)
		if (s->clients[i].fd == fd)
			return &s->clients[i];
	return NULL;
}

void http_server__ready(struct http_server *s, const struct pollfd *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct http_client *c = fds[i].fd == s->fd ? NULL : client_of(s, fds[i].fd);

		if (!fds[i].revents)
			continue;
		if (fds[i].fd == s->fd)
			take_client(s);
		else if (c && c->answer)
			send_rest(c);
		else if (c)
			receive(s, c);
	}
}

void http_server__tick(struct http_server *s, uint64_t now)
{
	for (unsigned i = 0; i < HTTP_CLIENTS; i++)
		if (s->clients[i].fd >= 0 && now > s->clients[i].since + PATIENCE_NS)
			leave(&s->clients[i]);
}

void http_server__close(struct http_server *s)
{
	for (unsigned i = 0; i < HTTP_CLIENTS; i++)
		if (s->clients[i].fd >= 0)
			leave(&s->clients[i]);
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}
