// SPDX-License-Identifier: BSD-2-Clause
/* test_peer_ends.c - --peers: who has the other end of a pipe, a socket or a terminal open, by what records have told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <sys/socket.h>
#include <sys/stat.h>

#include "lib/buf.h"
#include "lib/record.h"
#include "tracker/state.h"

static struct state state;
static struct fd_peer peers[FD_PEERS];

static int open_state(void **s)
{
	(void)s;
	return state__open(&state);
}

static int close_state(void **s)
{
	(void)s;
	state__close(&state);
	return 0;
}

/* A traced process has this open. */
static void has(uint32_t pid, int fd, struct fdinfo f)
{
	struct rec_task t = { .rec = record__head(REC_TASK, sizeof(t), 1, pid, pid) };
	struct rec_fd r = { .rec = record__head(REC_FD, sizeof(r), 1, pid, pid), .fd = fd, .has_info = 1, .info = f };

	snprintf(t.comm, sizeof(t.comm), "p%u", pid);
	state__follow(&state, &t.rec);
	state__follow(&state, &r.rec);
}

/* A process that is not traced has it. */
static void other_has(uint32_t pid, struct fdinfo f)
{
	struct rec_peer r = { .rec = record__head(REC_PEER, sizeof(r), 1, pid, pid), .comm = "other", .info = f };

	state__follow(&state, &r.rec);
}

/* The other end of that descriptor, as text. */
static const char *end_of(uint32_t pid, int fd)
{
	static char text[128];
	struct thread *th = threads__find(&state.threads, pid);
	unsigned n = peer_ends__of(&state.threads, fdtable__name(th->files, fd, 9), pid, peers);
	size_t at = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s/%u", i ? "," : "", peers[i].comm, peers[i].pid);
	return text;
}

static struct fdinfo pipe_end(uint64_t ino, enum pipe_access access)
{
	return (struct fdinfo){ .mode = S_IFIFO | 0600, .ino = ino, .access = (uint8_t)access };
}

static struct fdinfo unix_end(uint64_t ino, uint64_t peer)
{
	return (struct fdinfo){ .mode = S_IFSOCK | 0777, .ino = ino, .family = AF_UNIX, .type = SOCK_STREAM, .peer_ino = peer };
}

static struct fdinfo tcp_end(uint64_t ino, unsigned from, unsigned to)
{
	return (struct fdinfo){
		.mode = S_IFSOCK | 0777, .ino = ino, .family = AF_INET, .type = SOCK_STREAM, .protocol = 6, .sport = (uint16_t)from, .dport = (uint16_t)to,
		.saddr = { 127, 0, 0, 1 }, .daddr = { 127, 0, 0, 1 },
	};
}

/* Who has the lock that the call of thread `tid` at time `ts` asks for, as text. */
static const char *lock_of(uint32_t tid, uint64_t ts)
{
	static char text[128];
	struct rec call = { .tid = tid, .ts = ts };
	unsigned n = peer_ends__of_lock(&state.threads.ends, &call, peers);
	size_t at = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%s/%u", i ? "," : "", peers[i].comm, peers[i].pid);
	return text;
}

static void has_lock(uint32_t pid, uint32_t tid, uint64_t ts)
{
	struct rec_peer r = { .rec = record__head(REC_PEER, sizeof(r), ts, pid, pid), .comm = "holder", .info = { .fd = -1, .mode = S_IFREG, .ino = tid } };

	state__follow(&state, &r.rec);
}

/* Only of the thread's call of that time; traced processes too; not with other ends, and not in a snapshot of a later time. */
static void who_has_a_lock(void **s)
{
	struct buf records = { 0 };

	(void)s;
	has(20, 0, pipe_end(5, PIPE_READS));
	has_lock(30, 10, 7);
	has_lock(20, 10, 7);
	has_lock(40, 11, 7);
	assert_string_equal(lock_of(10, 7), "holder/20,holder/30");
	assert_string_equal(lock_of(11, 7), "holder/40");
	assert_string_equal(lock_of(10, 8), "");
	assert_string_equal(lock_of(12, 7), "");
	assert_string_equal(end_of(20, 0), "");
	peer_ends__dump(&state.threads.ends, 9, &records);
	assert_int_equal(records.len, 0);
	for (unsigned i = 0; i < LOCK_PEERS; i++)
		has_lock(50 + i, 13, 9);
	assert_string_equal(lock_of(10, 7), "");
	assert_string_equal(lock_of(13, 9), "holder/50,holder/51,holder/52,holder/53");
	buf__free(&records);
}

