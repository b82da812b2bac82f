// SPDX-License-Identifier: BSD-2-Clause
/* http.c - owns the connection to an HTTP server. */
#include "http.h"

#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define CONNECT_S 15			/* a server that is there accepts in less */
#define ANSWER_MAX (16u << 20)		/* bytes */
#define CHUNK 65536

/* getaddrinfo() takes the port modulo 65536. */
bool http__is_port(const char *text)
{
	size_t n = strspn(text, "0123456789");
	unsigned long port = n && n <= 5 ? strtoul(text, NULL, 10) : 0;

	return !text[n] && port >= 1 && port <= 65535;
}

bool http_url__read(struct http_url *u, const char *text, const char *default_port)
{
	static const char scheme[] = "http://";
	const char *s = text + sizeof(scheme) - 1, *end, *port;
	bool bracket;
	size_t n;

	if (strncasecmp(text, scheme, sizeof(scheme) - 1) || strpbrk(text, " \t\r\n@"))
		return false;
	bracket = *s == '[';
	n = strcspn(s, bracket ? "]" : ":/");
	if (bracket && !s[n])
		return false;
	end = s + n + bracket;
	s += bracket;
	n -= bracket;
	if (!n || n >= sizeof(u->host) || (*end && *end != ':' && *end != '/'))
		return false;
	snprintf(u->host, sizeof(u->host), "%.*s", (int)n, s);
	port = *end == ':' ? end + 1 : default_port;
	n = strspn(port, "0123456789");
	if (n > 5 || (port[n] && port[n] != '/'))
		return false;
	snprintf(u->port, sizeof(u->port), "%.*s", (int)n, port);
	if (!http__is_port(u->port))
		return false;
	end += strcspn(end, "/");
	u->path = *end ? end + 1 : end;
	return true;
}

void http__put_escaped(struct buf *b, const char *text)
{
	char hex[4];

	for (; *text; text++) {
		if (isalnum((unsigned char)*text) || strchr("-._~", *text)) {
			buf__add(b, text, 1);
			continue;
		}
		snprintf(hex, sizeof(hex), "%%%02X", (unsigned char)*text);
		buf__add(b, hex, 3);
	}
}

/* -- Connecting -------------------------------------------------------------------------------------------------------- */

void http__close(struct http *h)
{
	if (h->fd >= 0)
		close(h->fd);
	buf__free(&h->in);
	h->fd = -1;
	h->at = 0;
}

static void set_wait(int fd, unsigned seconds)
{
	const struct timeval wait = { .tv_sec = seconds };

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait));
}

static int connect_to(const struct addrinfo *a)
{
	const int on = 1;
	int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol), err;

	if (fd < 0)
		return -errno;
	set_wait(fd, CONNECT_S);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (!connect(fd, a->ai_addr, a->ai_addrlen))
		return fd;
	err = errno == EAGAIN || errno == EINPROGRESS ? ETIMEDOUT : errno;
	close(fd);
	return -err;
}

int http__connect(struct http *h, const struct http_url *u, const char **why)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *list;
	int fd = -EADDRNOTAVAIL, err = getaddrinfo(u->host, u->port, &hints, &list);

	http__close(h);
	*why = err && err != EAI_SYSTEM ? gai_strerror(err) : NULL;
	if (err)
		return err == EAI_SYSTEM ? -errno : -EHOSTUNREACH;
	for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next)
		fd = connect_to(a);
	freeaddrinfo(list);
	h->fd = fd < 0 ? -1 : fd;
	return fd < 0 ? fd : 0;
}

/* -- Sending ----------------------------------------------------------------------------------------------------------- */

/* Until more can be sent. -EPIPE: the server answers, or closes, before it has read all, and reads no more. */
static int await_room(const struct http *h)
{
	struct pollfd p = { .fd = h->fd, .events = POLLIN | POLLOUT };
	int n;

	do
		n = poll(&p, 1, h->wait_s ? (int)h->wait_s * 1000 : -1);
	while (n < 0 && errno == EINTR);
	return n <= 0 ? n ? -errno : -ETIMEDOUT : p.revents & POLLOUT ? 0 : -EPIPE;
}

static int send_all(const struct http *h, const void *p, size_t len, int flags)
{
	const char *at = p;
	int err = 0;

	while (len && !err) {
		ssize_t n = send(h->fd, at, len, MSG_NOSIGNAL | MSG_DONTWAIT | flags);

		if (n < 0) {
			err = errno == EAGAIN ? await_room(h) : errno == EINTR ? 0 : -errno;
			continue;
		}
		at += n;
		len -= (size_t)n;
	}
	return err;
}

static int send_request(struct http *h, const struct http_url *u, const char *target, const char *headers, const void *body, size_t len)
{
	bool v6 = strchr(u->host, ':');
	char *head;
	int n = asprintf(&head, "POST %s HTTP/1.1\r\nHost: %s%s%s:%s\r\n%sContent-Length: %zu\r\n\r\n", target, v6 ? "[" : "", u->host, v6 ? "]" : "",
			 u->port, headers, len), err;

	if (n < 0)
		return -ENOMEM;
	err = send_all(h, head, (size_t)n, len ? MSG_MORE : 0);
	free(head);
	return err ? err : send_all(h, body, len, 0);
}

