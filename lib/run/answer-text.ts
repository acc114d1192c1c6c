/** Outputs that hold the answer to a message, first match first. */
const ANSWER_NAMES = ['response', 'answer', 'reply', 'text', 'output', 'message', 'content', 'result'];

/** The output that is the answer: the only one, or the first with one of these names. */
export function answerName(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : ANSWER_NAMES.find((name) => names.includes(name));
}

/** The output that is the answer by its name, or else the only one that is a text; undefined without such an output. */
export function answerOf(outputs: Readonly<Record<string, unknown>>): unknown {
  const name = answerName(Object.keys(outputs));
  if (name !== undefined) return outputs[name];
  const [text, ...others] = Object.values(outputs).filter((value) => typeof value === 'string');
  return others.length === 0 ? text : undefined;
}

/**
 * The answer of a run for programs: its replies, or else the output that is the answer. Without such an output it is
 * all outputs by name. Texts stay as they are, other values are JSON. For people, see `readableAnswer`.
 */
export function answerText(replies: readonly string[], outputs: Readonly<Record<string, unknown>>): string {
  if (replies.length > 0) return replies.join('\n\n');
  const answer = answerOf(outputs);
  if (answer !== undefined) return textOf(answer);
  return Object.entries(outputs)
    .map(([key, value]) => `${key}: ${textOf(value)}`)
    .join('\n\n');
}

/** Of the values of nodes, as the outputs without an `end` node are, the text in their main field. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if ('output' in value && typeof value.output === 'string') return value.output;
  if ('text' in value && typeof value.text === 'string') return value.text;
  return JSON.stringify(value);
}
