// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_ipc.c - System V and POSIX queues, semaphores, shared memory; poll and epoll; values of socket options
 * (asm/ipcbuf.h, msgbuf.h, sembuf.h, shmbuf.h; linux/mqueue.h, eventpoll.h, socket.h).
 */
#include <time.h>

#include "kinds.h"

#define BRIEF .brief = true

/* -- System V ---------------------------------------------------------------------------------------- */

#define PERM(t, UL) struct t { int32_t key; uint32_t uid, gid, cuid, cgid, mode; uint16_t seq, pad; UL unused[2]; };
#define PERM_FIELDS(t) { \
	FIELD(struct t, key, hex32), FIELD(struct t, uid, uid), FIELD(struct t, gid, gid), FIELD(struct t, cuid, uid), \
	FIELD(struct t, cgid, gid), FIELD(struct t, mode, mode), FIELD(struct t, seq, uint) }
struct perm_ppc { int32_t key; uint32_t uid, gid, cuid, cgid, mode, seq, pad; uint64_t unused[2]; };
struct perm_s390 { int32_t key; uint32_t uid, gid, cuid, cgid, mode; uint16_t pad, seq; uint64_t unused[2]; };
PERM(perm64, uint64_t)
PERM(perm32, uint32_t)
static_assert(sizeof(struct perm64) == 48 && sizeof(struct perm32) == 36, "struct ipc64_perm");
static_assert(sizeof(struct perm_ppc) == 48 && sizeof(struct perm_s390) == 48, "struct ipc64_perm");
static const struct field perm64_fields[] = PERM_FIELDS(perm64);
static const struct field perm32_fields[] = PERM_FIELDS(perm32);
static const struct field perm_ppc_fields[] = PERM_FIELDS(perm_ppc);
static const struct field perm_s390_fields[] = PERM_FIELDS(perm_s390);
static const struct shape perm_ppc = SHAPE(struct perm_ppc, perm_ppc_fields);
static const struct shape perm_s390 = SHAPE(struct perm_s390, perm_s390_fields);
static const struct shape shape_perm64 = SHAPE(struct perm64, perm64_fields);
static const struct shape shape_perm32 = SHAPE(struct perm32, perm32_fields);

/* strace's format has another selection and order of fields, fewer of what IPC_SET passes, and times as numbers. */
#define PERM_SET_FIELDS(t) FIELD(struct t, uid, uid), FIELD(struct t, gid, gid), FIELD(struct t, mode, mode)
static const struct field perm64_strace_fields[] = {
	PERM_SET_FIELDS(perm64), FIELD(struct perm64, key, uint), FIELD(struct perm64, cuid, uid), FIELD(struct perm64, cgid, gid),
};
static const struct field perm64_set_fields[] = { PERM_SET_FIELDS(perm64) };
static const struct shape perm64_strace = SHAPE(struct perm64, perm64_strace_fields), perm64_set = SHAPE(struct perm64, perm64_set_fields);

/* A time in the ABI's long; in 32-bit ABIs the high half is a separate field. */
struct time_hi { uint32_t lo, hi; };
static void show_time_hi(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	s->w->time(s->o, (int64_t)(load_uint(p + 4, 4, s->swap) << 32 | load_uint(p, 4, s->swap)), 0, CLOCK_REALTIME);
}
static const struct shape shape_time_hi = { .name = "time", .size = sizeof(struct time_hi), .show = show_time_hi };

static void show_time_long(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	s->w->time(s->o, load_int(p, 8, s->swap), 0, CLOCK_REALTIME);
}
static const struct shape shape_time_long = { .name = "time", .size = 8, .show = show_time_long };

#define MSQID(t, P, T, UL) struct t { \
	struct P msg_perm; T msg_stime, msg_rtime, msg_ctime; \
	UL msg_cbytes, msg_qnum, msg_qbytes; int32_t msg_lspid, msg_lrpid; UL unused[2]; };
