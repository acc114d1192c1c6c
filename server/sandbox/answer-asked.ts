import type { SandboxAnswer, SandboxFetch } from '#lib/ports/sandbox.ts';

/** What comes of a request that arrived as JSON text from where the code runs, which may have written anything. */
export async function answerAsked(fetch: SandboxFetch | undefined, text: string): Promise<SandboxAnswer> {
  if (fetch === undefined) return { ok: false, message: 'There is no network here' };
  const request = readJson(text);
  return request === undefined ? { ok: false, message: 'This is no request that can be sent' } : fetch(request);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
