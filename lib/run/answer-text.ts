/**
 * The answer of a run: its replies, or else its outputs. One text is that text, and several outputs are their
 * texts by name; other values are JSON.
 */
export function answerText(replies: readonly string[], outputs: Readonly<Record<string, unknown>>): string {
  if (replies.length > 0) return replies.join('\n\n');
  const entries = Object.entries(outputs);
  const [first] = entries;
  if (first && entries.length === 1) return textOf(first[1]);
  return entries.map(([name, value]) => `${name}: ${textOf(value)}`).join('\n\n');
}

/** Of the values of nodes, as the outputs without an `end` node are, the text in their main field. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if ('output' in value && typeof value.output === 'string') return value.output;
  if ('text' in value && typeof value.text === 'string') return value.text;
  return JSON.stringify(value);
}
