import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { macosProfile } from './macos-profile.ts';
import { namespaceCommand } from './namespace-command.ts';
import { noIoUringFilter } from './seccomp-program.ts';
import { filteredArch, systemCalls } from './system-calls.ts';

/** Longer than the longest run with its start: ends a process whose server was killed and that reads no input. */
const MAX_CPU_SECONDS = 660;
const MAX_DESCRIPTORS = 64;
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';
const launcher = fileURLToPath(new URL('./launch-guest.mjs', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The modules of a guest process, and what Node reads to resolve their imports. */
const ownModules = ['lib/*', 'server/*', 'package.json'].map((path) => `${root}${path}`);

export type GuestProgram = {
  /** The module to start, and its arguments. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** Folders and files that it loads before it is locked down, in addition to our own modules. */
  readonly readable: readonly string[];
  /** Of JavaScript; memory of WebAssembly is not counted in it. */
  readonly maxHeapMb: number;
  /** Of its own calls. @defaultValue Node's, a little less than 1 MB */
  readonly stackKb?: number;
  /** Bytes of a WebAssembly function that are executed before V8 optimizes it. @defaultValue V8's, 13 MB */
  readonly wasmTieringBudget?: number;
};

export type GuestCommand = { readonly file: string; readonly args: readonly string[]; readonly hasProfile: boolean };

/** How to start a guest process behind all walls that this machine has. */
export async function guestCommand(program: GuestProgram): Promise<GuestCommand> {
  const node = [process.execPath, ...nodeFlags(program), program.entry, ...(program.args ?? [])];
  if (process.platform === 'win32') return toCommand(node);
  const limited = ['/bin/sh', '-c', limits, 'sh', ...withoutIoUring(), ...node];
  if (process.platform === 'darwin' && existsSync(SANDBOX_EXEC))
    return { ...toCommand([SANDBOX_EXEC, '-p', macosProfile, ...limited]), hasProfile: true };
  return toCommand([...((await namespaceCommand()) ?? []), ...limited]);
}

/** No core dumps, no files even where one could be opened, few descriptors, and an end to its time. */
const limits = `ulimit -c 0; ulimit -f 0; ulimit -n ${MAX_DESCRIPTORS}; ulimit -t ${MAX_CPU_SECONDS}; exec "$@"`;

/** A start of Node that becomes the one that follows, which then has no io_uring. */
function withoutIoUring(): string[] {
  const arch = filteredArch();
  if (arch === undefined) return [];
  const filter = noIoUringFilter(arch).toString('base64');
  return [process.execPath, '--no-warnings', launcher, String(systemCalls[arch].seccomp), filter];
}

function nodeFlags({ readable, maxHeapMb, stackKb, wasmTieringBudget }: GuestProgram): string[] {
  return [
    '--permission',
    // For the system call filter, which the process installs itself; dropped before it reads anything of a guest.
    ...(process.platform === 'linux' ? ['--allow-ffi'] : []),
    ...[...ownModules, ...readable].map((path) => `--allow-fs-read=${path}`),
    // Without Function and eval, what code could get hold of in JavaScript stays data.
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--disable-sigusr1',
    '--no-addons',
    `--max-old-space-size=${maxHeapMb}`,
    ...(stackKb === undefined ? [] : [`--stack-size=${stackKb}`]),
    ...(wasmTieringBudget === undefined ? [] : [`--wasm-tiering-budget=${wasmTieringBudget}`]),
    '--no-warnings',
  ];
}

function toCommand([file = '', ...args]: readonly string[]): GuestCommand {
  return { file, args, hasProfile: false };
}
