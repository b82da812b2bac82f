/*
 * syscalltbl: names and numbers of syscalls in every ABI, their classes (%file, %network, ...), sets of syscalls and the -e
 * language that selects them, and the names of errors and signals.
 *
 * Nothing here renders, allocates per call or touches the kernel. All strings returned are constant and live as long as the
 * program. Every function may be called from any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The ABI is a property of each call, not of a process: a 64-bit x86 process can make i386 calls
 * (int 0x80) and x32 calls. The numbers are written to recordings: append, never renumber.
 */
enum abi {
	ABI_X86_64  = 0,
	ABI_I386    = 1,
	ABI_X32     = 2,
	ABI_AARCH64 = 3,
	ABI_ARM     = 4, /* EABI, and OABI's numbers that EABI does not use */
	ABI_RISCV64 = 5,
	ABI_PPC64LE = 6,
	ABI_S390X   = 7,
	ABI_COUNT   = 8,
};

#define ABI_BIT(abi) (1u << (abi))
#define ABI_ALL      (ABI_BIT(ABI_COUNT) - 1)

const char *abi__name(enum abi abi);          /* "x86_64", "i386", ...; NULL when there is no such ABI */
int         abi__by_name(const char *name);   /* the ABI, or -ENOENT */
enum abi    abi__native(void);                /* the ABI this program was built for */
unsigned    abi__native_family(void);         /* ABI_BIT()s a kernel of this build can run */
unsigned    abi__family(enum abi abi);        /* ABI_BIT()s a kernel of that ABI can run; 0 when there is no such ABI */
unsigned    abi__word_size(enum abi abi);     /* bytes of a long: 4 or 8; 0 when there is no such ABI */
bool        abi__is_big_endian(enum abi abi); /* byte order of its memory */
bool        abi__is_swapped(enum abi abi);    /* its byte order is not this program's */

/* -- Names and numbers ------------------------------------------------------------------------------- */

/*
 * x32 calls are made with bit 30 of the number set (__X32_SYSCALL_BIT of <asm/unistd.h>). Every function
 * here takes x32 numbers with or without it, and returns them without.
 */
#define SYSCALL_X32_BIT 0x40000000u

/* ARM has six private calls from __ARM_NR_BASE on (<asm/unistd.h> of ARM: breakpoint to get_tls). */
#define SYSCALL_ARM_PRIVATE 0x0f0000u

/*
 * Every number has a slot below SYSCALL_SET_BITS, so that tables and bitmaps stay small. The last slot stands for all higher
 * numbers; no known syscall is in it. A power of two, so that the BPF verifier accepts a mask as bound.
 */
#define SYSCALL_SET_BITS         1024
#define SYSCALL_SLOT_ARM_PRIVATE 1000

/*
 * Older ABIs make some calls through a multiplexer, socketcall or ipc, whose first argument selects the call. Each of these has a
 * number in this range, which no kernel uses, and the name of the call; some also exist as calls with a number of their own.
 */
#define SYSCALL_MUX     960
#define SYSCALL_MUX_ALIKE 992	/* from here on: an older call of the same name that takes a pointer to the arguments */
#define SYSCALL_MUX_END 994

/*
 * Requests of aio (io_submit) are treated as calls with the numbers from here on, by opcode, and with names such as aio:pread64; no kernel has
 * calls with these numbers.
 */
#define SYSCALL_AIO       880
#define SYSCALL_AIO_END   SYSCALL_COMMANDS
#define SYSCALL_AIO_PREFIX "aio:"

/*
 * Requests of io_uring are treated as calls with the numbers from SYSCALL_URING on, by opcode, and with names such as io_uring:openat; those of
 * its commands on sockets (enum uring_command of bpf/uring.h) come before. No kernel has calls with these numbers.
 */
#define SYSCALL_COMMANDS  890
#define SYSCALL_URING     896
#define SYSCALL_URING_END SYSCALL_MUX
#define SYSCALL_URING_PREFIX "io_uring:"

static inline bool syscalltbl__is_uring(unsigned nr)
{
	return nr - SYSCALL_COMMANDS < SYSCALL_URING_END - SYSCALL_COMMANDS;
}

static inline bool syscalltbl__is_aio(unsigned nr)
{
	return nr - SYSCALL_AIO < SYSCALL_AIO_END - SYSCALL_AIO;
}

/* Of io_uring or of aio. */
static inline bool syscalltbl__is_request(unsigned nr)
{
	return nr - SYSCALL_AIO < SYSCALL_URING_END - SYSCALL_AIO;
}

static inline bool syscalltbl__is_mux(unsigned nr)
{
	return nr - SYSCALL_MUX < SYSCALL_MUX_END - SYSCALL_MUX;
}

static inline unsigned syscalltbl__slot(enum abi abi, unsigned nr)
{
	if (abi == ABI_X32)
		nr &= ~SYSCALL_X32_BIT;
	else if (abi == ABI_ARM && nr - SYSCALL_ARM_PRIVATE < 16)
		nr = nr - SYSCALL_ARM_PRIVATE + SYSCALL_SLOT_ARM_PRIVATE;
	return nr < SYSCALL_SET_BITS ? nr : SYSCALL_SET_BITS - 1;
}

const char *syscalltbl__name(enum abi abi, unsigned nr);      /* a bounds check and a load; NULL when unknown */
/*
 * Adds a name from a recording, unless the number has one. Rows and selections made before do not know
 * it. 0, -EINVAL: not a name; -ENOSPC.
 */
