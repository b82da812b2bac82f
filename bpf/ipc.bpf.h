/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* ipc.bpf.h - how many semaphores a set of the current task's IPC namespace has. */
#pragma once

#include "compat.bpf.h"

#define IPC_LEVELS 5		/* of the tree that holds 24-bit indices, and one more for what is not a node */
#define IPC_INDEX 0x7fff	/* of an ID: its index, */
#define IPC_INDEX_LONG 0xffffff	/* … with the kernel's option ipcmni_extend */

/* What the tree of an idr holds at an index; another object if the index is beyond the tree. Entries that end in 10 are nodes (linux/xarray.h). */
static __always_inline struct kern_ipc_perm *ipc_object(void *head, __u32 index)
{
	__u64 entry = (__u64)head;

	for (__u32 i = 0; i < IPC_LEVELS && (entry & 3) == 2; i++) {
		struct xa_node *node = (struct xa_node *)(entry - 2);
		__u8 shift = BPF_CORE_READ(node, shift) & 31;
		const void *slots = (const char *)node + bpf_core_field_offset(struct xa_node, slots);

		entry = 0;
		bpf_probe_read_kernel(&entry, sizeof(entry), slots + (index >> shift & 63) * sizeof(entry));
	}
	return (entry & 3) ? 0 : (struct kern_ipc_perm *)entry;
}

/* 0: there is no such set. A global function, verified once. */
__noinline int semaphores_of(int id)
{
	struct ipc_namespace *ns;
	struct kern_ipc_perm *set;
	void *head;
	int n;

	if (id < 0 || !bpf_core_field_exists(struct sem_array, sem_nsems))
		return 0;
	ns = BPF_CORE_READ(current_task(), nsproxy, ipc_ns);
	head = BPF_CORE_READ((struct ipc_ids *)((char *)ns + bpf_core_field_offset(struct ipc_namespace, ids)), ipcs_idr.idr_rt.xa_head);
	set = ipc_object(head, id & IPC_INDEX);
	if (!set || BPF_CORE_READ(set, id) != id)
		set = ipc_object(head, id & IPC_INDEX_LONG);
	if (!set || BPF_CORE_READ(set, id) != id)
		return 0;
	n = BPF_CORE_READ((struct sem_array *)set, sem_nsems);
	return n > 0 ? n : 0;
}