/* -- Receiving --------------------------------------------------------------------------------------------------------- */

/* Receives more. Bytes received, 0: the server has closed the connection, or -errno. */
static ssize_t more(struct http *h)
{
	ssize_t n;

	if (h->at) {
		memmove(h->in.p, h->in.p + h->at, h->in.len -= h->at);
		h->at = 0;
	}
	if (!buf__reserve(&h->in, CHUNK))
		return -ENOMEM;
	do
		n = recv(h->fd, h->in.p + h->in.len, CHUNK, 0);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno == EAGAIN ? -ETIMEDOUT : -errno;
	h->in.len += (size_t)n;
	return n;
}

/* The next line, without its end. Valid until more is received. */
static int read_line(struct http *h, const char **line)
{
	char *end;
	ssize_t n;

	while (!h->in.p || !(end = memchr(h->in.p + h->at, '\n', h->in.len - h->at))) {
		if (h->in.len - h->at > CHUNK)
			return -EPROTO;
		n = more(h);
		if (n <= 0)
			return n ? (int)n : -ECONNRESET;
	}
	*line = (const char *)h->in.p + h->at;
	h->at = (size_t)(end + 1 - (char *)h->in.p);
	if (end > *line && end[-1] == '\r')
		end--;
	*end = 0;
	return 0;
}

/* Moves n bytes of the body. SIZE_MAX: all up to the end of the connection. */
static int read_bytes(struct http *h, size_t n, struct buf *answer)
{
	while (n) {
		size_t have = h->in.len - h->at;
		ssize_t got;

		have = have < n ? have : n;
		buf__add(answer, h->in.p + h->at, have);
		h->at += have;
		if (n != SIZE_MAX)
			n -= have;
		if (answer->failed || answer->len > ANSWER_MAX)
			return -E2BIG;
		if (!n || h->in.len > h->at)
			continue;
		got = more(h);
		if (got <= 0)
			return got ? (int)got : n == SIZE_MAX ? 0 : -ECONNRESET;
	}
	return 0;
}

static int read_chunks(struct http *h, struct buf *answer)
{
	const char *line;
	unsigned long n;
	int err;

	do {
		err = read_line(h, &line);
		if (err)
			return err;
		n = strtoul(line, NULL, 16);
		err = n > ANSWER_MAX ? -E2BIG : read_bytes(h, n, answer);
		if (!err)
			err = read_line(h, &line);	/* after the bytes, or the last of all */
	} while (!err && n);
	return err;
}

struct answer_head {
	int status;
	size_t length;		/* SIZE_MAX: up to the end of the connection */
	bool chunked, closes;
};

static const char *value_of(const char *line, const char *name)
{
	size_t n = strlen(name);

	return strncasecmp(line, name, n) || line[n] != ':' ? NULL : line + n + 1 + strspn(line + n + 1, " \t");
}

static int read_head(struct http *h, struct answer_head *a)
{
	const char *line, *v;
	int err = read_line(h, &line);

	*a = (struct answer_head){ .length = SIZE_MAX };
	if (err)
		return err;
	if (sscanf(line, "HTTP/1.%*d %d", &a->status) != 1 || a->status < 100)
		return -EPROTO;
	while (!(err = read_line(h, &line)) && *line) {
		if ((v = value_of(line, "Content-Length")))
			a->length = strtoul(v, NULL, 10);
		else if ((v = value_of(line, "Transfer-Encoding")))
			a->chunked = !strcasecmp(v, "chunked");
		else if ((v = value_of(line, "Connection")))
			a->closes = tolower((unsigned char)*v) == 'c';	/* the other value is keep-alive */
	}
	return err;
}

static int read_answer(struct http *h, struct buf *answer)
{
	struct answer_head a;
	int err;

	do
		err = read_head(h, &a);
	while (!err && a.status == 100);
	if (!err)
		err = a.chunked ? read_chunks(h, answer) : read_bytes(h, a.length, answer);
	if (!err && (a.closes || (!a.chunked && a.length == SIZE_MAX)))
		http__close(h);
	return err ? err : a.status;
}

/* A server that refuses a request may answer, and close, before it has read all of it. */
int http__post(struct http *h, const struct http_url *u, const char *target, const char *headers, const void *body, size_t len, struct buf *answer)
{
	int sent, status;

	set_wait(h->fd, h->wait_s);
	sent = send_request(h, u, target, headers, body, len);
	answer->len = 0;
	status = sent && sent != -EPIPE && sent != -ECONNRESET ? sent : read_answer(h, answer);
	buf__add(answer, "", 1);
	if (answer->failed)
		status = -ENOMEM;
	if (status < 0 || sent)
		http__close(h);
	if (status < 0 && sent)
		status = sent;
	return status == -EPIPE ? -ECONNRESET : status;		/* not that of this program's own output */
}
