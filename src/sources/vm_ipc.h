/* SPDX-License-Identifier: BSD-2-Clause */
/* vm_ipc.h - how many semaphores a set has: as bpf/ipc.bpf.h, by asking the kernel. */
#pragma once

#include <stdint.h>

/* 0: a thread's set is not known: it does not exist, may not be read, or is in another IPC namespace. */
uint64_t vm_ipc__semaphores(uint32_t tid, int id);
