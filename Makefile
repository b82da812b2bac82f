# SPDX-License-Identifier: BSD-2-Clause
#
# Builds trace out of tree, in $(O). `make help` lists the targets.
#
# V=1 shows commands, WERROR=1 makes warnings errors, SAN=address,undefined and COVERAGE=1 instrument.
# CC, CLANG, BPFTOOL, CFLAGS, LDFLAGS, O, PREFIX and DESTDIR may be set. Lists have one item a line: add yours there.

VERSION = 0.1.0

O ?= build
PREFIX ?= /usr/local
DESTDIR ?=
bindir ?= $(PREFIX)/bin
mandir ?= $(PREFIX)/share/man
unitdir ?= /lib/systemd/system
completiondir ?= $(PREFIX)/share/bash-completion/completions

CLANG ?= clang
# For tools that the build runs
HOSTCC ?= cc
BPFTOOL ?= $(shell PATH="$$PATH:/usr/sbin:/sbin" command -v bpftool || echo bpftool)
# clang describes where each variable is, whatever the options: a fifth of the program's size. There debuggers know functions and lines only.
ifeq ($(origin CFLAGS),undefined)
CFLAGS := -O2 -g$(if $(findstring clang,$(shell $(CC) --version 2>/dev/null)),1)
endif

machine := $(shell uname -m)

# ARCH=arm64 builds for that on another machine: one static program, with libraries that tests/cross-sysroot fetches.
ifeq ($(ARCH):$(filter aarch64,$(machine)),arm64:)
machine := aarch64
cross = aarch64-linux-gnu
sysroot = $(O)/sysroot
ifeq ($(origin CC),default)
CC = $(cross)-gcc
endif
ifeq ($(origin AR),default)
AR = $(cross)-ar
endif
endif

multiarch := $(shell $(CC) -print-multiarch 2>/dev/null)
ifeq ($(multiarch),)
multiarch := $(shell $(CC) -dumpmachine)
endif
bpf_arch := $(patsubst aarch64,arm64,$(patsubst x86_64,x86,$(machine)))

main = \
	src/main.c \

