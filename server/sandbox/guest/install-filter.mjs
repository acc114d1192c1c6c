// Plain JavaScript: every guest process loads it, and stripping types would slow its start by a fifth.
import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';

const PR_SET_NO_NEW_PRIVS = 38n;
const SECCOMP_SET_MODE_FILTER = 1n;
/** For all threads of the process, those of V8 and libuv included. */
const SECCOMP_FILTER_FLAG_TSYNC = 1n;
const INSTRUCTION_BYTES = 8;
/** `struct sock_fprog`: a length, padding, and a pointer. */
const FILTER_BYTES = 16;
const POINTER_OFFSET = 8;

/**
 * Makes the kernel apply this filter to every system call of the process, on every thread and
 * permanently. Linux; needs `node:ffi`.
 *
 * @param {Buffer} program classic BPF
 * @param {number} seccomp the number of `seccomp(2)` on this processor
 * @returns {boolean} whether it is installed: not where the kernel has no seccomp filters
 */
export function installFilter(program, seccomp) {
  const { dlopen, getRawPointer } = createRequire(import.meta.url)('node:ffi');
  const { lib, functions } = dlopen(null, {
    prctl: { arguments: Array(5).fill('uint64'), return: 'int32' },
    syscall: { arguments: Array(4).fill('uint64'), return: 'int64' },
  });
  const filter = Buffer.alloc(FILTER_BYTES);
  filter.writeUInt16LE(program.length / INSTRUCTION_BYTES);
  filter.writeBigUInt64LE(getRawPointer(program), POINTER_OFFSET);
  try {
    if (functions.prctl(PR_SET_NO_NEW_PRIVS, 1n, 0n, 0n, 0n) !== 0) return false;
    const flags = SECCOMP_FILTER_FLAG_TSYNC;
    return functions.syscall(BigInt(seccomp), SECCOMP_SET_MODE_FILTER, flags, getRawPointer(filter)) === 0n;
  } finally {
    lib.close();
  }
}
