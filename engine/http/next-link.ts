/**
 * The target of the first `next` link of a `Link` header; empty without one. Reads in linear time.
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
export function nextLink(header: string): string {
  for (let at = header.indexOf('<'); at !== -1; ) {
    const end = header.indexOf('>', at + 1);
    if (end === -1) return '';
    const stop = endOfLink(header, end + 1);
    if (isNext(header.slice(end + 1, stop))) return header.slice(at + 1, end).trim();
    at = header.indexOf('<', stop);
  }
  return '';
}

/** Commas outside of quotes separate links. */
function endOfLink(header: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < header.length; at++) {
    const char = header[at];
    if (isQuoted && char === '\\') at++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === ',' && !isQuoted) return at;
  }
  return header.length;
}

function isNext(parameters: string): boolean {
  return parameters.split(';').some((parameter) => {
    const [name = '', ...rest] = parameter.split('=');
    if (name.trim().toLowerCase() !== 'rel') return false;
    const value = rest.join('=').trim();
    const relations = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
    return relations.toLowerCase().split(/\s/).includes('next');
  });
}
