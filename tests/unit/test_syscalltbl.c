/* syscalltbl/: names and numbers of every ABI, the -e language, classes, errors and signals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "syscalltbl/syscalltbl.h"
#include "syscalltbl/tables.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#if defined(__x86_64__) || defined(__i386__)
#define ON_X86 1
#else
#define ON_X86 0
#endif

/* -- ABIs -------------------------------------------------------------------------------------------- */

static void abis_have_names_and_word_sizes(void **state)
{
	(void)state;
	for (int abi = 0; abi < ABI_COUNT; abi++) {
		assert_non_null(abi__name(abi));
		assert_int_equal(abi__by_name(abi__name(abi)), abi);
	}
	assert_string_equal(abi__name(ABI_X86_64), "x86_64");
	assert_string_equal(abi__name(ABI_S390X), "s390x");
	assert_null(abi__name(ABI_COUNT));
	assert_null(abi__name(-1));
	assert_int_equal(abi__by_name("vax"), -ENOENT);
	assert_int_equal(abi__word_size(ABI_X86_64), 8);
	assert_int_equal(abi__word_size(ABI_X32), 4);
	assert_int_equal(abi__word_size(ABI_COUNT), 0);
	assert_int_equal(abi__word_size(abi__native()), sizeof(long));
	assert_true(abi__native_family() & ABI_BIT(abi__native()));
}

/* -- Names and numbers ------------------------------------------------------------------------------- */

static const struct {
	enum abi    abi;
	unsigned    nr;
	const char *name; /* NULL: no such syscall */
} known[] = {
	{ ABI_X86_64,  0,        "read"                         },
	{ ABI_X86_64,  17,       "pread64"                      },
	{ ABI_X86_64,  166,      "umount2"                      },
	{ ABI_X86_64,  257,      "openat"                       },
	{ ABI_X86_64,  262,      "newfstatat"                   },
	{ ABI_X86_64,  336,      "uprobe"                       },
	{ ABI_X86_64,  387,      NULL                           },
	{ ABI_X86_64,  449,      "futex_waitv"                  },
	{ ABI_X86_64,  462,      "mseal"                        },
	{ ABI_X86_64,  512,      NULL                           },
	{ ABI_I386,    5,        "open"                         },
	{ ABI_I386,    22,       "umount"                       },
	{ ABI_I386,    140,      "_llseek"                      },
	{ ABI_I386,    283,      "kexec_load"                   },
	{ ABI_I386,    423,      "sched_rr_get_interval_time64" },
	{ ABI_I386,    453,      "map_shadow_stack"             },
	{ ABI_X32,     0,        "read"                         },
	{ ABI_X32,     16,       NULL                           },
	{ ABI_X32,     18,       "pwrite64"                     },
	{ ABI_X32,     514,      "ioctl"                        },
	{ ABI_X32,     547,      "pwritev2"                     },
	{ ABI_AARCH64, 38,       "renameat"                     },
	{ ABI_AARCH64, 56,       "openat"                       },
	{ ABI_AARCH64, 61,       "getdents64"                   },
	{ ABI_AARCH64, 80,       "fstat"                        },
	{ ABI_AARCH64, 258,      NULL                           },
	{ ABI_AARCH64, 469,      "file_setattr"                 },
	{ ABI_RISCV64, 38,       NULL                           },
	{ ABI_RISCV64, 67,       "pread64"                      },
	{ ABI_RISCV64, 258,      "riscv_hwprobe"                },
	{ ABI_RISCV64, 467,      "open_tree_attr"               },
	{ ABI_ARM,     5,        "open"                         },
	{ ABI_ARM,     270,      "arm_fadvise64_64"             },
	{ ABI_ARM,     335,      "pselect6"                     },
	{ ABI_ARM,     452,      "fchmodat2"                    },
	{ ABI_ARM,     0x0f0005, "set_tls"                      },
	{ ABI_ARM,     0x0f0020, NULL                           },
	{ ABI_PPC64LE, 0,        "restart_syscall"              },
	{ ABI_PPC64LE, 195,      NULL                           },
	{ ABI_PPC64LE, 286,      "openat"                       },
	{ ABI_PPC64LE, 319,      "perf_event_open"              },
	{ ABI_PPC64LE, 466,      "removexattrat"                },
	{ ABI_S390X,   180,      "pread64"                      },
	{ ABI_S390X,   288,      "openat"                       },
	{ ABI_S390X,   402,      "msgctl"                       },
	{ ABI_S390X,   470,      "listns"                       },
};

