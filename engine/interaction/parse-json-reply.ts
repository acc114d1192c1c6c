import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';

/** Of spans that look like JSON and are not: a model that loses its thread writes braces by the thousand. */
const MAX_FAILURES = 100;
/** Characters that may be read again after such a span, by the length of the answer. */
const MAX_PASSES = 10;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * The JSON in a model's answer, in a code fence or between sentences too: the last one that is whole.
 * @returns undefined when there is none
 */
export function parseJsonReply(text: string): JsonReading | undefined {
  return parseJsonReplies(text)[0];
}

/**
 * All JSON in an answer of a model, the likeliest first: the whole answer, then what is in it, from
 * its end. Models think, give examples and quote the question before they answer. Objects go before
 * lists, which prose has, too: `[1]`.
 */
export function parseJsonReplies(text: string): JsonReading[] {
  const trimmed = text.trim();
  // Deep nesting is found before it is known whether the text is JSON.
  const whole = /^(?:[{["\d-]|(?:true|false|null)$)/.test(trimmed) ? parse(trimmed) : undefined;
  if (whole) return [whole];
  const spans = findSpans(trimmed).toReversed();
  return [...spans.filter(({ isObject }) => isObject), ...spans.filter(({ isObject }) => !isObject)].map(
    ({ reading }) => reading,
  );
}

type Span = { readonly isObject: boolean; readonly reading: JsonReading };

/** Objects and lists that are in no other one. Braces in texts of JSON do not count. */
function findSpans(text: string): Span[] {
  const spans: Span[] = [];
  let failures = 0;
  let left = text.length * MAX_PASSES;
  for (let at = 0; at < text.length && failures < MAX_FAILURES && left > 0; ) {
    const open = text.charAt(at);
    if (!Object.hasOwn(CLOSING, open)) {
      at++;
      continue;
    }
    const end = endOfSpan(text, at);
    left -= (end ?? text.length) - at;
    const reading = end === undefined ? undefined : parse(text.slice(at, end));
    if (reading) spans.push({ isObject: open === '{', reading });
    else failures++;
    at = reading && end !== undefined ? end : at + 1;
  }
  return spans;
}

/** Behind the bracket that closes the one at `start`; undefined when none does. */
function endOfSpan(text: string, start: number): number | undefined {
  const open: string[] = [];
  let isText = false;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
      continue;
    }
    if (char === '"') isText = true;
    else if (Object.hasOwn(CLOSING, char)) open.push(char);
    else if (char === '}' || char === ']') {
      if (CLOSING[open.pop() ?? ''] !== char) return undefined;
      if (open.length === 0) return at + 1;
    }
  }
  return undefined;
}

function parse(text: string): JsonReading | undefined {
  try {
    return readJsonText(text);
  } catch {
    return undefined;
  }
}
