/** A processor whose system call numbers are known here, as `process.arch` names it. */
export type FilteredArch = 'x64' | 'arm64';

/** @returns undefined where system calls are not filtered */
export function filteredArch(): FilteredArch | undefined {
  const { platform, arch } = process;
  return platform === 'linux' && (arch === 'x64' || arch === 'arm64') ? arch : undefined;
}

type SystemCallTable = {
  /** `AUDIT_ARCH_*`, which the kernel passes to a filter together with the number. */
  readonly auditArch: number;
  readonly seccomp: number;
  readonly clone: number;
  readonly clone3: number;
  readonly fcntl: number;
  /** `io_uring_setup`, `io_uring_enter`, `io_uring_register`: the same numbers everywhere. */
  readonly ioUring: readonly number[];
  /** What a guest process needs once it has loaded everything: memory, time, threads, and the pipes it already has. */
  readonly allowed: Readonly<Record<string, number>>;
};

/**
 * Neither table allows a call that opens a file or a socket, starts a program, signals another
 * process or changes the process's permissions.
 * @see Linux `arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h` (arm64)
 */
export const systemCalls: Readonly<Record<FilteredArch, SystemCallTable>> = {
  x64: {
    auditArch: 0xc000003e,
    seccomp: 317,
    clone: 56,
    clone3: 435,
    fcntl: 72,
    ioUring: [425, 426, 427],
    allowed: {
      read: 0,
      write: 1,
      close: 3,
      fstat: 5,
      poll: 7,
      lseek: 8,
      mmap: 9,
      mprotect: 10,
      munmap: 11,
      brk: 12,
      rt_sigaction: 13,
      rt_sigprocmask: 14,
      rt_sigreturn: 15,
      readv: 19,
      writev: 20,
      sched_yield: 24,
      mremap: 25,
      mincore: 27,
      madvise: 28,
      nanosleep: 35,
      getpid: 39,
      exit: 60,
      uname: 63,
      gettimeofday: 96,
      getrusage: 98,
      sysinfo: 99,
      times: 100,
      getuid: 102,
      geteuid: 107,
      sigaltstack: 131,
      gettid: 186,
      time: 201,
      futex: 202,
      sched_getaffinity: 204,
      restart_syscall: 219,
      clock_gettime: 228,
      clock_getres: 229,
      clock_nanosleep: 230,
      exit_group: 231,
      epoll_wait: 232,
      epoll_ctl: 233,
      ppoll: 271,
      set_robust_list: 273,
      epoll_pwait: 281,
      getcpu: 309,
      getrandom: 318,
      membarrier: 324,
      pkey_mprotect: 329,
      rseq: 334,
      epoll_pwait2: 441,
    },
  },
  arm64: {
    auditArch: 0xc00000b7,
    seccomp: 277,
    clone: 220,
    clone3: 435,
    fcntl: 25,
    ioUring: [425, 426, 427],
    allowed: {
      epoll_ctl: 21,
      epoll_pwait: 22,
      close: 57,
      lseek: 62,
      read: 63,
      write: 64,
      readv: 65,
      writev: 66,
      ppoll: 73,
      fstat: 80,
      exit: 93,
      exit_group: 94,
      futex: 98,
      set_robust_list: 99,
      nanosleep: 101,
      clock_gettime: 113,
      clock_getres: 114,
      clock_nanosleep: 115,
      sched_getaffinity: 123,
      sched_yield: 124,
      restart_syscall: 128,
      sigaltstack: 132,
      rt_sigaction: 134,
      rt_sigprocmask: 135,
      rt_sigreturn: 139,
      times: 153,
      uname: 160,
      getrusage: 165,
      getcpu: 168,
      gettimeofday: 169,
      getpid: 172,
      getuid: 174,
      geteuid: 175,
      gettid: 178,
      sysinfo: 179,
      brk: 214,
      munmap: 215,
      mremap: 216,
      mmap: 222,
      mprotect: 226,
      mincore: 232,
      madvise: 233,
      getrandom: 278,
      membarrier: 283,
      pkey_mprotect: 288,
      rseq: 293,
      epoll_pwait2: 441,
    },
  },
};