sources = \
	beautifiers/call.c \
	beautifiers/drivers.c \
	beautifiers/ebpf_text.c \
	beautifiers/field_shown.c \
	beautifiers/filter_text.c \
	beautifiers/flags.c \
	beautifiers/kinds.c \
	beautifiers/made.c \
	beautifiers/netlink/actions.c \
	beautifiers/netlink/attrs.c \
	beautifiers/netlink/audit.c \
	beautifiers/netlink/bridge.c \
	beautifiers/netlink/conntrack.c \
	beautifiers/netlink/crypto.c \
	beautifiers/netlink/dcb.c \
	beautifiers/netlink/diag.c \
	beautifiers/netlink/devlink.c \
	beautifiers/netlink/diag_inet.c \
	beautifiers/netlink/diag_other.c \
	beautifiers/netlink/ematch.c \
	beautifiers/netlink/ethtool.c \
	beautifiers/netlink/generic.c \
	beautifiers/netlink/genl_host.c \
	beautifiers/netlink/genl_links.c \
	beautifiers/netlink/genl_net.c \
	beautifiers/netlink/genl_specified.c \
	beautifiers/netlink/diag_xdp.c \
	beautifiers/netlink/filters.c \
	beautifiers/netlink/joined.c \
	beautifiers/netlink/link.c \
	beautifiers/netlink/link_kinds.c \
	beautifiers/netlink/link_stats.c \
	beautifiers/netlink/lwtunnel.c \
	beautifiers/netlink/mdb.c \
	beautifiers/netlink/lookup.c \
	beautifiers/netlink/messages.c \
	beautifiers/netlink/named_attrs.c \
	beautifiers/netlink/neigh.c \
	beautifiers/netlink/netdev.c \
	beautifiers/netlink/netfilter.c \
	beautifiers/netlink/nl80211.c \
	beautifiers/netlink/ovs.c \
	beautifiers/netlink/nfqueue.c \
	beautifiers/netlink/nft_exprs.c \
	beautifiers/netlink/nftables.c \
	beautifiers/netlink/payload.c \
	beautifiers/netlink/qdiscs.c \
	beautifiers/netlink/rdma.c \
	beautifiers/netlink/route.c \
	beautifiers/netlink/routes.c \
	beautifiers/netlink/taskstats.c \
	beautifiers/netlink/tcp_stats.c \
	beautifiers/netlink/tc.c \
	beautifiers/netlink/xfrm.c \
	beautifiers/netlink/xt.c \
	beautifiers/plan.c \
	beautifiers/regsets.c \
	beautifiers/rows.c \
	beautifiers/rows/arm.c \
	beautifiers/rows/backwards.c \
	beautifiers/rows/bpf.c \
	beautifiers/rows/bpf_info.c \
	beautifiers/rows/bpf_links.c \
	beautifiers/rows/compat32.c \
	beautifiers/rows/creds.c \
	beautifiers/rows/dir.c \
	beautifiers/rows/fcntl.c \
	beautifiers/rows/file.c \
	beautifiers/rows/futex.c \
	beautifiers/rows/i386.c \
	beautifiers/rows/ioctl.c \
	beautifiers/rows/ioctl_any.c \
	beautifiers/rows/ioctl_block.c \
	beautifiers/rows/ioctl_cdrom.c \
	beautifiers/rows/ioctl_console.c \
	beautifiers/rows/ioctl_dm.c \
	beautifiers/rows/ioctl_ethtool.c \
	beautifiers/rows/ioctl_file.c \
	beautifiers/rows/ioctl_i2c.c \
	beautifiers/rows/ioctl_interface.c \
	beautifiers/rows/ioctl_inet.c \
	beautifiers/rows/ioctl_inet6.c \
	beautifiers/rows/ioctl_input.c \
	beautifiers/rows/ioctl_link.c \
	beautifiers/rows/ioctl_loop.c \
	beautifiers/rows/ioctl_made.c \
	beautifiers/rows/ioctl_sized.c \
	beautifiers/rows/ioctl_namespace.c \
	beautifiers/rows/ioctl_newer.c \
	beautifiers/rows/ioctl_opens.c \
	beautifiers/rows/ioctl_perf.c \
	beautifiers/rows/ioctl_ptp.c \
	beautifiers/rows/ioctl_random.c \
	beautifiers/rows/ioctl_rtc.c \
	beautifiers/rows/ioctl_scsi.c \
	beautifiers/rows/ioctl_nilfs.c \
	beautifiers/rows/ioctl_seccomp.c \
	beautifiers/rows/ioctl_socket.c \
	beautifiers/rows/ioctl_tee.c \
	beautifiers/rows/ioctl_tty.c \
	beautifiers/rows/ioctl_tun.c \
	beautifiers/rows/ioctl_ubi.c \
	beautifiers/rows/ioctl_uinput.c \
	beautifiers/rows/ipc.c \
	beautifiers/rows/ipccall.c \
	beautifiers/rows/memory.c \
	beautifiers/rows/misc.c \
	beautifiers/rows/mount.c \
	beautifiers/rows/network.c \
	beautifiers/rows/old.c \
	beautifiers/rows/oldmmap.c \
	beautifiers/rows/path.c \
	beautifiers/rows/poll.c \
	beautifiers/rows/ppc64le.c \
	beautifiers/rows/prctl.c \
	beautifiers/rows/process.c \
	beautifiers/rows/ptrace.c \
	beautifiers/rows/riscv64.c \
	beautifiers/rows/s390ipc.c \
	beautifiers/rows/s390x.c \
	beautifiers/rows/security.c \
	beautifiers/rows/signal.c \
	beautifiers/rows/socketcall.c \
	beautifiers/rows/sockopt.c \
	beautifiers/rows/sockopt_requests.c \
	beautifiers/rows/sockopt_values.c \
	beautifiers/rows/time.c \
	beautifiers/rows/time64.c \
	beautifiers/rows/aio_ops.c \
	beautifiers/rows/uring.c \
	beautifiers/rows/uring_ops.c \
	beautifiers/rows/x32.c \
	beautifiers/rows/xattr.c \
	beautifiers/shapes_cmsg.c \
	beautifiers/shapes_file.c \
	beautifiers/shapes_filter.c \
	beautifiers/shapes_btrfs.c \
	beautifiers/shapes_device.c \
	beautifiers/shapes_fs.c \
	beautifiers/shapes_ipc.c \
	beautifiers/shapes_mroute.c \
	beautifiers/shapes_number.c \
	beautifiers/shapes_process.c \
	beautifiers/shapes_signal.c \
	beautifiers/shapes_sockopt.c \
	beautifiers/shapes_unexported.c \
	beautifiers/shapes_stat.c \
	beautifiers/shapes_statmount.c \
	beautifiers/shapes_time.c \
	beautifiers/show_array.c \
	beautifiers/show_binder.c \
	beautifiers/show_console.c \
	beautifiers/show_dm.c \
	beautifiers/show_dirents.c \
	beautifiers/show_events.c \
	beautifiers/show_extra.c \
	beautifiers/show_request.c \
	beautifiers/show_fd.c \
	beautifiers/show_fdset.c \
	beautifiers/show_flags.c \
	beautifiers/show_handle.c \
	beautifiers/show_ioctl.c \
	beautifiers/show_inout.c \
	beautifiers/show_iovec.c \
	beautifiers/show_key.c \
	beautifiers/show_ebpf_map.c \
	beautifiers/show_number.c \
	beautifiers/show_signal.c \
	beautifiers/show_parts.c \
	beautifiers/show_sockaddr.c \
	beautifiers/show_sockaddr_bluetooth.c \
	beautifiers/show_sockaddr_other.c \
	beautifiers/show_sockopt.c \
	beautifiers/show_strace.c \
	beautifiers/show_strace_flags.c \
	beautifiers/show_string.c \
	beautifiers/show_struct.c \
	beautifiers/show_task.c \
	beautifiers/show_tee.c \
	beautifiers/show_video.c \
	beautifiers/show_wait.c \
	beautifiers/xtables.c \
	src/aggregate/groups.c \
	src/aggregate/tally.c \
	src/commands/cmd_convert.c \
	src/commands/cmd_doctor.c \
	src/commands/cmd_info.c \
	src/commands/cmd_query.c \
	src/commands/cmd_record.c \
	src/commands/cmd_replay.c \
	src/commands/cmd_report.c \
	src/commands/cmd_ship.c \
	src/commands/cmd_top.c \
	src/commands/cmd_trace.c \
	src/commands/cmd_unload.c \
	src/commands/cmd_why.c \
	src/commands/command_env.c \
	src/commands/could_end.c \
	src/commands/could_end_lines.c \
	src/commands/host_copy.c \
	src/commands/hosts.c \
	src/commands/live_loop.c \
	src/commands/loop.c \
	src/commands/recordings.c \
	src/commands/replay_loop.c \
	src/commands/shipper.c \
	src/commands/target.c \
	src/commands/targets.c \
	src/commands/waited_fds.c \
	src/commands/why_states.c \
	src/config/event_select.c \
	src/config/option_values.c \
	src/config/other_lines.c \
	src/config/ready_views.c \
	src/config/rec_select.c \
	src/config/time_spec.c \
	src/config/trigger.c \
	src/host/awaited.c \
	src/host/awaited_futex.c \
	src/host/cgroup.c \
	src/host/container_names.c \
	src/host/containers.c \
	src/host/diagnose.c \
	src/host/epoll_set.c \
	src/host/exclude.c \
	src/host/fd_object.c \
	src/host/freezer.c \
	src/host/id_lookup.c \
	src/host/kernel_version.c \
	src/host/lock_holders.c \
	src/host/online_cpus.c \
	src/host/peers.c \
	src/host/privileges.c \
	src/host/proc_maps.c \
	src/host/process_state.c \
	src/host/rcu.c \
	src/host/ring_size.c \
	src/host/run_clock.c \
	src/host/sysctl.c \
	src/host/task_owner.c \
	src/host/tracefs.c \
	src/host/uring_waits.c \
	src/lib/build_id.c \
	src/lib/buf.c \
	src/lib/escape.c \
	src/lib/fmt.c \
	src/lib/format_file.c \
	src/lib/hash.c \
	src/lib/full_disk.c \
	src/lib/interrupt.c \
	src/lib/http.c \
	src/lib/http_server.c \
	src/lib/keep_fds.c \
	src/lib/late.c \
	src/lib/late_dw.c \
	src/lib/late_traceevent.c \
	src/lib/late_zstd.c \
	src/lib/leave.c \
	src/lib/msg.c \
	src/lib/priority.c \
	src/lib/progress.c \
	src/lib/out.c \
	src/lib/output_file.c \
	src/lib/search_path.c \
	src/lib/small_file.c \
	src/lib/thread.c \
	src/lib/ulimits.c \
	src/options/option_foreign.c \
	src/options/option_rows.c \
	src/options/option_setters.c \
	src/options/option_words.c \
	src/options/options_help.c \
	src/options/options_parse.c \
	src/options/options_summary.c \
	src/options/path_option.c \
	src/options/strace_calls.c \
	src/options/strace_columns.c \
	src/options/strace_finish.c \
	src/options/strace_help.c \
	src/options/strace_inject.c \
	src/options/strace_link.c \
	src/options/strace_options.c \
	src/options/strace_qualify.c \
	src/options/strace_rows.c \
	src/options/strace_words.c \
	src/query/answer.c \
	src/query/clickhouse.c \
	src/query/clickhouse_ddl.c \
	src/query/clickhouse_view.c \
	src/query/complete.c \
	src/query/database.c \
	src/query/index.c \
	src/query/line_edit.c \
	src/query/native_block.c \
	src/query/prompt.c \
	src/query/questions.c \
	src/query/row_groups.c \
	src/query/row_of.c \
	src/query/row_verbs.c \
	src/query/rows_store.c \
	src/query/scan.c \
	src/query/schema.c \
	src/query/sqlite_api.c \
	src/query/sqlite_view.c \
	src/query/virtual_tables.c \
	src/recorder/recorder.c \
	src/recorder/recording_files.c \
	src/recorder/spool.c \
	src/recording/block_summary.c \
	src/recording/counts.c \
	src/recording/file_header.c \
	src/recording/file_reader.c \
	src/recording/file_writer.c \
	src/recording/old_files.c \
	src/recording/pack.c \
	src/recording/record_types.c \
	src/recording/swap.c \
	src/recording/unpack.c \
	src/session/filter.c \
	src/session/host.c \
	src/session/owner_value.c \
	src/session/session.c \
	src/session/session_names.c \
	src/session/session_requests.c \
	src/session/session_wants.c \
	src/session/tally_filter.c \
	src/sources/bpf/bpf_attach.c \
	src/sources/bpf/bpf_clear.c \
	src/sources/bpf/bpf_configure.c \
	src/sources/bpf/bpf_functions.c \
	src/sources/bpf/bpf_inject.c \
	src/sources/bpf/bpf_iter.c \
	src/sources/bpf/bpf_keep.c \
	src/sources/bpf/bpf_lease.c \
	src/sources/bpf/bpf_loader.c \
	src/sources/bpf/bpf_loss.c \
	src/sources/bpf/bpf_nexts.c \
	src/sources/bpf/bpf_override.c \
	src/sources/bpf/bpf_patch.c \
	src/sources/bpf/bpf_pending.c \
	src/sources/bpf/bpf_requests.c \
	src/sources/bpf/bpf_snapshot.c \
	src/sources/bpf/bpf_specialize.c \
	src/sources/bpf/bpf_tallies.c \
	src/sources/bpf/bpf_targets.c \
	src/sources/bpf/bpf_way.c \
	src/sources/bpf/call_functions.c \
	src/sources/bpf/compat.c \
	src/sources/bpf/cpu_drain.c \
	src/sources/bpf/kernel_btf.c \
	src/sources/bpf/ptrace_access.c \
	src/sources/bpf/ring.c \
	src/sources/bpf/ring_drain.c \
	src/sources/bpf/ring_merge.c \
	src/sources/bpf/source_bpf.c \
	src/sources/blocked.c \
	src/sources/call_record.c \
	src/sources/call_sets.c \
	src/sources/comm_filter.c \
	src/sources/drain.c \
	src/sources/file/file_kinds.c \
	src/sources/file/merge_files.c \
	src/sources/file/perfdata_header.c \
	src/sources/file/perfdata_input.c \
	src/sources/file/source_file.c \
	src/sources/file/source_perfdata.c \
	src/sources/remote/relay.c \
	src/sources/remote/remote.c \
	src/sources/remote/serve.c \
	src/sources/remote/served.c \
	src/sources/live/live.c \
	src/sources/live/silent_verbs.c \
	src/sources/live/source_links.c \
	src/sources/live/source_names.c \
	src/sources/live/source_owners.c \
	src/sources/live/source_peers.c \
	src/sources/live/source_stacks.c \
	src/sources/live/source_waits.c \
	src/sources/lock_call.c \
	src/sources/map_record.c \
	src/sources/merge.c \
	src/sources/pending.c \
	src/sources/perf/event_kinds.c \
	src/sources/perf/live_events.c \
	src/sources/perf/mmap_events.c \
	src/sources/perf/perf_calls.c \
	src/sources/perf/perf_drain.c \
	src/sources/perf/perf_filter.c \
	src/sources/perf/perf_format.c \
	src/sources/perf/perf_losses.c \
	src/sources/perf/perf_open.c \
	src/sources/perf/perf_pair.c \
	src/sources/perf/perf_queue.c \
	src/sources/perf/perf_record.c \
	src/sources/perf/perf_ring.c \
	src/sources/perf/perf_sample.c \
	src/sources/perf/perf_stack.c \
	src/sources/perf/perf_stream.c \
	src/sources/perf/perf_targets.c \
	src/sources/perf/source_perf.c \
	src/sources/perf/syscall_tracepoints.c \
	src/sources/plan_load.c \
	src/sources/sub_list.c \
	src/sources/seccomp/call_filter.c \
	src/sources/seccomp/guard.c \
	src/sources/seccomp/inject.c \
	src/sources/seccomp/inject_notes.c \
	src/sources/seccomp/inject_poke.c \
	src/sources/seccomp/inject_rules.c \
	src/sources/seccomp/listener.c \
	src/sources/seccomp/source_inject.c \
	src/sources/snapshot.c \
	src/sources/snapshot_drivers.c \
	src/sources/snapshot_genl.c \
	src/sources/snapshot_peers.c \
	src/sources/source.c \
	src/sources/source_layer.c \
	src/sources/spill.c \
	src/sources/vm/hold.c \
	src/sources/vm/hold_filter.c \
	src/sources/vm/late_confirm.c \
	src/sources/vm/late_exec.c \
	src/sources/vm/late_file.c \
	src/sources/vm/late_held.c \
	src/sources/vm/late_reported.c \
	src/sources/vm/vm_capture.c \
	src/sources/vm_ipc.c \
	src/sources/vm_map.c \
	src/sources/vm_read.c \
	src/symbols/address_spaces.c \
	src/symbols/elf_file.c \
	src/symbols/jit_map.c \
	src/symbols/kallsyms.c \
	src/symbols/stacks.c \
	src/symbols/unwind.c \
	src/symbols/kernel_part.c \
	src/tracker/aio.c \
	src/tracker/call_parts.c \
	src/tracker/event_formats.c \
	src/tracker/event_print.c \
	src/tracker/fd_tracking.c \
	src/tracker/fdtable.c \
	src/tracker/genl_families.c \
	src/tracker/id_names.c \
	src/tracker/links.c \
	src/tracker/pathname.c \
	src/tracker/paths.c \
	src/tracker/peer_ends.c \
	src/tracker/pid_numbers.c \
	src/tracker/sockname.c \
	src/tracker/state.c \
	src/tracker/threads.c \
	src/tracker/wait_split.c \
	src/tracker/waiting.c \
	src/writers/json.c \
	src/writers/json_values.c \
	src/writers/strace_fd.c \
	src/writers/strace_constants.c \
	src/writers/strace_strings.c \
	src/writers/strace_values.c \
	src/writers/svg.c \
	src/writers/text_fd.c \
	src/writers/text_fold.c \
	src/writers/text_values.c \
	src/writers/words.c \
	syscalltbl/abi.c \
	syscalltbl/class_names.c \
	syscalltbl/classes.c \
	syscalltbl/errno.c \
	syscalltbl/nearest.c \
	syscalltbl/select.c \
	syscalltbl/signal.c \
	syscalltbl/syscall_set.c \
	syscalltbl/syscalltbl.c \
	syscalltbl/aio.c \
	syscalltbl/uring.c \

