/** Headers as a text area holds them: one `Name: value` in each line. Undefined where a line is no header. */
export function readHeaderLines(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim();
    if (at < 1 || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return undefined;
    headers[name] = line.slice(at + 1).trim();
  }
  return headers;
}

export function headerLinesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