static void the_other_end_of_a_pipe(void **s)
{
	(void)s;
	has(10, 0, pipe_end(5, PIPE_READS));
	has(11, 1, pipe_end(5, PIPE_WRITES));
	has(12, 3, pipe_end(5, PIPE_READS));
	has(12, 4, pipe_end(6, PIPE_WRITES));
	assert_string_equal(end_of(10, 0), "p11/11");
	assert_string_equal(end_of(11, 1), "p10/10,p12/12");
	assert_string_equal(end_of(12, 4), "");
	other_has(99, pipe_end(6, PIPE_READS));
	other_has(98, pipe_end(6, PIPE_WRITES));
	assert_string_equal(end_of(12, 4), "other/99");
}

/* The process itself only if there is no other; how a pipe was opened has to be known. */
static void what_is_left_out(void **s)
{
	(void)s;
	has(10, 0, pipe_end(5, PIPE_READS));
	has(10, 1, pipe_end(5, PIPE_WRITES));
	assert_string_equal(end_of(10, 0), "p10/10");
	has(11, 1, pipe_end(5, PIPE_UNKNOWN));
	assert_string_equal(end_of(10, 0), "p10/10");
	assert_string_equal(end_of(11, 1), "");
	has(12, 1, pipe_end(5, PIPE_BOTH));
	assert_string_equal(end_of(10, 0), "p12/12");
	has(13, 1, (struct fdinfo){ .mode = S_IFSOCK, .ino = 7, .family = AF_NETLINK });
	assert_string_equal(end_of(13, 1), "");
}

static void ends_of_processes_that_are_traced_later(void **s)
{
	(void)s;
	has(10, 0, pipe_end(5, PIPE_READS));
	other_has(11, pipe_end(5, PIPE_WRITES));
	assert_string_equal(end_of(10, 0), "other/11");
	has(11, 3, pipe_end(6, PIPE_WRITES));	/* what it has open is known now */
	assert_string_equal(end_of(10, 0), "");
}

static void at_most_four(void **s)
{
	(void)s;
	has(10, 0, pipe_end(5, PIPE_READS));
	for (uint32_t pid = 25; pid > 19; pid--)
		has(pid, 1, pipe_end(5, PIPE_WRITES));
	assert_string_equal(end_of(10, 0), "p20/20,p21/21,p22/22,p23/23");
}

/* Only one of them may know the other: a socket that was not accepted yet when the other connected. */
static void sockets_of_unix(void **s)
{
	(void)s;
	has(10, 3, unix_end(71, 0));
	has(11, 4, unix_end(72, 71));
	has(12, 5, unix_end(73, 0));
	assert_string_equal(end_of(10, 3), "p11/11");
	assert_string_equal(end_of(11, 4), "p10/10");
	assert_string_equal(end_of(12, 5), "");
}

static void sockets_by_addresses(void **s)
{
	struct fdinfo six = tcp_end(82, 6379, 41000);

	(void)s;
	six.family = AF_INET6;
	for (unsigned i = 0; i < 2; i++)
		memcpy(i ? six.saddr : six.daddr, (uint8_t[16]){ [10] = 0xff, 0xff, 127, 0, 0, 1 }, 16);
	has(10, 3, tcp_end(81, 41000, 6379));
	has(12, 3, tcp_end(83, 41001, 6379));
	assert_string_equal(end_of(10, 3), "");
	has(11, 4, six);
	assert_string_equal(end_of(10, 3), "p11/11");
	assert_string_equal(end_of(11, 4), "p10/10");
	assert_string_equal(end_of(12, 3), "");
	other_has(99, tcp_end(84, 6379, 41000));	/* another network namespace's: which one is it? */
	assert_string_equal(end_of(10, 3), "");
}

