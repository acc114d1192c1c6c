import type { z } from 'zod';
import type { HandlerContext } from '../handler-kit/define-handler.ts';

type Result = Record<string, z.core.util.JSONType>;

/** The result of a call for its app, also where the log has a reference to it. */
export async function wholeAppResult(logged: unknown, { deps, workspaceId }: HandlerContext): Promise<Result> {
  const { ref, chars, excerpt } = (logged ?? {}) as { ref?: unknown; chars?: unknown; excerpt?: unknown };
  if (typeof chars !== 'number' || typeof excerpt !== 'string') return (logged ?? {}) as Result;
  const text = typeof ref === 'string' ? await deps.payloads.readPayload(workspaceId, ref) : undefined;
  return text === undefined ? { content: [{ type: 'text', text: excerpt }] } : (JSON.parse(text) as Result);
}
