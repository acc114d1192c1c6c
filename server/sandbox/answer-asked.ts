import type { SandboxAnswer, SandboxCallAnswer, SandboxRunOptions } from '#lib/ports/sandbox.ts';

/** What code may ask the process in front for, each where it was given that. */
export type AskedKind = 'fetch' | 'call';
type Answerers = Pick<SandboxRunOptions, 'fetch' | 'callTool'>;

/** What comes of what was asked, as JSON text, from where the code runs, which may have written anything. */
export async function answerAsked(
  { fetch, callTool }: Answerers,
  { kind, request }: { readonly kind: unknown; readonly request: string },
): Promise<SandboxAnswer | SandboxCallAnswer> {
  const isCall = kind === 'call';
  const answer = isCall ? callTool : fetch;
  if (answer === undefined) return { ok: false, message: isCall ? 'There are no tools here' : 'There is no network here' };
  const asked = readJson(request);
  try {
    if (asked !== undefined) return await answer(asked);
  } catch {
    // Nobody else would hear of it, and whoever asks may have written anything.
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
