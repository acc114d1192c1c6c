/** The JSON in a model's answer, which may stand in a code fence or between sentences. @returns undefined when there is none */
export function parseJsonReply(text: string): { value: unknown } | undefined {
  const trimmed = text.trim();
  const fenced = /^```(?:json)?\s*\n(.*?)\n?```$/is.exec(trimmed)?.[1];
  return parse(fenced ?? trimmed) ?? parse(outermost(trimmed, '{', '}')) ?? parse(outermost(trimmed, '[', ']'));
}

function outermost(text: string, open: string, close: string): string {
  const start = text.indexOf(open);
  return start === -1 ? '' : text.slice(start, text.lastIndexOf(close) + 1);
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
