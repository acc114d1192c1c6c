import { NodeFailure } from '#lib/errors/node-failure.ts';
import { jsonExcess } from '#lib/json/json-limits.ts';
import type { CredentialUse, GuardedFetch } from '#lib/ports/runtime.ts';
import type { Sandbox, SandboxCallTool, SandboxOutput, SandboxProgram, SandboxResult } from '#lib/ports/sandbox.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { makeGrantedFetch } from './granted-fetch.ts';

export type Running = {
  readonly context: Pick<ExecutorContext, 'tools' | 'signal' | 'waits'>;
  readonly onOutput: (output: SandboxOutput) => void;
  /** Hosts that it may call, and by what. @defaultValue none */
  readonly network?: {
    readonly hosts: readonly string[];
    readonly fetch: GuardedFetch;
    /** That its requests may carry, by slot. @defaultValue none */
    readonly credentials?: Readonly<Record<string, CredentialUse>>;
  };
  /** Its `tools`. @defaultValue none */
  readonly callTool?: SandboxCallTool;
};

/**
 * Runs code in the sandbox. Its remaining requests are aborted at its end.
 * @throws {NodeFailure} `sandbox-failed` without a sandbox, else what `Sandbox.run` throws
 */
export async function runCode(
  program: SandboxProgram,
  { context, onOutput, network, callTool }: Running,
): Promise<SandboxResult> {
  const ended = new AbortController();
  const signal = AbortSignal.any([context.signal, ended.signal]);
  const begins = context.waits();
  const fetch = network && makeGrantedFetch({ credentials: {}, ...network, signal });
  try {
    const given = { ...(fetch && { fetch }), ...(callTool && { callTool }) };
    const result = await sandboxOf(context).run(program, { signal: context.signal, onOutput, onStart: begins, ...given });
    const excess = result.ok ? jsonExcess(result.value) : undefined;
    return excess === undefined ? result : badResult(`What the code returns has ${excess}`);
  } finally {
    begins();
    ended.abort();
  }
}

function badResult(message: string): SandboxResult {
  return { ok: false, failure: { reason: 'bad-result', message } };
}

function sandboxOf({ tools }: Running['context']): Sandbox {
  if (!tools.sandbox) throw new NodeFailure('sandbox-failed', 'There is no sandbox here to run code in');
  return tools.sandbox;
}