#define MSQID_FIELDS(t, p, tm) { \
	FIELD_STRUCT(struct t, msg_perm, p), FIELD_STRUCT(struct t, msg_stime, tm), FIELD_STRUCT(struct t, msg_rtime, tm), \
	FIELD_STRUCT(struct t, msg_ctime, tm), FIELD(struct t, msg_cbytes, ulong), FIELD(struct t, msg_qnum, ulong, BRIEF), \
	FIELD(struct t, msg_qbytes, ulong, BRIEF), FIELD(struct t, msg_lspid, pid), FIELD(struct t, msg_lrpid, pid) }
MSQID(msqid64, perm64, int64_t, uint64_t)
MSQID(msqid_ppc, perm_ppc, int64_t, uint64_t)
MSQID(msqid_s390, perm_s390, int64_t, uint64_t)
MSQID(msqid32, perm32, struct time_hi, uint32_t)
static_assert(sizeof(struct msqid64) == 120, "struct msqid64_ds");
static const struct field msqid64_fields[] = MSQID_FIELDS(msqid64, shape_perm64, shape_time_long);
static const struct field msqid32_fields[] = MSQID_FIELDS(msqid32, shape_perm32, shape_time_hi);
static const struct field msqid_ppc_fields[] = MSQID_FIELDS(msqid_ppc, perm_ppc, shape_time_long);
static const struct field msqid_s390_fields[] = MSQID_FIELDS(msqid_s390, perm_s390, shape_time_long);
static const struct field msqid64_strace_fields[] = {
	FIELD_STRUCT(struct msqid64, msg_perm, perm64_strace), FIELDS(struct msqid64, ulong, msg_stime, msg_rtime, msg_ctime, msg_qnum, msg_qbytes),
	FIELDS(struct msqid64, int, msg_lspid, msg_lrpid),
};
static const struct field msqid64_set_fields[] = { FIELD_STRUCT(struct msqid64, msg_perm, perm64_set), FIELD(struct msqid64, msg_qbytes, ulong) };
static const struct shape msqid64_strace = SHAPE(struct msqid64, msqid64_strace_fields), msqid64_set = SHAPE(struct msqid64, msqid64_set_fields);
static const struct shape msqid_ppc = SHAPE(struct msqid_ppc, msqid_ppc_fields, .abridge = true);
static const struct shape msqid_s390 = SHAPE(struct msqid_s390, msqid_s390_fields, .abridge = true);
static const struct shape shape_msqid32 = SHAPE(struct msqid32, msqid32_fields, .abridge = true);
const struct shape shape_msqid_ds = SHAPE(struct msqid64, msqid64_fields, .abridge = true, .compat = &shape_msqid32,
					   .ppc = &msqid_ppc, .s390 = &msqid_s390, .strace = &msqid64_strace);
const struct shape shape_msqid_set = SHAPE(struct msqid64, msqid64_fields, .abridge = true, .compat = &shape_msqid32,
					   .ppc = &msqid_ppc, .s390 = &msqid_s390, .strace = &msqid64_set);

#define SHMID(t, P, T, UL) struct t { \
	struct P shm_perm; UL shm_segsz; T shm_atime, shm_dtime, shm_ctime; \
	int32_t shm_cpid, shm_lpid; UL shm_nattch, unused[2]; };
#define SHMID_FIELDS(t, p, tm) { \
	FIELD_STRUCT(struct t, shm_perm, p), FIELD(struct t, shm_segsz, ulong, BRIEF), FIELD_STRUCT(struct t, shm_atime, tm), \
	FIELD_STRUCT(struct t, shm_dtime, tm), FIELD_STRUCT(struct t, shm_ctime, tm), FIELD(struct t, shm_cpid, pid, BRIEF), \
	FIELD(struct t, shm_lpid, pid), FIELD(struct t, shm_nattch, ulong, BRIEF) }
