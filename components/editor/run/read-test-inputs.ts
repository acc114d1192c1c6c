import { readJson } from '#components/ui/read-json.ts';

export type ReadTestInputs =
  | { readonly inputs: Record<string, unknown> }
  | { readonly problem: 'not-json' | 'not-an-object'; readonly reason: string };

/** The values typed for a test, by node id. */
export function readTestInputs(text: string): ReadTestInputs {
  const read = readJson(text);
  if ('reason' in read) return { problem: 'not-json', reason: read.reason };
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'not-an-object', reason: '' };
  return { inputs: { ...value } };
}