static void known_numbers_have_the_kernels_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(known); i++) {
		const char *name = syscalltbl__name(known[i].abi, known[i].nr);

		if (!known[i].name) {
			assert_null(name);
			continue;
		}
		assert_non_null(name);
		assert_string_equal(name, known[i].name);
		assert_int_equal(syscalltbl__nr(known[i].abi, name), known[i].nr);
	}
}

static void every_name_leads_back_to_its_number(void **state)
{
	(void)state;
	for (int abi = 0; abi < ABI_COUNT; abi++) {
		assert_in_range(syscalltbl__max_nr(abi), 470, 600);
		for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi); nr++)
			if (syscalltbl__name(abi, nr))
				assert_int_equal(syscalltbl__nr(abi, syscalltbl__name(abi, nr)), nr);
	}
}

static void unknown_numbers_and_names_are_refused(void **state)
{
	(void)state;
	for (int abi = 0; abi < ABI_COUNT; abi++) {
		assert_null(syscalltbl__name(abi, 999));
		assert_null(syscalltbl__name(abi, SYSCALL_SET_BITS - 1));
		assert_null(syscalltbl__name(abi, SYSCALL_SET_BITS));
		assert_null(syscalltbl__name(abi, UINT32_MAX));
		assert_int_equal(syscalltbl__nr(abi, "no_such_call"), -ENOENT);
		assert_int_equal(syscalltbl__nr(abi, ""), -ENOENT);
	}
	assert_null(syscalltbl__name(ABI_COUNT, 0));
	assert_int_equal(syscalltbl__nr(ABI_COUNT, "read"), -ENOENT);
	assert_int_equal(syscalltbl__nr(ABI_AARCH64, "open"), -ENOENT);
}

static void x32_numbers_may_carry_their_bit(void **state)
{
	(void)state;
	assert_string_equal(syscalltbl__name(ABI_X32, SYSCALL_X32_BIT | 520), "execve");
	assert_int_equal(syscalltbl__nr(ABI_X32, "execve"), 520);
	assert_null(syscalltbl__name(ABI_X86_64, SYSCALL_X32_BIT | 59));
}

static void this_machines_headers_agree(void **state)
{
	(void)state;
	assert_int_equal(syscalltbl__nr(abi__native(), "openat"), SYS_openat & ~SYSCALL_X32_BIT);
	assert_int_equal(syscalltbl__nr(abi__native(), "execve"), SYS_execve & ~SYSCALL_X32_BIT);
	assert_int_equal(syscalltbl__nr(abi__native(), "statx"), SYS_statx & ~SYSCALL_X32_BIT);
}

static void suggestions_are_near(void **state)
{
	(void)state;
	if (!ON_X86)
		skip();
	assert_string_equal(syscalltbl__suggest("opnat"), "openat");
	assert_string_equal(syscalltbl__suggest("opne"), "open");
	assert_string_equal(syscalltbl__suggest("dpu"), "dup");
	assert_string_equal(syscalltbl__suggest("OPENAT"), "openat");
	assert_string_equal(syscalltbl__suggest("nanosleap"), "nanosleep");
	assert_string_equal(syscalltbl__suggest("%flie"), "%file");
	assert_null(syscalltbl__suggest("completely_different"));
	assert_null(syscalltbl__suggest("%xyzzy"));
	assert_null(syscalltbl__suggest(""));
	assert_string_equal(syscalltbl__suggest_for(ABI_BIT(ABI_RISCV64), "riscv_hwprob"), "riscv_hwprobe");
}

/* -- Classes ----------------------------------------------------------------------------------------- */

static void class_rows_are_sorted(void **state)
{
	(void)state;
	for (unsigned i = 1; i < class_count; i++)
		assert_true(strcmp(class_rows[i - 1].name, class_rows[i].name) < 0);
}