int         syscalltbl__learn(enum abi abi, unsigned nr, const char *name);
int         syscalltbl__nr(enum abi abi, const char *name);   /* one hash lookup; -ENOENT when unknown */
unsigned    syscalltbl__max_nr(enum abi abi);                 /* highest known number of a kernel call, without ARM's private ones */
int         syscalltbl__mux(enum abi abi, unsigned nr);       /* number of the multiplexer that this call is made through; -ENOENT: none */
int         syscalltbl__by_mux(enum abi abi, unsigned mux, const char *name); /* number of a call made through that multiplexer; or -ENOENT */

const char *syscalltbl__uring_like(unsigned nr);              /* the call that this request of io_uring is like, which selects it, too; NULL: none */
const char *syscalltbl__request_like(unsigned nr);            /* the same of requests of io_uring and of aio */

/*
 * The name nearest to a misspelt one: a syscall of the ABIs in @abis (ABI_BIT()s) or, if @name begins
 * with '%', a class. NULL: none is near enough.
 */
const char *syscalltbl__suggest_for(unsigned abis, const char *name);
const char *syscalltbl__suggest(const char *name);            /* among the ABIs this kernel can run */

bool        syscalltbl__is_class(const char *name);           /* "%file", "%%stat", and the oldest without % */

/* -- Sets of syscalls -------------------------------------------------------------------------------- */

struct syscall_set {
	uint64_t bits[ABI_COUNT][SYSCALL_SET_BITS / 64]; /* by ABI, then by slot */
};

static inline bool syscall_set__has(const struct syscall_set *set, enum abi abi, unsigned nr)
{
	unsigned slot = syscalltbl__slot(abi, nr);

	return set->bits[abi][slot / 64] >> (slot % 64) & 1;
}

void     syscall_set__clear(struct syscall_set *set);
void     syscall_set__fill(struct syscall_set *set);       /* every number, known or not */
void     syscall_set__add(struct syscall_set *set, enum abi abi, unsigned nr);
void     syscall_set__remove(struct syscall_set *set, enum abi abi, unsigned nr);
void     syscall_set__invert(struct syscall_set *set);
bool     syscall_set__is_full(const struct syscall_set *set);
bool     syscall_set__is_empty(const struct syscall_set *set);
unsigned syscall_set__count(const struct syscall_set *set, enum abi abi); /* known syscalls in it */

/*
 * The combined choice of several -e options. Start with SYSCALL_SELECT_INIT.
 *
 *   LIST  = [trace=|t=][!]ITEM[,ITEM...]
 *   ITEM  = [!][?]WHAT[@ABI]
 *   WHAT  = openat          a name; applies to every ABI that has it
 *           257             a number, in every ABI
 *           '*stat*'        a glob(7) pattern
 *           /^f?stat/       an extended regular expression, regex(7), up to the slash that ends the item;
 *                           without one, up to the next comma
 *           %file           a class: see syscalltbl/classes.c (the seven oldest need no %)
 *           all, none
 *   ABI   = 64, 32 (by word size, x32 aside), x32, or a name such as i386
 *
 * Items are applied from left to right, option after option: each adds to the selection, or removes from
 * it if the item or its list begins with '!'. If the first item adds, the selection starts empty; if it
 * removes, with every syscall. '?': it is no error if nothing matches.
 */
struct syscall_select {
	struct syscall_set set;
	unsigned           abis;    /* ABI_BIT()s a name must exist in; 0: those this kernel can run */
	bool               started; /* an item has been applied */
	bool               as_strace; /* classes have the calls that they have in strace */
};

#define SYSCALL_SELECT_INIT { .abis = 0 }

/*
 * Applies one list. Returns 0, or -EINVAL (-ENOENT for a name that does not exist) with one line in
 * @err, such as "unknown syscall 'opnat', did you mean 'openat'?"; @sel is then as it was before.
 */
int  syscall_select__add(struct syscall_select *sel, const char *list, char *err, size_t errlen);

/* The resulting set; every syscall if no list was added. */
void syscall_select__finish(const struct syscall_select *sel, struct syscall_set *out);

/* -- Errors and signals ------------------------------------------------------------------------------ */

/*
 * Errors are positive, and numbered as in asm-generic/errno.h, which all ABIs above share, except those of
 * errno__name_in(). The kernel's internal ones (ERESTARTSYS, 512, and up; linux/errno.h) are known too: a
 * trace shows them when a signal interrupts a call.
 */
const char *errno__name(int err);              /* "ENOENT"; NULL when unknown */
const char *errno__name_in(enum abi abi, int err);  /* the same, with errors of one ABI only (powerpc's EDEADLOCK) */
const char *errno__text(int err);              /* "No such file or directory", in any locale; NULL when unknown */
int         errno__number(const char *name);   /* in upper or lower case, aliases too (EWOULDBLOCK); -ENOENT when unknown */
const char *errno__suggest(const char *name);  /* the nearest name, or NULL */

/* Real-time signals are SIGRT_1 to SIGRT_32 above the kernel's SIGRTMIN, which is 32. NULL when there is no such signal. */
const char *signal__name(int sig);             /* "SIGCHLD" */
int         signal__number(const char *name);  /* in either case, with or without SIG; -ENOENT when unknown */
const char *signal__suggest(const char *name); /* the nearest name, with SIG if that has it; or NULL */