# One file for each format, and their parts: new ones need no line here.
sources += $(sort $(wildcard src/views/*.c src/views/report/*.c))

# Compiled from generated sources in $(O)/gen.
generated = \
	call_names \
	flag_tables \
	ioctl_requests \
	ioctl_structs \

unit_tests = \
	test_abi_order \
	test_abis \
	test_aio \
	test_attribute_values \
	test_btrfs \
	test_aggregate \
	test_call \
	test_call_parts \
	test_chrome \
	test_clickhouse \
	test_comm_filter \
	test_convert \
	test_devices \
	test_drain \
	test_drm \
	test_effects \
	test_effects_threads \
	test_event_reads \
	test_events \
	test_filter \
	test_flags \
	test_fmt \
	test_fold \
	test_folded \
	test_pictures \
	test_genetlink \
	test_genetlink_newest \
	test_hash \
	test_hold_filter \
	test_inject \
	test_kallsyms \
	test_kernel_btf \
	test_kinds \
	test_links \
	test_loop \
	test_made \
	test_merge \
	test_merge_live \
	test_names \
	test_netlink \
	test_netlink_more \
	test_netlink_others \
	test_netlink_route \
	test_online_cpus \
	test_options \
	test_options_foreign \
	test_other_lines \
	test_out \
	test_late \
	test_late_confirm \
	test_pathname \
	test_peer_ends \
	test_perf_filter \
	test_perf_format \
	test_perf_pair \
	test_perf_queue \
	test_perf_stack \
	test_perf_tasks \
	test_perfdata \
	test_plan \
	test_plans \
	test_query \
	test_record_types \
	test_recording \
	test_regsets \
	test_report \
	test_request_buffers \
	test_request_contents \
	test_request_values \
	test_rows \
	test_selection \
	test_session \
	test_session_records \
	test_shapes \
	test_short_memory \
	test_sockname \
	test_specialize \
	test_sockopt \
	test_source_merge \
	test_stacks \
	test_sub_tables \
	test_state \
	test_strace_options \
	test_strace_order \
	test_strace_values \
	test_syscalltbl \
	test_text_values \
	test_threads \
	test_top \
	test_uring \
	test_video \
	test_view_sink \
	test_views \
	test_wait_split \
	test_waiting \
	test_window \
	test_writer_json \
	test_writer_text \

fuzz_programs = \
	fuzz_netlink \
	fuzz_parts \
	fuzz_perfdata \
	fuzz_recording \
	fuzz_records \
	fuzz_shapes \

bench_programs = \
	attached \
	costs \
	floor \
	format \
	openers \
	timed \
	usage \
	writers \

gen = $(O)/gen
# BPF programs: for Linux 5.13 and later, and for older kernels.
bpf_objects = \
	trace \
	old \

headers = \
	$(gen)/errno_rows.h \
	$(gen)/flag_tables.h \
	$(gen)/made_shapes.h \
	$(bpf_objects:%=$(gen)/%.skel.h) \

# One text file for each list: new ones need no line here.
flag_lists := $(wildcard beautifiers/flags/*.list)
flag_tools = beautifiers/flags/include.awk beautifiers/flags/lanes.sh beautifiers/flags/parse.awk beautifiers/flags/table.awk beautifiers/flags/together.sh beautifiers/flags/values
newer = beautifiers/flags/newer.awk beautifiers/structs/newer.layouts

includes = -I$(gen) -Isrc -I.
# Where variables are at each instruction takes a tenth of the program's size.
no_tracking := $(shell $(CC) -fno-var-tracking -Werror -fsyntax-only -x c /dev/null 2>/dev/null && echo -fno-var-tracking)
# Types once in the program, not once in each of its files: a tenth of its size, too.
type_units := $(shell $(CC) -fdebug-types-section -Werror -fsyntax-only -x c /dev/null 2>/dev/null && echo -fdebug-types-section)

flags = -std=gnu11 -D_GNU_SOURCE= -Wall -Wextra $(no_tracking) $(type_units) $(CFLAGS) $(if $(WERROR),-Werror) $(includes) $(pkg_includes) -DTRACE_VERSION='"$(VERSION)"'
instrument = $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer) $(if $(COVERAGE),--coverage) $(if $(SAN)$(COVERAGE),-DINSTRUMENTED)
libs = \
	-lbpf \
	-lelf \
	-lz \
	-lpthread \
	-ldl \

# Loaded when they are first needed (late.h), by the names that a program linked with them would have.
late = dw traceevent zstd
soname = $(shell readelf -d $$($(CC) -print-file-name=lib$1.so) 2>/dev/null | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')

# Headers in directories of their own.
ifdef cross
pkg_includes = -DNO_DLOPEN -isystem $(sysroot)/usr/include -isystem $(sysroot)/usr/include/traceevent
libs := -static -L$(sysroot)/usr/lib/$(cross) $(late:%=-l%) $(libs) -llzma -lbz2
else
$(O)/src/lib/late_%.o: includes += -DSONAME='"$(call soname,$(patsubst late_%,%,$(notdir $*)))"'
pkg_includes := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags-only-I libtraceevent))
endif
bpf_flags = -g -O2 -Wall -mcpu=v3 -target bpf -D__TARGET_ARCH_$(bpf_arch) -Ibpf -I$(if $(cross),/usr/$(cross)/include,/usr/include/$(multiarch)) \
	$(if $(WERROR),-Werror)

objects = $(sources:%.c=$(O)/%.o) $(generated:%=$(gen)/%.o)
tests = $(unit_tests:%=$(O)/tests/unit/%)
benches = $(bench_programs:%=$(O)/tests/bench/%)
deps = $(objects:.o=.d) $(main:%.c=$(O)/%.d) $(tests:=.d) $(benches:=.d) $(bpf_objects:%=$(O)/%.bpf.d) $(O)/tests/load-test.d

ifeq ($(V),1)
say = @:
Q =
else
say = @printf '  %-8s %s\n'
Q = @
endif

all: $(O)/trace

help:
	@echo 'make                 builds $(O)/trace; needs no privilege'
	@echo 'sudo make run        installs what is missing to build, builds, traces `ls /`'
	@echo 'sudo make check      installs what is missing to test, builds, runs every test'
	@echo 'make check-unit      tests that need no privilege'
	@echo 'make check-live      traces small programs and compares with what they expect (root)'
	@echo 'make check-compare   traces real programs, compares with strace, and both sources (root)'
	@echo 'make check-bare      traces real programs, and looks for pointers whose memory is not shown (root)'
	@echo 'make check-convert   converts a recording and asks perf, babeltrace2 and jq what they find (root)'
	@echo 'make check-clickhouse  loads recordings into ClickHouse servers that it starts itself (root)'
	@echo 'make check-report    makes a report of a recording, and opens it in a headless Chromium (root)'
	@echo 'make check-vm        boots other kernels under qemu and tests there; VM="5.10 6.1-arm64" chooses'
	@echo 'make check-sanitized unit and golden tests under the address and undefined behaviour sanitizers of clang'
	@echo 'make fuzz            feeds the reader of recordings and the renderers with damaged input'
	@echo 'make load-test       loads every BPF program (root)'
	@echo 'make check-strace    runs strace'"'"'s own tests, which it fetches and builds (root)'
	@echo 'make compare-decoding   what of the lines of strace is in ours, over the programs of its own tests (root)'
	@echo 'make coverage-of-calls  which calls, commands, options and requests are decoded and tested, beside strace (root)'
	@echo 'make bench           measures against strace and perf (root)'
	@echo 'make install         into $$(DESTDIR)$$(PREFIX), which is $(DESTDIR)$(PREFIX); uninstall takes it away'
	@echo 'make install-strace-link  and lets it be called as strace, unless there is one in PREFIX'
	@echo 'make install-setcap  the same, and lets who is in GROUP ($(GROUP)) trace their own processes (root)'
	@echo 'make install-warm    the same, and systemd units that load the BPF programs at boot, and drop those that are not used'
	@echo 'make clean           removes $(O)'

# -- Building ----------------------------------------------------------------------------------------------------------

# The compiler's options: objects are rebuilt when they change.
$(O)/flags: FORCE
	$(Q)mkdir -p $(@D)
	$(Q)echo "$(subst ",,$(CC) $(flags) $(instrument))" | cmp -s - $@ || \
		echo "$(subst ",,$(CC) $(flags) $(instrument))" >$@

$(O)/%.o: %.c $(O)/flags | $(headers) $(sysroot)
	$(say) CC $<
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $(instrument) -MMD -MP -c -o $@ $<

$(gen)/%.o: $(gen)/%.c $(O)/flags | $(headers) $(sysroot)
	$(say) CC $<
	$(Q)$(CC) $(flags) $(instrument) -MMD -MP -c -o $@ $<

# Read by the assembler (.incbin).
$(O)/src/views/report/page.o: $(wildcard src/views/report/*.js src/views/report/page.*)

$(O)/src/config/ready_views.o: src/config/ready_views.txt
$(O)/src/query/questions.o: $(wildcard src/query/questions/*.sql)

$(O)/libtrace.a: $(objects)
	$(say) AR $@
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

# At a fixed address, pointers in tables (4 MiB) need no relocation, which takes 4 ms at each start. PIE=1: at a random one, so that whoever
# can make the program write to wrong addresses has to guess them.
position = $(if $(PIE),$(packed_relocs),-no-pie)

# With PIE: packs relocations of pointers in tables (700 KiB, read at start): binutils 2.38 (x86) and glibc 2.36 or newer.
hash := \#
packed_relocs = $(shell printf '$(hash)include <features.h>\n$(hash)if !__GLIBC_PREREQ(2, 36)\n$(hash)error\n$(hash)endif\nint main(void) { return 0; }\n' | \
	$(CC) -x c - -Wl,--fatal-warnings,-z,pack-relative-relocs -o $@.probe 2>/dev/null && echo -Wl,-z,pack-relative-relocs; rm -f $@.probe)

# Not from a library: from that the linker would use one of two functions with the same name, without an error.
$(O)/trace: $(main:%.c=$(O)/%.o) $(objects)
	$(say) LINK $@
	$(Q)$(CC) $(flags) $(instrument) $(LDFLAGS) $(position) -Wl,--compress-debug-sections=zlib -o $@ $^ $(libs)

ifdef cross
$(sysroot): tests/cross-sysroot
	$(say) FETCH $@
	$(Q)rm -rf $@ $@.tmp
	$(Q)tests/cross-sysroot $(ARCH) $@.tmp
	$(Q)mv $@.tmp $@ && touch $@
endif

# -- Generated ---------------------------------------------------------------------------------------------------------

$(gen)/errno_rows.h: syscalltbl/gen-errno
	$(say) GEN $@
	$(Q)mkdir -p $(@D)
	$(Q)sh syscalltbl/gen-errno $(CC) >$@.tmp && mv $@.tmp $@

names_from = syscalltbl/gen-names.c syscalltbl/overlay.c syscalltbl/aio.c syscalltbl/uring.c

$(O)/gen-names: $(names_from) $(wildcard syscalltbl/*.h)
	$(say) HOSTCC $@
	$(Q)mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=gnu11 -O1 -Wall -Wextra $(if $(WERROR),-Werror) -I. -o $@ $(names_from) -laudit

$(gen)/call_names.c: $(O)/gen-names
	$(say) GEN $@
	$(Q)mkdir -p $(@D)
	$(Q)$< >$@.tmp && mv $@.tmp $@

# Trees of UAPI headers, one for each ABI
$(gen)/headers/made: beautifiers/flags/headers beautifiers/flags/lanes.sh $(newer)
	$(say) GEN $(@D)
	$(Q)CC="$(CC)" CLANG="$(CLANG)" beautifiers/flags/headers all $(@D)
	$(Q)touch $@

$(gen)/flag_tables.h $(gen)/flag_tables.c &: beautifiers/flags/gen $(flag_tools) $(flag_lists) $(gen)/headers/made
	$(say) GEN $(gen)/flag_tables.c
	$(Q)CC="$(CC)" CLANG="$(CLANG)" HEADERS=$(gen)/headers V=$(V) sh beautifiers/flags/gen $(gen) $(flag_lists)

$(gen)/ioctl_requests.c: beautifiers/flags/gen-ioctl beautifiers/flags/ioctl.plain $(flag_tools) $(gen)/headers/made
	$(say) GEN $@
	$(Q)CC="$(CC)" CLANG="$(CLANG)" HEADERS=$(gen)/headers V=$(V) sh beautifiers/flags/gen-ioctl $(gen)

struct_notes = $(wildcard beautifiers/structs/*.notes)

$(O)/layout: $(wildcard beautifiers/structs/*.[ch])
	$(say) HOSTCC $@
	$(Q)mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=gnu11 -O1 -Wall -Wextra $(if $(WERROR),-Werror) -o $@ $(filter %.c,$^) -ldw

$(gen)/ioctl_structs.c $(gen)/made_shapes.h &: $(gen)/ioctl_requests.c $(wildcard beautifiers/structs/*.[ch]) beautifiers/structs/gen beautifiers/structs/objects.sh $(gen)/headers/made beautifiers/flags/include.awk beautifiers/flags/together.sh $(struct_notes) | $(O)/layout
	$(say) GEN $@
	$(Q)CC="$(CC)" CLANG="$(CLANG)" HEADERS=$(gen)/headers sh beautifiers/structs/gen $(gen) $(O)/layout $(struct_notes)

$(O)/old.clang.o: bpf_flags += -DOLD_KERNEL
$(bpf_objects:%=$(O)/%.clang.o): bpf/trace.bpf.c
	$(say) BPF $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) $(bpf_flags) -MMD -MP -MF $(@:.clang.o=.bpf.d) -MT $@ -c -o $@ $<

# Linking drops DWARF, which is not used at run time, and keeps BTF.
$(bpf_objects:%=$(O)/%.bpf.o): $(O)/%.bpf.o: $(O)/%.clang.o
	$(Q)$(BPFTOOL) gen object $@ $<

$(O)/slim_object: bpf/slim_object.c
	$(say) HOSTCC $@
	$(Q)mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=gnu11 -O1 -Wall -Wextra $(if $(WERROR),-Werror) -o $@ $< -lelf

# The program has them slim; tests load them as they are, for the verifier's log.
$(bpf_objects:%=$(gen)/%.o): $(gen)/%.o: $(O)/%.bpf.o $(O)/slim_object
	$(Q)mkdir -p $(@D)
	$(Q)$(O)/slim_object $< $@

$(bpf_objects:%=$(gen)/%.skel.h): $(gen)/%.skel.h: $(gen)/%.o
	$(say) GEN $@
	$(Q)mkdir -p $(@D)
	$(Q)$(BPFTOOL) gen skeleton $< name $*_bpf >$@.tmp && mv $@.tmp $@

# -- Testing -----------------------------------------------------------------------------------------------------------

$(O)/tests/unit/%: tests/unit/%.c $(O)/libtrace.a
	$(say) TEST $<
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $(instrument) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(O)/libtrace.a -lcmocka $(libs)

$(O)/tests/load-test: tests/load-test.c $(O)/libtrace.a
	$(say) CC $<
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $(instrument) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(O)/libtrace.a $(libs)

# For tests/formats: the program, with more sources (ADDED).
$(O)/tests/formats/trace: FORCE
	$(Q)$(CC) $(flags) $(instrument) -Isrc/views $(LDFLAGS) -o $@ $(main) $(ADDED) $(O)/libtrace.a $(libs)

$(O)/tests/fuzz/%: tests/fuzz/%.c $(O)/libtrace.a
	$(say) FUZZ $<
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $(instrument) -fsanitize=fuzzer $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(O)/libtrace.a -lcmocka $(libs)

$(O)/tests/bench/%: tests/bench/%.c $(O)/libtrace.a
	$(say) CC $<
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $(instrument) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(O)/libtrace.a $(libs)

$(O)/tests/coverage/items: tests/coverage/items.c $(O)/libtrace.a
	$(say) CC $<
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $(instrument) $(LDFLAGS) -MMD -MP -MF $@.d -o $@ $< $(O)/libtrace.a $(libs)

# Linked with libdw, which would otherwise be asked for its functions and find those of late_dw.c.
$(O)/tests/structs/structs: $(wildcard tests/structs/*.[ch]) $(O)/libtrace.a
	$(say) TEST tests/structs
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) $(instrument) $(LDFLAGS) -Wl,--exclude-libs,libtrace.a -o $@ $(filter %.c,$^) $(O)/libtrace.a -lcmocka -ldw $(libs)

$(O)/tests/coverage/issue: tests/coverage/issue.c
	$(say) CC $<
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(flags) -o $@ $<

run_tests = O=$(abspath $(O)) TRACE=$(abspath $(O))/trace CC="$(CC)" tests/run-tests

run:
	$(Q)tests/install-deps build
	+$(Q)$(MAKE) $(all_jobs) --no-print-directory all
	$(O)/trace ls /

# Recordings and their expected replays.
golden = $(wildcard tests/golden/run tests/golden/*/run)

check:
	$(Q)tests/install-deps build test
	+$(Q)$(MAKE) $(all_jobs) --no-print-directory all $(tests) $(O)/tests/structs/structs $(O)/tests/load-test
	$(Q)$(run_tests) tests/rooms tests/call-names tests/formats $(tests) tests/structs/run $(golden) $(O)/tests/load-test tests/live/run tests/compare/run tests/compare/sources tests/compare/strace tests/bare/run tests/convert/run tests/clickhouse/run tests/report/run

# With SAN not those that only read files: tests/structs/run reads types that an instrumented program does not have.
check-unit: $(tests) $(if $(SAN),,$(O)/tests/structs/structs) $(O)/trace
	$(Q)$(run_tests) $(if $(SAN),$(tests),tests/rooms tests/call-names tests/formats $(tests) tests/structs/run)

check-golden: all
	$(Q)$(run_tests) $(golden)

check-live: all
	$(Q)$(run_tests) tests/live/run

check-compare: all
	$(Q)$(run_tests) tests/compare/run tests/compare/sources tests/compare/strace

check-bare: all
	$(Q)$(run_tests) tests/bare/run

# SELECT=--tenth: a tenth of them
check-strace: all
	$(Q)$(run_tests) tests/strace-suite/run

# MISSING=1 lists what is not found
compare-decoding: all
	$(Q)O=$(abspath $(O)) TRACE=$(abspath $(O))/trace tests/compare/decoding $(if $(MISSING),--missing)

check-convert: all
	$(Q)$(run_tests) tests/convert/run

check-clickhouse: all
	$(Q)$(run_tests) tests/clickhouse/run

check-report: all
	$(Q)$(run_tests) tests/report/run

# Programs under test in guests, which have no compiler.
for-guests: all $(O)/tests/load-test
	$(say) TEST tests/live
	$(Q)O=$(abspath $(O)) CC="$(CC)" tests/live/run --build

# Without -j, one job per processor.
all_jobs = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
# VM: names from tests/vm/kernels; NAME:load and NAME:programs leave out live tests: tests/vm/run
VM ?= $(shell awk '!/^\#/ { print $$1 }' tests/vm/kernels)
check-vm:
	$(Q)tests/install-deps build test vm $(if $(wildcard $(VM:%=tests/vm/%.config)),kernel)
	+$(Q)$(MAKE) $(all_jobs) --no-print-directory for-guests
	$(if $(findstring -arm64,$(VM)),+$(Q)$(MAKE) $(all_jobs) --no-print-directory ARCH=arm64 CC=aarch64-linux-gnu-gcc O=$(O)/arm64 for-guests)
	$(Q)O=$(abspath $(O)) tests/vm/run $(VM)

load-test: $(O)/tests/load-test $(bpf_objects:%=$(O)/%.bpf.o)
	$(Q)$(run_tests) $(O)/tests/load-test

# In a tree of their own, of clang, whose runtime library they need.
sanitized_make = $(MAKE) --no-print-directory O=$(abspath $(O))/fuzz CC=$(CLANG) CFLAGS="-O1 -g1" SAN=address,undefined,fuzzer-no-link
check-sanitized:
	+$(Q)$(sanitized_make) check-unit check-golden

# Not at the same time as check-sanitized, which makes the same files.
ifneq ($(filter check-sanitized,$(MAKECMDGOALS)),)
fuzz-programs: | check-sanitized
endif
fuzz-programs:
	+$(Q)$(sanitized_make) $(fuzz_programs:%=$(abspath $(O))/fuzz/tests/fuzz/%)

# FUZZ: options for each harness (tests/fuzz/run)
FUZZ ?= -max_total_time=30
fuzz: fuzz-programs
	$(Q)O=$(abspath $(O))/fuzz OPTIONS='$(FUZZ)' tests/fuzz/run

# BENCH: options and rows for tests/bench/run, such as BENCH='--quick own'
bench:
	$(Q)tests/install-deps build bench
	$(Q)$(MAKE) --no-print-directory all $(benches) $(O)/tests/load-test
	$(Q)O=$(abspath $(O)) TRACE=$(abspath $(O))/trace tests/bench/run $(BENCH)

# -- Installing --------------------------------------------------------------------------------------------------------

installed = \
	"$(DESTDIR)$(bindir)/trace" \
	"$(DESTDIR)$(mandir)/man1/trace.1" \
	"$(DESTDIR)$(mandir)/man1/trace-metrics.1" \
	"$(DESTDIR)$(mandir)/man1/trace-query.1" \
	"$(DESTDIR)$(mandir)/man1/trace-record.1" \
	"$(DESTDIR)$(mandir)/man1/trace-replay.1" \
	"$(DESTDIR)$(mandir)/man1/trace-report.1" \
	"$(DESTDIR)$(mandir)/man1/trace-ship.1" \
	"$(DESTDIR)$(mandir)/man1/trace-strace.1" \
	"$(DESTDIR)$(mandir)/man1/trace-top.1" \
	"$(DESTDIR)$(mandir)/man5/trace.data.5" \
	"$(DESTDIR)$(mandir)/man1/trace-convert.1" \
	"$(DESTDIR)$(mandir)/man1/trace-doctor.1" \
	"$(DESTDIR)$(mandir)/man7/trace-beautifiers.7" \
	"$(DESTDIR)$(mandir)/man7/trace-io-uring.7" \
	"$(DESTDIR)$(mandir)/man7/trace-clickhouse.7" \
	"$(DESTDIR)$(mandir)/man7/trace-sql.7" \
	"$(DESTDIR)$(mandir)/man7/trace-views.7" \
	"$(DESTDIR)$(completiondir)/trace" \

# FORCE=1 replaces (and removes) files that are not ours.
install: all
	$(Q)FORCE=$(FORCE) src/install-check $(installed)
	$(Q)install -D -m 755 $(O)/trace "$(DESTDIR)$(bindir)/trace"
	$(Q)install -D -m 644 man/trace.1 "$(DESTDIR)$(mandir)/man1/trace.1"
	$(Q)install -D -m 644 man/trace-ship.1 "$(DESTDIR)$(mandir)/man1/trace-ship.1"
	$(Q)install -D -m 644 man/trace-metrics.1 "$(DESTDIR)$(mandir)/man1/trace-metrics.1"
	$(Q)install -D -m 644 man/trace-query.1 "$(DESTDIR)$(mandir)/man1/trace-query.1"
	$(Q)install -D -m 644 man/trace-sql.7 "$(DESTDIR)$(mandir)/man7/trace-sql.7"
	$(Q)install -D -m 644 man/trace-clickhouse.7 "$(DESTDIR)$(mandir)/man7/trace-clickhouse.7"
	$(Q)install -D -m 644 man/trace-record.1 "$(DESTDIR)$(mandir)/man1/trace-record.1"
	$(Q)install -D -m 644 man/trace-replay.1 "$(DESTDIR)$(mandir)/man1/trace-replay.1"
	$(Q)install -D -m 644 man/trace-report.1 "$(DESTDIR)$(mandir)/man1/trace-report.1"
	$(Q)install -D -m 644 man/trace-strace.1 "$(DESTDIR)$(mandir)/man1/trace-strace.1"
	$(Q)install -D -m 644 man/trace-top.1 "$(DESTDIR)$(mandir)/man1/trace-top.1"
	$(Q)install -D -m 644 man/trace.data.5 "$(DESTDIR)$(mandir)/man5/trace.data.5"
	$(Q)install -D -m 644 man/trace-convert.1 "$(DESTDIR)$(mandir)/man1/trace-convert.1"
	$(Q)install -D -m 644 man/trace-doctor.1 "$(DESTDIR)$(mandir)/man1/trace-doctor.1"
	$(Q)install -D -m 644 man/trace-beautifiers.7 "$(DESTDIR)$(mandir)/man7/trace-beautifiers.7"
	$(Q)install -D -m 644 man/trace-io-uring.7 "$(DESTDIR)$(mandir)/man7/trace-io-uring.7"
	$(Q)install -D -m 644 man/trace-views.7 "$(DESTDIR)$(mandir)/man7/trace-views.7"
	$(Q)install -D -m 644 src/trace.bash-completion "$(DESTDIR)$(completiondir)/trace"

# Lets a group trace without root: the program is executable only by it, and has the capabilities for BPF. GROUP: created if it
# does not exist
GROUP ?= trace
install-setcap: install
	$(Q)getent group $(GROUP) >/dev/null || PATH="$$PATH:/usr/sbin:/sbin" groupadd --system $(GROUP)
	$(Q)chown root:$(GROUP) "$(DESTDIR)$(bindir)/trace"
	$(Q)chmod 750 "$(DESTDIR)$(bindir)/trace"
	$(Q)PATH="$$PATH:/usr/sbin:/sbin" setcap cap_bpf,cap_perfmon=ep "$(DESTDIR)$(bindir)/trace"

# Opt-in: the installed program is also called by the name strace. What has that name already stays.
install-strace-link: install
	$(Q)ln -s trace "$(DESTDIR)$(bindir)/strace"

units := trace-warm.service trace-unload.service trace-unload.timer

# Opt-in: the programs are loaded at boot, and dropped when they are not used, by systemd.
install-warm: install
	$(Q)mkdir -p "$(DESTDIR)$(unitdir)"
	$(Q)for unit in $(units); do sed 's,@bindir@,$(bindir),' src/$$unit >"$(DESTDIR)$(unitdir)/$$unit" || exit; done

uninstall:
	$(Q)[ "$$(readlink "$(DESTDIR)$(bindir)/strace")" != trace ] || rm "$(DESTDIR)$(bindir)/strace"
	$(Q)FORCE=$(FORCE) src/install-check $(installed)
	$(Q)rm -f $(installed) $(units:%="$(DESTDIR)$(unitdir)/%")

clean:
	$(Q)rm -rf $(O)

FORCE:
# MISSING=1 lists what is not decoded
coverage-of-calls: all $(O)/tests/coverage/items $(O)/tests/coverage/issue $(O)/tests/structs/structs
	$(Q)O=$(abspath $(O)) TRACE=$(abspath $(O))/trace tests/coverage/run $(if $(MISSING),--missing)

.PHONY: all coverage-of-calls help run check check-unit check-golden check-sanitized check-live check-bare check-compare check-strace compare-decoding check-convert check-clickhouse check-report check-vm for-guests load-test bench install install-setcap install-strace-link install-warm uninstall clean fuzz fuzz-programs FORCE
.DELETE_ON_ERROR:
.SECONDARY:

-include $(deps)