/* A traced process has a file of that name, which is what `f` says: see struct rec_fd. */
static void has_file(uint32_t pid, int fd, const char *path, struct fdinfo f)
{
	struct { struct rec_fd r; char path[64]; } u = { .r.fd = fd, .r.path_len = (uint32_t)strlen(path), .r.info = f };
	struct rec_task t = { .rec = record__head(REC_TASK, sizeof(t), 1, pid, pid) };

	snprintf(t.comm, sizeof(t.comm), "p%u", pid);
	snprintf(u.path, sizeof(u.path), "%s", path);
	u.r.rec = record__head(REC_FD, sizeof(u.r) + strlen(path), 1, pid, pid);
	state__follow(&state, &t.rec);
	state__follow(&state, &u.r.rec);
}

#define SLAVE(index, devpts) (struct fdinfo){ .mode = S_IFCHR, .ino = 136 << 20 | (index), .peer_ino = (devpts) }
#define MASTER(index, devpts) (struct fdinfo){ .mode = S_IFCHR, .ino = 5 << 20 | 2 | ((index) + 1ull) << 32, .peer_ino = (devpts) }
#define OTHER_END(index, devpts, end) (struct fdinfo){ .mode = S_IFCHR, .ino = (index), .peer_ino = (devpts), .access = (end) }

/* The index alone does not tell: each devpts has its own. */
static void terminals(void **s)
{
	(void)s;
	has_file(10, 1, "/dev/pts/3", SLAVE(3, 24));
	other_has(97, OTHER_END(3, 0, TERMINAL_MASTER));
	other_has(98, OTHER_END(3, 25, TERMINAL_MASTER));
	other_has(96, OTHER_END(3, 24, TERMINAL_SLAVE));
	other_has(95, OTHER_END(4, 24, TERMINAL_MASTER));
	assert_string_equal(end_of(10, 1), "");
	other_has(99, OTHER_END(3, 24, TERMINAL_MASTER));
	assert_string_equal(end_of(10, 1), "other/99");
	has_file(11, 5, "/dev/ptmx", MASTER(3, 24));
	assert_string_equal(end_of(10, 1), "p11/11,other/99");
	assert_string_equal(end_of(11, 5), "p10/10,other/96");
	/* of older recordings nobody knows the devpts */
	has_file(12, 1, "/dev/pts/3", SLAVE(3, 0));
	assert_string_equal(end_of(12, 1), "");
}

static void fifos(void **s)
{
	struct fdinfo f = { .mode = S_IFIFO, .ino = 5, .peer_ino = 7, .access = PIPE_READS };

	(void)s;
	has_file(10, 0, "/tmp/a", f);
	has(11, 1, pipe_end(5, PIPE_WRITES));	/* a pipe without a name has the same inode number */
	f.access = PIPE_WRITES, f.peer_ino = 8;
	has_file(12, 1, "/mnt/a", f);
	f.peer_ino = 7, f.access = PIPE_READS;
	has_file(13, 1, "/tmp/a", f);
	assert_string_equal(end_of(10, 0), "");
	f.access = PIPE_WRITES;
	has_file(13, 1, "/tmp/a", f);		/* the same path, but each was opened on its own */
	other_has(99, f);
	assert_string_equal(end_of(10, 0), "p13/13,other/99");
	assert_string_equal(end_of(13, 1), "p10/10");
	assert_string_equal(end_of(12, 1), "");
}

/* Of an eventfd the process itself is no other end. */
static void eventfds(void **s)
{
	struct fdinfo f = { .ino = EVENTFD_ID };

	(void)s;
	has_file(10, 3, "anon_inode:[eventfd]", f);
	has_file(11, 3, "anon_inode:[eventfd]", (struct fdinfo){ .ino = EVENTFD_ID | 13 });
	has_file(12, 3, "anon_inode:[eventfd]", (struct fdinfo){ 0 });	/* not known */
	has_file(13, 3, "anon_inode:[eventfd]", (struct fdinfo){ 0 });
	assert_string_equal(end_of(10, 3), "");
	assert_string_equal(end_of(12, 3), "");
	other_has(99, f);
	has_file(14, 4, "anon_inode:[eventfd]", f);
	assert_string_equal(end_of(10, 3), "p14/14,other/99");
	assert_string_equal(end_of(11, 3), "");
}

