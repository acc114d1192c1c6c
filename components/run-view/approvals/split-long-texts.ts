type Split = {
  /** Fields that are texts of several lines. */
  readonly texts: readonly (readonly [name: string, text: string])[];
  /** The other fields; undefined if there are none. */
  readonly rest: unknown;
};

/** Separates the texts of an object that JSON would show in one line with `\\n`. */
export function splitLongTexts(value: unknown): Split {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { texts: [], rest: value };
  const entries = Object.entries(value);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].includes('\n'));
  const others = entries.filter(([name]) => !texts.some(([long]) => long === name));
  return { texts, rest: others.length === 0 ? undefined : Object.fromEntries(others) };
}

/** The text that a model wrote, in what its node passes on with the conversation; undefined in any other value. */
export function answerIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('output' in value) || !('messages' in value)) return undefined;
  return typeof value.output === 'string' && Array.isArray(value.messages) ? value.output : undefined;
}
