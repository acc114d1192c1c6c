import type { GuardedResponse } from './runtime.ts';

export const sandboxLanguages = ['javascript', 'python'] as const;
export type SandboxLanguage = (typeof sandboxLanguages)[number];

/** An input or output file of code. Names are relative, with `/` between folders. */
export type SandboxFile = { readonly name: string; readonly bytes: Uint8Array };

/** Limits of the input files of one run, and separately of its output files. */
export const SANDBOX_FILES = { maxCount: 20, maxBytes: 10_000_000, maxTotalBytes: 20_000_000 } as const;

/** Of a variable that code may be granted. */
export const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** Untrusted code, and its limits. */
export type SandboxProgram = {
  readonly language: SandboxLanguage;
  /** The body of an async function of `inputs`: what it returns is the value. */
  readonly code: string;
  /** Plain JSON. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Arguments of a script: `sys.argv` after the script's name, or `args` in JavaScript. */
  readonly args?: readonly string[];
  /** Execution time including timers, but not the wait for a free sandbox. */
  readonly timeoutMs: number;
  /** For the code and its values, on top of what its interpreter needs. */
  readonly memoryMb: number;
  /** What it reads under `/files/in`, or by `files.read`. */
  readonly files?: readonly SandboxFile[];
  /**
   * Whether what it writes to `/files/out`, or by `files.write`, comes out.
   * @defaultValue false; then it cannot write there
   */
  readonly keepsFiles?: boolean;
  /** What it reads as `env`, by name. @defaultValue nothing */
  readonly environment?: Readonly<Record<string, string>>;
};

/** A chunk of output, which ends at a line break if the code wrote complete lines. */
export type SandboxOutput = { readonly stream: 'stdout' | 'stderr'; readonly text: string };

export type SandboxFailureReason =
  /** The code could not be read. */
  | 'syntax'
  /** It threw, or awaits a promise that never settles. */
  | 'threw'
  /** It ended itself, as `sys.exit(2)` does. */
  | 'exited'
  | 'timed-out'
  | 'out-of-memory'
  /** The returned value is not JSON, or too large. */
  | 'bad-result'
  /** It wrote files that cannot be kept: too many, too large, or of names that lead elsewhere. */
  | 'bad-files'
  /** The interpreter crashed. */
  | 'crashed';

export type SandboxFailure = {
  readonly reason: SandboxFailureReason;
  readonly message: string;
  /** In the code as it was given, from 1. */
  readonly line?: number;
  readonly exitCode?: number;
};

export type SandboxResult =
  | {
      readonly ok: true;
      /** Plain JSON; null when nothing was returned. */
      readonly value: unknown;
      /** What it wrote; missing where nothing is kept. */
      readonly files?: readonly SandboxFile[];
    }
  | { readonly ok: false; readonly failure: SandboxFailure };

/** Result of a request by code. */
export type SandboxAnswer =
  | ({ readonly ok: true } & GuardedResponse)
  /** The message of the error that the code gets. */
  | { readonly ok: false; readonly message: string };

/** Makes a request for code, which has no socket of its own. The request is untrusted. Never rejects. */
export type SandboxFetch = (request: unknown) => Promise<SandboxAnswer>;

/** Of one run of code that was granted hosts. */
export const SANDBOX_NETWORK = {
  maxRequests: 200,
  maxAtOnce: 6,
  maxRequestChars: 1_000_000,
  maxAnswerBytes: 5_000_000,
  maxTotalBytes: 50_000_000,
} as const;

/** Result of a tool call by code. */
export type SandboxCallAnswer =
  /** `value` is plain JSON. */
  | { readonly ok: true; readonly value: unknown }
  /** The message of the error that the code gets. */
  | { readonly ok: false; readonly message: string };

/** Calls a tool for code. The call is untrusted. Never rejects. */
export type SandboxCallTool = (call: unknown) => Promise<SandboxCallAnswer>;

/** Of one run of code that may call tools. */
export const SANDBOX_CALLS = {
  maxCalls: 200,
  maxAtOnce: 6,
  maxCallChars: 1_000_000,
  maxAnswerChars: 4_000_000,
  maxTotalAnswerChars: 50_000_000,
} as const;

export type SandboxRunOptions = {
  readonly signal: AbortSignal;
  onOutput(output: SandboxOutput): void;
  /** Called when the code begins: until then its process waits for others, or starts. */
  onStart?(): void;
  /** The code's `fetch`; without it there is none. */
  readonly fetch?: SandboxFetch;
  /** The code's `tools`; without it there are none. */
  readonly callTool?: SandboxCallTool;
};

/** The barriers between code and the machine, from the innermost. `walls` reports those of a machine. */
export const sandboxWalls = [
  /** Node's permission model: no files, network, processes, threads or addons. */
  'node-permissions',
  /** The kernel refuses every system call that computing does not need. Linux. */
  'system-call-filter',
  /** A network without interfaces. Linux, where namespaces may be made. */
  'network-namespace',
  /** Process numbers among which no other process has one. Linux, where namespaces may be made. */
  'process-namespace',
  /** The system's own sandbox. macOS. */
  'macos-profile',
] as const;
export type SandboxWall = (typeof sandboxWalls)[number];

/**
 * Runs code that has no network, files, environment but what it is given here, and no other run's
 * data. Every run starts fresh.
 */
export interface Sandbox {
  /**
   * @throws the signal's reason when it aborts, at once and with the code stopped; {NodeFailure}
   * `sandbox-busy` when too many wait already, and `sandbox-failed` when the sandbox itself does
   * not work: another attempt may help in both cases
   */
  run(program: SandboxProgram, options: SandboxRunOptions): Promise<SandboxResult>;
}
