import { errorMessage } from '#lib/errors/error-message.ts';

export type ReadTestInputs =
  | { readonly inputs: Record<string, unknown> }
  | { readonly problem: 'not-json' | 'not-an-object'; readonly reason: string };

/** The values typed for a test, by node id. */
export function readTestInputs(text: string): ReadTestInputs {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return { problem: 'not-an-object', reason: '' };
    return { inputs: { ...read } };
  } catch (error) {
    return { problem: 'not-json', reason: errorMessage(error) };
  }
}