static bool has_class_row(const char *name)
{
	for (unsigned i = 0; i < class_count; i++)
		if (strcmp(class_rows[i].name, name) == 0)
			return true;
	return false;
}

/* A syscall added to overlay.c and forgotten in classes.c fails here. */
static void every_syscall_has_a_class_row(void **state)
{
	(void)state;
	for (int abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi); nr++) {
			const char *name = syscalltbl__name(abi, nr);

			if (name && !has_class_row(name))
				fail_msg("%s of %s has no row in classes.c", name, abi__name(abi));
		}
}

/* -- The -e language --------------------------------------------------------------------------------- */

/* Lists applied in turn; calls that must and must not be in the result on x86_64. */
static const struct {
	const char *lists[3];
	const char *in;
	const char *out;
} choices[] = {
	{ { NULL                      }, "read openat mseal",             ""                           },
	{ { "open"                    }, "open",                          "openat close"               },
	{ { "open,close"              }, "open close",                    "read"                       },
	{ { "open", "close"           }, "open close",                    "read"                       },
	{ { "open , close"            }, "open close",                    "read"                       },
	{ { "! open, close"           }, "openat read",                   "open close"                 },
	{ { "trace=open"              }, "open",                          "close"                      },
	{ { "t=open"                  }, "open",                          "close"                      },
	{ { "!open"                   }, "openat close",                  "open"                       },
	{ { "!open,close"             }, "openat read",                   "open close"                 },
	{ { "trace=!open,close"       }, "openat read",                   "open close"                 },
	{ { "!open,!close"            }, "openat read",                   "open close"                 },
	{ { "!open", "!close"         }, "openat read",                   "open close"                 },
	{ { "!%file", "openat"        }, "openat read",                   "open stat"                  },
	{ { "%file,!openat"           }, "open stat",                     "openat read"                },
	{ { "%file", "!openat"        }, "open stat",                     "openat read"                },
	{ { "*stat*"                  }, "stat fstat newfstatat statfs",  "open"                       },
	{ { "%desc,!*poll*"           }, "read close",                    "poll ppoll epoll_wait open_by" },
	{ { "/^f?stat$/"              }, "stat fstat",                    "lstat statfs"               },
	{ { "/^f?stat$"               }, "stat fstat",                    "lstat statfs"               },
	{ { "/^.{4,5}$/,brk"          }, "brk stat lstat",                "openat"                     },
	{ { "/^open$,/^close$"        }, "open close",                    "openat"                     },
	{ { "!/^open/"                }, "read",                          "open openat openat2"        },
	{ { "%file"                   }, "open execve getcwd statfs",     "read fstat socket"          },
	{ { "file"                    }, "open execve getcwd statfs",     "read fstat socket"          },
	{ { "%network"                }, "socket sendto accept4",         "read open pipe"             },
	{ { "%net"                    }, "socket sendto accept4",         "read open pipe"             },
	{ { "%process"                }, "clone3 execve exit_group wait4", "read getpid"               },
	{ { "%memory"                 }, "mmap brk mseal madvise",        "read memfd_create"          },
	{ { "%desc"                   }, "read mmap epoll_wait openat",   "stat brk"                   },
	{ { "%signal"                 }, "kill rt_sigaction signalfd4",   "read"                       },
	{ { "signal"                  }, "kill rt_sigaction signalfd4",   "read"                       },
	{ { "%ipc"                    }, "shmat semop msgget",            "mq_open pipe"               },
	{ { "%creds"                  }, "getuid setresgid capset",       "getpid"                     },
	{ { "%clock"                  }, "clock_gettime adjtimex time",   "nanosleep clock_nanosleep"  },
	{ { "%stat"                   }, "stat",                          "lstat fstat newfstatat"     },
	{ { "%lstat"                  }, "lstat",                         "stat fstat"                 },
	{ { "%fstat"                  }, "fstat newfstatat statx",        "stat lstat"                 },
	{ { "%%stat"                  }, "stat lstat fstat statx",        "statfs"                     },
	{ { "%statfs"                 }, "statfs",                        "fstatfs ustat"              },
	{ { "%fstatfs"                }, "fstatfs",                       "statfs ustat"               },
	{ { "%%statfs"                }, "statfs fstatfs ustat",          "stat"                       },
	{ { "%pure"                   }, "getpid getuid getppid gettid",  "getpgid umask"              },
	{ { "all"                     }, "read open mseal",               ""                           },
	{ { "all,!read"               }, "open mseal",                    "read"                       },
	{ { "none"                    }, "",                              "read open mseal"            },
	{ { "!all"                    }, "",                              "read open mseal"            },
	{ { "!none"                   }, "read open mseal",               ""                           },
	{ { "open,none,close"         }, "close",                         "open"                       },
	{ { "?nosuchcall,open"        }, "open",                          "close"                      },
	{ { "!?nosuchcall"            }, "open close",                    ""                           },
	{ { "?%nosuchclass,open"      }, "open",                          "close"                      },
	{ { "257"                     }, "openat",                        "open read"                  },
	{ { "0x101,!0"                }, "openat",                        "open read"                  },
	{ { "open@32,close@64"        }, "close",                         "open"                       },
	{ { "open@i386,read@aarch64"  }, "",                              "open read"                  },
	{ { "/^.{4,4}$/@64,brk"       }, "brk open stat",                 "openat close"               },
	{ { "umount"                  }, "umount2",                       "mount"                      },
	{ { "pread"                   }, "pread64",                       "pread"                      },
	{ { "send"                    }, "sendto",                        "recvfrom sendmsg"           },
};

