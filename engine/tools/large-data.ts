import { createHash } from 'node:crypto';
import type { ExecutorContext } from '../contract/define-executor.ts';

/** Data as JSON beyond this length is stored, and a conversation gets a reference to it. */
const LARGE_DATA_CHARS = 8000;
const EXCERPT_CHARS = 2000;

/** Reference to data that is too large: its location, JSON length and excerpt. */
export type DataReference = { readonly ref: string; readonly chars: number; readonly excerpt: string };

/**
 * The data, or a reference once it is stored for the workspace. Never fails: without a store only
 * the excerpt remains.
 */
export async function dataOrReference(
  data: unknown,
  { workspaceId, tools }: Pick<ExecutorContext, 'workspaceId' | 'tools'>,
): Promise<unknown> {
  const text = JSON.stringify(data);
  if (text.length <= LARGE_DATA_CHARS) return data;
  const ref = createHash('sha256').update(text).digest('base64url');
  const part = { chars: text.length, excerpt: sliceText(text, 0, EXCERPT_CHARS) };
  try {
    await tools.payloads.savePayload(workspaceId, ref, text);
  } catch {
    // The call has happened. A failure would make the model repeat it.
    return { ...part, problem: 'The rest could not be stored' };
  }
  return { ref, ...part } satisfies DataReference;
}

/**
 * Resolves a reference; other data is returned unchanged.
 * @returns undefined where there is no more than the excerpt
 */
export async function loadWhole(
  data: unknown,
  { workspaceId, tools }: Pick<ExecutorContext, 'workspaceId' | 'tools'>,
): Promise<unknown> {
  const { ref, chars, excerpt, ...rest } = (data ?? {}) as Partial<DataReference>;
  if (typeof chars !== 'number' || typeof excerpt !== 'string' || Object.keys(rest).some((key) => key !== 'problem')) return data;
  const text = typeof ref === 'string' ? await tools.payloads.readPayload(workspaceId, ref) : undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

/** Part of a text that does not end in the middle of a character. */
export function sliceText(text: string, start: number, end: number): string {
  const isCut = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return text.slice(start, isCut ? end - 1 : end).toWellFormed();
}