struct shm_ppc {
	struct perm_ppc shm_perm;
	int64_t shm_atime, shm_dtime, shm_ctime;
	uint64_t shm_segsz;
	int32_t shm_cpid, shm_lpid;
	uint64_t shm_nattch, unused[2];
};
SHMID(shm64, perm64, int64_t, uint64_t)
SHMID(shm_s390, perm_s390, int64_t, uint64_t)
SHMID(shm32, perm32, struct time_hi, uint32_t)
static_assert(sizeof(struct shm64) == 112 && sizeof(struct shm_ppc) == 112, "struct shmid64_ds");
static const struct field shm_ppc_fields[] = SHMID_FIELDS(shm_ppc, perm_ppc, shape_time_long);
static const struct field shm_s390_fields[] = SHMID_FIELDS(shm_s390, perm_s390, shape_time_long);
static const struct shape shm_ppc = SHAPE(struct shm_ppc, shm_ppc_fields, .abridge = true);
static const struct shape shm_s390 = SHAPE(struct shm_s390, shm_s390_fields, .abridge = true);
static const struct field shm64_fields[] = SHMID_FIELDS(shm64, shape_perm64, shape_time_long);
static const struct field shm32_fields[] = SHMID_FIELDS(shm32, shape_perm32, shape_time_hi);
static const struct field shm64_strace_fields[] = {
	FIELD_STRUCT(struct shm64, shm_perm, perm64_strace), FIELD(struct shm64, shm_segsz, ulong), FIELDS(struct shm64, pid, shm_cpid, shm_lpid),
	FIELDS(struct shm64, ulong, shm_nattch, shm_atime, shm_dtime, shm_ctime),
};
static const struct field shm64_set_fields[] = { FIELD_STRUCT(struct shm64, shm_perm, perm64_set) };
static const struct shape shm64_strace = SHAPE(struct shm64, shm64_strace_fields), shm64_set = SHAPE(struct shm64, shm64_set_fields);
static const struct shape shape_shm32 = SHAPE(struct shm32, shm32_fields, .abridge = true);
const struct shape shape_shmid_ds = SHAPE(struct shm64, shm64_fields, .abridge = true, .compat = &shape_shm32,
					  .ppc = &shm_ppc, .s390 = &shm_s390, .strace = &shm64_strace);
const struct shape shape_shmid_set = SHAPE(struct shm64, shm64_fields, .abridge = true, .compat = &shape_shm32,
					   .ppc = &shm_ppc, .s390 = &shm_s390, .strace = &shm64_set);

#define SEMID_FIELDS(t, p, tm) { \
	FIELD_STRUCT(struct t, sem_perm, p), FIELD_STRUCT(struct t, sem_otime, tm), FIELD_STRUCT(struct t, sem_ctime, tm), \
	FIELD(struct t, sem_nsems, ulong, BRIEF) }
struct sem64 { struct perm64 sem_perm; int64_t sem_otime, pad1, sem_ctime, pad2; uint64_t sem_nsems, unused[2]; };
struct sem_generic { struct perm64 sem_perm; int64_t sem_otime, sem_ctime; uint64_t sem_nsems, unused[2]; };
struct sem_ppc { struct perm_ppc sem_perm; int64_t sem_otime, sem_ctime; uint64_t sem_nsems, unused[2]; };
struct sem_s390 { struct perm_s390 sem_perm; int64_t sem_otime, sem_ctime; uint64_t sem_nsems, unused[2]; };
struct sem32 { struct perm32 sem_perm; struct time_hi sem_otime, sem_ctime; uint32_t sem_nsems, unused[2]; };
static_assert(sizeof(struct sem64) == 104, "struct semid64_ds");
static const struct field sem64_fields[] = SEMID_FIELDS(sem64, shape_perm64, shape_time_long);
static const struct field sem_generic_fields[] = SEMID_FIELDS(sem_generic, shape_perm64, shape_time_long);
static const struct field sem32_fields[] = SEMID_FIELDS(sem32, shape_perm32, shape_time_hi);
static const struct field sem_ppc_fields[] = SEMID_FIELDS(sem_ppc, perm_ppc, shape_time_long);
static const struct field sem_s390_fields[] = SEMID_FIELDS(sem_s390, perm_s390, shape_time_long);
static const struct field sem64_strace_fields[] = {
	FIELD_STRUCT(struct sem64, sem_perm, perm64_strace), FIELDS(struct sem64, ulong, sem_otime, sem_ctime, sem_nsems),
};
static const struct field sem64_set_fields[] = { FIELD_STRUCT(struct sem64, sem_perm, perm64_set) };
static const struct shape sem64_strace = SHAPE(struct sem64, sem64_strace_fields), sem64_set = SHAPE(struct sem64, sem64_set_fields);
static const struct shape sem_ppc = SHAPE(struct sem_ppc, sem_ppc_fields, .abridge = true);
static const struct shape sem_s390 = SHAPE(struct sem_s390, sem_s390_fields, .abridge = true);
static const struct shape shape_sem32 = SHAPE(struct sem32, sem32_fields, .abridge = true);
static const struct shape shape_sem_generic = SHAPE(struct sem_generic, sem_generic_fields, .abridge = true);
const struct shape shape_semid_ds = SHAPE(struct sem64, sem64_fields, .abridge = true, .compat = &shape_sem32,
					   .generic = &shape_sem_generic, .ppc = &sem_ppc, .s390 = &sem_s390, .strace = &sem64_strace);
