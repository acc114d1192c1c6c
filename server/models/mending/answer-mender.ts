/** A part of JSON whose members are to be put right in place. */
export type Loose = Record<string, unknown>;

/**
 * Puts right what servers send in the protocol of a provider and its SDK refuses: one odd value must
 * not lose the answer around it. For one answer, in order.
 */
export type AnswerMender = {
  /** One event of a stream, without its blank line; '' omits it. */
  event(event: string): string;
  /** The answer to a request that wants no stream. Changes it in place. */
  whole(answer: Loose): Loose;
  /** A whole answer to a request for a stream, as events; undefined when it is no answer of this protocol. */
  events(answer: Loose): string | undefined;
  /** An error as an event of the stream. */
  failure(reason: string, code: string | number | undefined): string;
};

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in what should be a list of them; one alone counts as a list. */
export function looseList(value: unknown): Loose[] {
  return (Array.isArray(value) ? value : [value]).filter(isLoose);
}

/**
 * Counts of tokens that are texts become numbers, and those that are no count go, at any depth.
 * @returns whether anything was changed
 */
export function mendCounts(usage: Loose, depth = 2): boolean {
  let isChanged = false;
  for (const [key, value] of Object.entries(usage)) {
    if (isLoose(value) && depth > 0) {
      if (mendCounts(value, depth - 1)) isChanged = true;
      continue;
    }
    if (!/token/i.test(key) || typeof value === 'number' || value === null || Array.isArray(value)) continue;
    const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    if (Number.isFinite(count)) usage[key] = count;
    else delete usage[key];
    isChanged = true;
  }
  return isChanged;
}

/** A text, or undefined for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