/* A server accepts the connection of a socket later; the latest that is known of a descriptor counts. */
static void ends_found_later(void **s)
{
	struct rec_peer r = { .rec = record__head(REC_PEER, sizeof(r), 5, 98, 98), .comm = "late", .info = unix_end(72, 71) };
	size_t len;

	(void)s;
	has(10, 3, unix_end(71, 0));
	has(10, 4, tcp_end(81, 41000, 6379));
	other_has(99, pipe_end(5, PIPE_WRITES));
	assert_string_equal(end_of(10, 3), "");
	r.info.fd = 6;
	state__follow(&state, &r.rec);
	assert_string_equal(end_of(10, 3), "late/98");
	for (unsigned i = 0; i < 5000; i++) {
		r.rec.ts++;
		r.info = tcp_end(1000 + i, 6379, 20000 + i);
		r.info.fd = (int)i;
		state__follow(&state, &r.rec);
	}
	assert_true(state.threads.ends.n < 2000);
	r.info = tcp_end(82, 6379, 41000);
	state__follow(&state, &r.rec);
	len = state.threads.ends.n;
	state__follow(&state, &r.rec);
	assert_int_equal(state.threads.ends.n, len);
	assert_string_equal(end_of(10, 4), "late/98");
	assert_string_equal(end_of(10, 3), "");
}

/* A recording may begin at any time: what is known then is told again. */
static void the_state_is_told_again(void **s)
{
	struct buf records = { 0 };
	struct state before;

	(void)s;
	has(10, 0, pipe_end(5, PIPE_READS));
	has(11, 1, pipe_end(5, PIPE_WRITES));
	other_has(99, pipe_end(5, PIPE_WRITES));
	has_file(10, 3, "/dev/pts/3", SLAVE(3, 24));
	has_file(11, 3, "/dev/ptmx", MASTER(3, 24));
	has_file(10, 4, "anon_inode:[eventfd]", (struct fdinfo){ .ino = EVENTFD_ID | 12 });
	has_file(11, 4, "anon_inode:[eventfd]", (struct fdinfo){ .ino = EVENTFD_ID | 12 });
	has_file(10, 5, "/f", (struct fdinfo){ .mode = S_IFIFO, .ino = 5, .peer_ino = 7, .access = PIPE_READS });
	has_file(11, 5, "/f", (struct fdinfo){ .mode = S_IFIFO, .ino = 5, .peer_ino = 7, .access = PIPE_WRITES });
	state__dump(&state, 5, &records);
	before = state;
	assert_int_equal(state__open(&state), 0);
	for (size_t at = 0; at < records.len; at += ((struct rec *)(records.p + at))->len)
		state__follow(&state, (struct rec *)(records.p + at));
	assert_string_equal(end_of(10, 0), "p11/11,other/99");
	for (int fd = 3; fd <= 5; fd++) {
		assert_string_equal(end_of(10, fd), "p11/11");
		assert_string_equal(end_of(11, fd), "p10/10");
	}
	state__close(&before);
	buf__free(&records);
}

#define PEER_TEST(f) cmocka_unit_test_setup_teardown(f, open_state, close_state)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PEER_TEST(the_other_end_of_a_pipe), PEER_TEST(what_is_left_out), PEER_TEST(ends_of_processes_that_are_traced_later),
		PEER_TEST(at_most_four), PEER_TEST(sockets_of_unix), PEER_TEST(sockets_by_addresses), PEER_TEST(terminals), PEER_TEST(fifos), PEER_TEST(eventfds), PEER_TEST(ends_found_later),
		PEER_TEST(the_state_is_told_again), PEER_TEST(who_has_a_lock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