const struct shape shape_semid_set = SHAPE(struct sem64, sem64_fields, .abridge = true, .compat = &shape_sem32,
					   .generic = &shape_sem_generic, .ppc = &sem_ppc, .s390 = &sem_s390, .strace = &sem64_set);

/* IPC_INFO, MSG_INFO, SHM_INFO, SEM_INFO of 64-bit ABIs */
/* A value of GETALL and SETALL */
static const struct field semaphore_fields[] = { { .spec = UINT(""), .size = 2 } };
const struct shape shape_semaphore = { .name = "semaphore", .size = 2, .nfields = 1, .fields = semaphore_fields, .bare = true };

/* -- POSIX message queues ---------------------------------------------------------------------------- */

/* -- Waiting for descriptors ------------------------------------------------------------------------- */

struct poll { int32_t fd; int16_t events, revents; };
static const struct field poll_fields[] = {
	FIELD(struct poll, fd, fd),
	FIELD_FLAGS(struct poll, events, flags, poll_events),
	FIELD_FLAGS(struct poll, revents, flags, poll_events, .out_only = true),
};
/* The kernel does not look at the events of negative descriptors. */
static bool is_polled(const struct call *c, const uint8_t *p)
{
	return load_int(p, 4, c->swap) >= 0;
}

static const struct field poll_strace_fields[] = {
	FIELD(struct poll, fd, fd),
	FIELD_FLAGS(struct poll, events, flags, poll_events, .when = is_polled),
};
static const struct shape pollfd_strace = SHAPE(struct poll, poll_strace_fields);
const struct shape shape_pollfd = SHAPE(struct poll, poll_fields, .strace = &pollfd_strace);

struct epoll_x86 { uint32_t events; uint64_t data; } __attribute__((packed));	/* linux/eventpoll.h packs it on x86-64; i386 aligns to 4 */
struct epoll_generic { uint32_t events; uint64_t data; };
static const struct field epoll_x86_fields[] = {
	FIELD_FLAGS(struct epoll_x86, events, flags, epoll_events),
	FIELD(struct epoll_x86, data, hex, .spec.strace = &kind_epoll_data),
};
static const struct field epoll_generic_fields[] = {
	FIELD_FLAGS(struct epoll_generic, events, flags, epoll_events),
	FIELD(struct epoll_generic, data, hex, .spec.strace = &kind_epoll_data),
};
static const struct shape epoll_generic = SHAPE(struct epoll_generic, epoll_generic_fields);
const struct shape shape_epoll_event = SHAPE(struct epoll_x86, epoll_x86_fields, .generic = &epoll_generic, .arm = &epoll_generic);

/* -- Values of socket options ------------------------------------------------------------------------ */

struct lingering { int32_t l_onoff, l_linger; };
static const struct field linger_fields[] = {
	FIELDS(struct lingering, int, l_onoff, l_linger),
};
const struct shape shape_linger = SHAPE(struct lingering, linger_fields);

struct cred { int32_t pid; uint32_t uid, gid; };
static const struct field cred_fields[] = {
	FIELD(struct cred, pid, pid),
	FIELD(struct cred, uid, uid), FIELD(struct cred, gid, gid),
};
const struct shape shape_ucred = SHAPE(struct cred, cred_fields);