static void assert_words(const struct syscall_set *set, const char *words, bool expected, const char *list)
{
	char name[64];
	int used;

	for (; sscanf(words, "%63s%n", name, &used) == 1; words += used) {
		int nr = syscalltbl__nr(ABI_X86_64, name);

		if (nr >= 0 && syscall_set__has(set, ABI_X86_64, nr) != expected)
			fail_msg("-e '%s': %s should be %s", list ? list : "", name, expected ? "chosen" : "left out");
		if (nr < 0 && expected)
			fail_msg("-e '%s': the test names %s, which does not exist", list ? list : "", name);
	}
}

static void lists_choose_syscalls(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(choices); i++) {
		struct syscall_select sel = { .abis = ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_I386) };
		struct syscall_set set;
		char err[128] = "";

		for (int k = 0; k < 3 && choices[i].lists[k]; k++)
			if (syscall_select__add(&sel, choices[i].lists[k], err, sizeof(err)))
				fail_msg("-e '%s': %s", choices[i].lists[k], err);
		syscall_select__finish(&sel, &set);
		assert_words(&set, choices[i].in, true, choices[i].lists[0]);
		assert_words(&set, choices[i].out, false, choices[i].lists[0]);
	}
}

static const struct {
	const char *list;
	int         error;
	const char *message;
} mistakes[] = {
	{ "opnat",              -ENOENT, "unknown syscall 'opnat', did you mean 'openat'?"                           },
	{ "open,clsoe",         -ENOENT, "unknown syscall 'clsoe', did you mean 'close'?"                            },
	{ "!opnat",             -ENOENT, "unknown syscall 'opnat', did you mean 'openat'?"                           },
	{ "quite_otherwise",    -ENOENT, "unknown syscall 'quite_otherwise'"                                         },
	{ "riscv_hwprobe",      -ENOENT, "there is no syscall 'riscv_hwprobe' on x86_64, i386, x32"                  },
	{ "waitpid@64",         -ENOENT, "there is no syscall 'waitpid' on x86_64"                                   },
	{ "open@aarch64",       -ENOENT, "there is no syscall 'open' on aarch64"                                     },
	{ "%flie",              -ENOENT, "unknown class of syscalls '%flie', did you mean '%file'?"                  },
	{ "%xyzzy",             -ENOENT, "unknown class of syscalls '%xyzzy'"                                        },
	{ "*xyzzy*",            -ENOENT, "no syscall matches '*xyzzy*'"                                              },
	{ "/^xyzzy/",           -ENOENT, "no syscall matches '^xyzzy'"                                               },
	{ "/(open/",            -EINVAL, "bad regular expression '(open': Unmatched ( or \\("                        },
	{ "//",                 -EINVAL, "empty regular expression in the list of syscalls"                          },
	{ "/",                  -EINVAL, "empty regular expression in the list of syscalls"                          },
	{ "",                   -EINVAL, "empty name in the list of syscalls"                                        },
	{ "!",                  -EINVAL, "empty name in the list of syscalls"                                        },
	{ "open,,close",        -EINVAL, "empty name in the list of syscalls"                                        },
	{ "open, ",             -EINVAL, "empty name in the list of syscalls"                                        },
	{ "status=failed",      -ENOENT, "'status=failed' is no syscall, and of strace's qualifiers there is trace= only" },
	{ "open,",              -EINVAL, "empty name in the list of syscalls"                                        },
	{ "12x",                -EINVAL, "bad syscall number '12x'"                                                  },
	{ "99999999999",        -EINVAL, "bad syscall number '99999999999'"                                          },
	{ "open@vax",           -EINVAL, "unknown ABI 'vax' in 'open@vax': use 64, 32, x32 or a name such as x86_64" },
};

