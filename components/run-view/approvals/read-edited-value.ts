import { readJson } from '#components/ui/read-json.ts';
import type { OpenApproval } from '#lib/run/run-state.ts';

/** The edited value: the new value, undefined if unchanged, or why it is invalid. */
export type EditedValue =
  | { readonly value: unknown }
  | { readonly problem: 'not-json' | 'not-an-object'; readonly reason: string };

/** The value as it is edited: text as text, anything else as JSON. */
export function editableText({ args }: Pick<OpenApproval, 'args'>): string {
  return typeof args === 'string' ? args : JSON.stringify(args ?? null, null, 2);
}

/** @param text as typed; undefined when nothing was edited */
export function readEditedValue({ kind, args }: Pick<OpenApproval, 'kind' | 'args'>, text: string | undefined): EditedValue {
  if (text === undefined || text === editableText({ args })) return { value: undefined };
  if (typeof args === 'string') return { value: text };
  const read = readJson(text);
  if ('reason' in read) return { problem: 'not-json', reason: read.reason };
  const { value } = read;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return kind === 'tool' && !isObject ? { problem: 'not-an-object', reason: '' } : { value };
}
