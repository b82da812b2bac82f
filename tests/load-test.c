/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * load-test - loads every BPF program into this kernel and prints the verifier's figures.
 *
 * Programs are loaded one at a time, so that each is counted. Prints a line for each, and the totals in run-tests' format.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bpf/config.h"
#include "bpf/wire.h"
#include "sources/bpf/bpf_functions.h"
#include "sources/bpf/bpf_patch.h"
#include "sources/bpf/compat.h"

#define SKIP 77

static char log_text[1 << 20];
static const char *btf;		/* file of the kernel's types, as trace uses it */
static struct { unsigned insns, verified; double ms; } total;

static int quiet(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	return level == LIBBPF_WARN && getenv("V") ? vfprintf(stderr, fmt, ap) : 0;
}

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Before Linux 5.16, only the verifier's log has the number. */
static unsigned verified(const struct bpf_prog_info *info)
{
	const char *p = strstr(log_text, "processed ");
	unsigned n = info->verified_insns;

	if (!n && p)
		sscanf(p, "processed %u insns", &n);
	return n;
}

/* The programs that raw tracepoint programs of calls are, and the one that continues them. */
static bool may_be_raw(const struct bpf_program *prog)
{
	const char *section = bpf_program__section_name(prog), *name = bpf_program__name(prog);

	if (!strcmp(name, "fault_entry"))
		return false;
	return !strcmp(section, "tp_btf/sys_enter") || !strcmp(section, "tp_btf/sys_exit") || !strcmp(name, "uring_capture");
}

static void print_loaded(const struct bpf_program *prog, double ms)
{
	struct bpf_prog_info info = { 0 };
	__u32 len = sizeof(info);

	bpf_obj_get_info_by_fd(bpf_program__fd(prog), &info, &len);
	printf("ok    %-24s %6u instructions, %7u verified, %6u bytes jited, %6.1f ms\n", bpf_program__name(prog),
	       info.xlated_prog_len / 8, verified(&info), info.jited_prog_len, ms);
	total.insns += info.xlated_prog_len / 8;
	total.verified += verified(&info);
	total.ms += ms;
}

static const char *last_lines(char *text, int n)
{
	char *p = text + strlen(text);

	while (p > text && n >= 0)
		if (*--p == '\n')
			n--;
	return p > text ? p + 1 : text;
}

#define CPUS 3			/* no power of two */
#define MASK 3			/* config.ring_mask for as many */
#define CHUNKS 4

/* The programs' constants; NULL: there are none. */
static struct config *config_of(struct bpf_object *obj)
{
	struct bpf_map *map = bpf_object__find_map_by_name(obj, ".rodata");
	size_t size = 0;
	void *cfg = map ? (void *)bpf_map__initial_value(map, &size) : NULL;

	return size < sizeof(struct config) ? NULL : cfg;
}

/* What is off by default is dead code, and so not verified: injected signals; stacks, at their largest size. */
static void ask_for_all(struct bpf_object *obj, bool stacks, bool functions)
{
	struct config *cfg = config_of(obj);

	if (!cfg)
		return;
	cfg->injects_signals = cfg->injects = cfg->waits = !functions;
	cfg->uring = cfg->late = 1;
	cfg->possible_cpus = CPUS;
	cfg->ring_mask = MASK;
	bpf_map__set_value_size(bpf_object__find_map_by_name(obj, "ring_ctls"), RING_CTL_SIZE * (MASK + 1));
	cfg->ring_chunks = CHUNKS;
	cfg->functions = functions;
	if (stacks) {
		cfg->stack_bytes = STACK_FRAMES * 8;
		cfg->stack_copy = STACK_COPY;
	}
}

/* As bpf_loader.c does where the kernel permits it. */
static void make_rings_one(struct bpf_object *obj)
{
	struct config *cfg = config_of(obj);
	struct bpf_map *map;

	if (cfg)
		cfg->one_element = 1;
	bpf_map__set_value_size(bpf_object__find_map_by_name(obj, "rings"), CPUS * RING_SIZE(CHUNKS, RING_CHUNK));
	map = bpf_object__find_map_by_name(obj, "uring_cpus");
	bpf_map__set_value_size(map, bpf_map__value_size(map) * (MASK + 1));
}

/* Loads the program `name` of the object alone. False: it failed, and was reported. */
static bool load_one(const char *path, const char *name, bool one_element)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts, .btf_custom_path = btf,
		.kernel_log_buf = log_text, .kernel_log_size = sizeof(log_text), .kernel_log_level = 4);
	struct bpf_object *obj = bpf_object__open_file(path, &opts);
	struct bpf_program *prog, *wanted = NULL;
	double began = now_ms();
	bool functions;
	char why[160];
	int err;

	if (!obj)
		return false;
	bpf_object__for_each_program(prog, obj) {
		bool it = !strcmp(bpf_program__name(prog), name);

		bpf_program__set_autoload(prog, it);
		if (it)
			wanted = prog;
	}
	compat__adapt(obj);
	functions = !strncmp(name, "fn_", 3);
	ask_for_all(obj, strstr(name, "stack"), functions);
	if (!bpf_program__autoload(wanted) || (functions && !bpf_functions__possible(why, sizeof(why)))) {
		printf("ok    %-24s is not needed here\n", name);
		bpf_object__close(obj);
		return true;
	}
	log_text[0] = '\0';
	if (one_element)
		make_rings_one(obj);
	bpf_patch__address(obj, NULL, one_element);
	err = bpf_object__load(obj);
	if (err)
		printf("%s\nFAIL  %s: %s\n", last_lines(log_text, 20), name, strerror(-err));
	else
		print_loaded(wanted, now_ms() - began);
	bpf_object__close(obj);
	return !err;
}

int main(void)
{
	const char *dir = getenv("O");
	unsigned passed = 0, failed = 0;
	struct bpf_object *obj;
	struct bpf_program *prog;
	char path[4096];
	bool old;

	snprintf(path, sizeof(path), "%s/trace.bpf.o", dir ? dir : "build");
	setvbuf(stdout, NULL, _IOLBF, 0);
	libbpf_set_print(quiet);
	if (geteuid()) {
		puts("loading BPF programs needs root");
		return SKIP;
	}
	btf = bpf_patch__prepare();
	obj = bpf_object__open_file(path, NULL);
	old = obj && !compat__has_task_storage(obj);
	if (old) {
		bpf_object__close(obj);
		snprintf(path, sizeof(path), "%s/old.bpf.o", dir ? dir : "build");
		obj = bpf_object__open_file(path, NULL);
	}
	if (!btf || !obj || bpf_patch__fill(obj)) {
		printf("cannot open %s: %s\n", path, strerror(errno));
		return EXIT_FAILURE;
	}
	bpf_object__for_each_program(prog, obj)
		load_one(path, bpf_program__name(prog), false) ? passed++ : failed++;
	if (!old && bpf_patch__load_calls_raw()) {
		puts("programs for calls as raw tracepoint programs, all rings as one element:");
		bpf_object__for_each_program(prog, obj)
			if (may_be_raw(prog))
				load_one(path, bpf_program__name(prog), true) ? passed++ : failed++;
	}
	bpf_object__close(obj);
	printf("total %-24s %6u instructions, %7u verified, %21.1f ms\n", "", total.insns, total.verified, total.ms);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