static void mistakes_are_explained(void **state)
{
	(void)state;
	if (!ON_X86)
		skip();
	for (size_t i = 0; i < COUNT(mistakes); i++) {
		struct syscall_select sel = SYSCALL_SELECT_INIT, before = sel;
		char err[128] = "";

		assert_int_equal(syscall_select__add(&sel, mistakes[i].list, err, sizeof(err)), mistakes[i].error);
		assert_string_equal(err, mistakes[i].message);
		assert_memory_equal(&sel, &before, sizeof(sel));
	}
}

static void a_list_longer_than_any_name_is_refused(void **state)
{
	struct syscall_select sel = SYSCALL_SELECT_INIT;
	char list[1000], err[8] = "";

	(void)state;
	memset(list, 'a', sizeof(list) - 1);
	list[sizeof(list) - 1] = '\0';
	assert_int_equal(syscall_select__add(&sel, list, err, sizeof(err)), -EINVAL);
	assert_string_equal(err, "'aaaaaa");
	assert_int_equal(syscall_select__add(&sel, list, NULL, 0), -EINVAL);
}

static void a_name_applies_to_every_abi_that_has_it(void **state)
{
	struct syscall_select sel = SYSCALL_SELECT_INIT;
	struct syscall_set set;
	char err[128];

	(void)state;
	assert_int_equal(syscall_select__add(&sel, "openat,execve", err, sizeof(err)), 0);
	syscall_select__finish(&sel, &set);
	for (int abi = 0; abi < ABI_COUNT; abi++)
		assert_int_equal(syscall_set__count(&set, abi), 3);	/* io_uring:openat, too */
	assert_true(syscall_set__has(&set, ABI_X32, SYSCALL_X32_BIT | 520));
	assert_false(syscall_set__has(&set, ABI_X32, SYSCALL_X32_BIT | 59));
	assert_true(syscall_set__has(&set, ABI_AARCH64, 56));
}

static void an_abi_may_be_named(void **state)
{
	struct syscall_select sel = SYSCALL_SELECT_INIT;
	struct syscall_set set;
	char err[128];

	(void)state;
	assert_int_equal(syscall_select__add(&sel, "read@32,write@x32,close@64", err, sizeof(err)), 0);
	syscall_select__finish(&sel, &set);
	assert_int_equal(syscall_set__count(&set, ABI_I386), 4);
	assert_true(syscall_set__has(&set, ABI_ARM, 3));
	assert_int_equal(syscall_set__count(&set, ABI_X32), 3);
	assert_true(syscall_set__has(&set, ABI_X32, 1));
	assert_int_equal(syscall_set__count(&set, ABI_X86_64), 2);	/* and requests of io_uring */
	assert_true(syscall_set__has(&set, ABI_X86_64, 3));
}

/* Replaying another machine's recording may name calls that this machine lacks. */
static void names_are_looked_for_in_the_abis_asked_for(void **state)
{
	struct syscall_select sel = { .abis = ABI_BIT(ABI_RISCV64) };
	char err[128];

	(void)state;
	assert_int_equal(syscall_select__add(&sel, "riscv_hwprobe", err, sizeof(err)), 0);
	assert_int_equal(syscall_select__add(&sel, "arch_prctl", err, sizeof(err)), -ENOENT);
}

