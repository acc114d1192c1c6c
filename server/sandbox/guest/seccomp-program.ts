import { Buffer } from 'node:buffer';
import { type FilteredArch, systemCalls } from './system-calls.ts';

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, constant: number];

const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_SET = 0x45;
const RETURN = 0x06;

/** Offsets in `struct seccomp_data`. */
const OFFSET = { number: 0, arch: 4, firstArgument: 16, secondArgument: 24 } as const;
const ACTION = { allow: 0x7fff0000, killProcess: 0x80000000, error: 0x00050000 } as const;
const EPERM = 1;
const ENOSYS = 38;
const CLONE_THREAD = 0x00010000;
/** `F_GETFD`, `F_GETFL` and `F_SETFL`: Node calls them on its pipes when it exits. */
const FCNTL_COMMANDS = [1, 3, 4];
const INSTRUCTION_BYTES = 8;

/**
 * A classic BPF program for `seccomp(2)`, little-endian: allowed calls pass, all others get `EPERM`.
 * `clone` passes for threads only. A filter cannot read the flags of `clone3`: it gets `ENOSYS`, and
 * libc uses `clone`. A call with the numbers of another processor ends the process.
 * @see https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html
 */
export function computeOnlyFilter(arch: FilteredArch): Buffer {
  const { allowed, clone, clone3, fcntl } = systemCalls[arch];
  return assemble(arch, [
    ...Object.values(allowed).flatMap((number) => on(number, [answer(ACTION.allow)])),
    ...on(clone3, [answer(ACTION.error | ENOSYS)]),
    ...on(fcntl, [
      [LOAD_WORD, 0, 0, OFFSET.secondArgument],
      ...FCNTL_COMMANDS.flatMap((command) => on(command, [answer(ACTION.allow)])),
      answer(ACTION.error | EPERM),
    ]),
    ...on(clone, [
      [LOAD_WORD, 0, 0, OFFSET.firstArgument],
      [JUMP_IF_SET, 0, 1, CLONE_THREAD],
      answer(ACTION.allow),
      answer(ACTION.error | EPERM),
    ]),
    answer(ACTION.error | EPERM),
  ]);
}

/**
 * Refuses only io_uring, for a process that is about to start; libuv then polls with epoll. An open
 * ring would allow system calls that bypass the filter.
 */
export function noIoUringFilter(arch: FilteredArch): Buffer {
  const { ioUring } = systemCalls[arch];
  return assemble(arch, [...ioUring.flatMap((number) => on(number, [answer(ACTION.error | ENOSYS)])), answer(ACTION.allow)]);
}

function answer(action: number): Instruction {
  return [RETURN, 0, 0, action];
}

/** Instructions for one value of the word that was loaded last; they end the program. */
function on(value: number, instructions: readonly Instruction[]): Instruction[] {
  return [[JUMP_IF_EQUAL, 0, instructions.length, value], ...instructions];
}

function assemble(arch: FilteredArch, rules: readonly Instruction[]): Buffer {
  const instructions: Instruction[] = [
    [LOAD_WORD, 0, 0, OFFSET.arch],
    [JUMP_IF_EQUAL, 1, 0, systemCalls[arch].auditArch],
    answer(ACTION.killProcess),
    [LOAD_WORD, 0, 0, OFFSET.number],
    ...rules,
  ];
  const program = Buffer.alloc(instructions.length * INSTRUCTION_BYTES);
  for (const [index, [code, jumpTrue, jumpFalse, constant]] of instructions.entries()) {
    const at = index * INSTRUCTION_BYTES;
    program.writeUInt16LE(code, at);
    program.writeUInt8(jumpTrue, at + 2);
    program.writeUInt8(jumpFalse, at + 3);
    program.writeUInt32LE(constant >>> 0, at + 4);
  }
  return program;
}
