/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * remote.h - `trace record --serve` on another host, started by ssh(1), whose standard output is a recording.
 *
 * How both ends greet each other, before the recording: the served end writes a line with its version. It answers each byte `c` by
 * its wall clock, 8 bytes, little-endian, ns since the Epoch, and CLOCK_MONOTONIC likewise. The byte `g` and how far it is ahead, 8 bytes likewise, let it
 * begin. The end of its standard input, at any time, ends it.
 *
 * Meanwhile the clocks are compared again: it answers the byte `p` and a number, 8 bytes, on standard error by the byte 1, that number, CLOCK_MONOTONIC, both
 * hexadecimal, and a newline. The byte `a`, the asking host's wall clock minus CLOCK_MONOTONIC, and how precisely that is known, 8 bytes each, become a REC_CLOCK.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf/wire.h"
#include "config/remote_config.h"

#define PINGS 9			/* that measure a clock: the fastest answer counts */

struct remote {
	char *host;			/* as given: USER@NAME */
	pid_t pid;			/* of ssh; 0: it was not started, or has ended */
	int status;			/* wait status, once it has ended */
	int to, from, errors;		/* pipes; -1: closed */
	int64_t ahead;			/* ns that its wall clock is ahead of this host's, … */
	uint64_t within;		/* ns: … give or take */
	int64_t minus_mono;		/* ns: this host's wall clock minus its CLOCK_MONOTONIC, give or take `within`: as it was told last */
	bool began;			/* it records */
	bool stopped;			/* it was asked to end */
	bool given_up;			/* it did not answer any more: the message was printed */
};

/* Takes the names apart. 0 or -errno: the message was printed. Free with remotes__free(). */
int remotes__list(const struct remote_config *c, struct remote **list, unsigned *n);
void remotes__free(struct remote *list, unsigned n);
/* Starts ssh, with `words` for `trace record --serve`. 0 or -errno: the message was printed. */
int remote__start(struct remote *r, const struct remote_config *c, char *const *words, unsigned nwords);
/* Waits until the other end is there, has the same version, and its clock is known. 0; -EINTR: an interrupt; another -errno: the message was printed. */
int remote__greet(struct remote *r);
/* Lets it begin. */
void remote__go(struct remote *r);
/* While it records: sends it something. false: it has gone, or was asked to end. */
bool remote__tell(struct remote *r, const void *p, size_t len);
/* ns since the Epoch, by this host's clock, to which those of others are compared. */
uint64_t remotes__now(void);
/* Asks it to end: its last records still come */
void remote__stop(struct remote *r);
/* Waits for ssh. 0; -ECONNRESET: it ended other than it should, and the message was printed; -EINTR: an interrupt ended it before it recorded. */
int remote__end(struct remote *r);
/* Ends ssh, unless it has ended or was asked to: what it would send will not come. false: so it was. */
bool remote__give_up(struct remote *r);
/*
 * Prints what all of them write on standard error, each line after the host, until they close it; and compares clocks while they record. together: what one
 * sends waits for the others, so one that does not answer for a minute is given up.
 */
int remotes__relay(struct remote *list, unsigned n, bool together);
void remotes__end_relay(void);

/*
 * The served end. Takes standard input, in whose place commands have /dev/null. 0: begin; 1: the other end wants no recording; -errno: the
 * message was printed. *ahead: ns.
 */
int remote__serve(int64_t *ahead);
/* From now on the process gets SIGTERM when its standard input ends. To be called after the command was forked. 0 or -errno: as above. */
int remote__watch(void);
/* Did it end? */
bool remote__watch_ended(void);
/* Sets the numbers if the clocks are not as they were any more. false: they are. */
bool remote__take_clock(struct rec_clock *r);