static bool chooses(const char *list, unsigned nr)
{
	struct syscall_select sel = { .abis = ABI_BIT(ABI_I386) };
	struct syscall_set set;
	char err[256] = "";

	if (syscall_select__add(&sel, list, err, sizeof(err)))
		fail_msg("%s", err);
	syscall_select__finish(&sel, &set);
	return syscall_set__has(&set, ABI_I386, nr);
}

/* socketcall selects all calls made through it; each has its own name. */
static void calls_made_by_way_of_another_are_chosen_by_either(void **state)
{
	int connect = syscalltbl__by_mux(ABI_I386, 102, "connect"), shmat = syscalltbl__by_mux(ABI_I386, 117, "shmat");

	(void)state;
	assert_true(connect > 0 && shmat > 0);
	assert_int_equal(syscalltbl__mux(ABI_I386, connect), 102);
	assert_int_equal(syscalltbl__mux(ABI_I386, shmat), 117);
	assert_int_equal(syscalltbl__mux(ABI_I386, 362), -ENOENT);
	assert_int_equal(syscalltbl__by_mux(ABI_I386, 102, "shmat"), -ENOENT);
	assert_int_equal(syscalltbl__by_mux(ABI_X86_64, 102, "connect"), -ENOENT);
	assert_int_equal(syscalltbl__nr(ABI_I386, "connect"), 362);
	assert_true(chooses("connect", connect) && chooses("connect", 362) && !chooses("connect", 102));
	assert_true(chooses("socketcall", connect) && !chooses("socketcall", 362) && !chooses("socketcall", shmat));
	assert_true(chooses("102", connect) && chooses("/^socketc/", connect));
	assert_false(chooses("!connect", connect));
	assert_true(chooses("!connect", 102));
	assert_false(chooses("!socketcall", connect));
	assert_true(chooses("%ipc", shmat));
}

static void unknown_numbers_follow_all_and_not(void **state)
{
	struct syscall_select all = SYSCALL_SELECT_INIT, not_read = SYSCALL_SELECT_INIT, some = SYSCALL_SELECT_INIT;
	struct syscall_set set;
	char err[128];

	(void)state;
	syscall_select__finish(&all, &set);
	assert_true(syscall_set__is_full(&set));
	assert_int_equal(syscall_select__add(&not_read, "!read", err, sizeof(err)), 0);
	syscall_select__finish(&not_read, &set);
	assert_true(syscall_set__has(&set, ABI_X86_64, 999));
	assert_true(syscall_set__has(&set, ABI_X86_64, 123456789));
	assert_int_equal(syscall_select__add(&some, "*", err, sizeof(err)), 0);
	syscall_select__finish(&some, &set);
	assert_false(syscall_set__has(&set, ABI_X86_64, 999));
	assert_false(syscall_set__has(&set, ABI_X86_64, UINT32_MAX));
	assert_true(syscall_set__has(&set, ABI_X86_64, 0));
}

static void sets_add_and_remove(void **state)
{
	struct syscall_set set;

	(void)state;
	syscall_set__clear(&set);
	assert_true(syscall_set__is_empty(&set));
	syscall_set__add(&set, ABI_ARM, 0x0f0005);
	assert_true(syscall_set__has(&set, ABI_ARM, 0x0f0005));
	assert_false(syscall_set__has(&set, ABI_ARM, 0x0f0004));
	assert_false(syscall_set__has(&set, ABI_X86_64, 0x0f0005));
	syscall_set__remove(&set, ABI_ARM, 0x0f0005);
	assert_true(syscall_set__is_empty(&set));
	syscall_set__fill(&set);
	assert_true(syscall_set__is_full(&set));
	syscall_set__remove(&set, ABI_I386, 1);
	assert_false(syscall_set__is_full(&set));
}

/* -- Errors and signals ------------------------------------------------------------------------------ */

