import type { SandboxAnswer, SandboxCallAnswer, SandboxRunOptions } from '#lib/ports/sandbox.ts';

/** Requests that sandboxed code may send to its host, if the run grants them. */
export type HostRequestKind = 'fetch' | 'call';
type Answerers = Pick<SandboxRunOptions, 'fetch' | 'callTool'>;

/** @param request JSON text from the guest process, untrusted */
export async function answerHostRequest(
  { fetch, callTool }: Answerers,
  { kind, request }: { readonly kind: unknown; readonly request: string },
): Promise<SandboxAnswer | SandboxCallAnswer> {
  const isCall = kind === 'call';
  const answer = isCall ? callTool : fetch;
  if (answer === undefined) return { ok: false, message: isCall ? 'There are no tools here' : 'There is no network here' };
  const parsed = readJson(request);
  try {
    if (parsed !== undefined) return await answer(parsed);
  } catch {
    // The request is untrusted: the code gets a message without the cause.
  }
  return { ok: false, message: isCall ? 'This is no call that can be made' : 'This is no request that can be sent' };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