static void errors_have_names_and_texts(void **state)
{
	(void)state;
	setlocale(LC_ALL, "");
	assert_string_equal(errno__name(ENOENT), "ENOENT");
	assert_string_equal(errno__name(EAGAIN), "EAGAIN");
	assert_string_equal(errno__name(EDEADLK), "EDEADLK");
	assert_string_equal(errno__name(EOPNOTSUPP), "EOPNOTSUPP");
	assert_string_equal(errno__name(512), "ERESTARTSYS");
	assert_string_equal(errno__name(516), "ERESTART_RESTARTBLOCK");
	assert_string_equal(errno__name(524), "ENOTSUPP");
	assert_string_equal(errno__text(ENOENT), "No such file or directory");
	assert_string_equal(errno__text(512), "Restarts if the signal's handler allows it");
	assert_null(errno__name(0));
	assert_null(errno__name(41));
	assert_null(errno__name(-ENOENT));
	assert_null(errno__name(100000));
	assert_null(errno__text(41));
	for (int err = 1; err < 1024; err++)
		if (errno__name(err)) {
			assert_non_null(errno__text(err));
			assert_int_equal(errno__number(errno__name(err)), err);
		}
}

static void errors_are_found_by_name(void **state)
{
	(void)state;
	assert_int_equal(errno__number("ENOENT"), ENOENT);
	assert_int_equal(errno__number("enoent"), ENOENT);
	assert_int_equal(errno__number("EWOULDBLOCK"), EAGAIN);
	assert_int_equal(errno__number("EDEADLOCK"), 35);
	assert_int_equal(errno__number("ENOTSUP"), EOPNOTSUPP);
	assert_int_equal(errno__number("ENOENTS"), -ENOENT);
	assert_int_equal(errno__number(""), -ENOENT);
	assert_string_equal(errno__suggest("ENOENTT"), "ENOENT");
	assert_string_equal(errno__suggest("eaccess"), "EACCES");
	assert_null(errno__suggest("open"));
}

static void signals_have_names(void **state)
{
	(void)state;
	assert_string_equal(signal__name(SIGCHLD), "SIGCHLD");
	assert_string_equal(signal__name(SIGSYS), "SIGSYS");
	assert_string_equal(signal__name(32), "SIGRTMIN");
	assert_string_equal(signal__name(33), "SIGRT_1");
	assert_string_equal(signal__name(64), "SIGRT_32");
	assert_null(signal__name(0));
	assert_null(signal__name(65));
	assert_null(signal__name(-1));
	for (int sig = 1; sig <= 64; sig++) {
		assert_non_null(signal__name(sig));
		assert_int_equal(signal__number(signal__name(sig)), sig);
	}
	assert_int_equal(signal__number("chld"), SIGCHLD);
	assert_int_equal(signal__number("SIGPOLL"), SIGIO);
	assert_int_equal(signal__number("SIGNOT"), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(abis_have_names_and_word_sizes),
		cmocka_unit_test(known_numbers_have_the_kernels_names),
		cmocka_unit_test(every_name_leads_back_to_its_number),
		cmocka_unit_test(unknown_numbers_and_names_are_refused),
		cmocka_unit_test(x32_numbers_may_carry_their_bit),
		cmocka_unit_test(this_machines_headers_agree),
		cmocka_unit_test(suggestions_are_near),
		cmocka_unit_test(class_rows_are_sorted),
		cmocka_unit_test(every_syscall_has_a_class_row),
		cmocka_unit_test(lists_choose_syscalls),
		cmocka_unit_test(mistakes_are_explained),
		cmocka_unit_test(a_list_longer_than_any_name_is_refused),
		cmocka_unit_test(a_name_applies_to_every_abi_that_has_it),
		cmocka_unit_test(an_abi_may_be_named),
		cmocka_unit_test(names_are_looked_for_in_the_abis_asked_for),
		cmocka_unit_test(calls_made_by_way_of_another_are_chosen_by_either),
		cmocka_unit_test(unknown_numbers_follow_all_and_not),
		cmocka_unit_test(sets_add_and_remove),
		cmocka_unit_test(errors_have_names_and_texts),
		cmocka_unit_test(errors_are_found_by_name),
		cmocka_unit_test(signals_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
