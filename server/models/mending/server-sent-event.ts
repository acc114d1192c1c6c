/** One server-sent event. */
type ServerSentEvent = { readonly name: string; readonly data: string };

export const DONE = '[DONE]';

const LINE = /\r\n|\n|\r/;

/** Reads an event without its blank line; undefined when it has no data, as a comment. */
export function readEvent(text: string): ServerSentEvent | undefined {
  let name = '';
  const data: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(LINE)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value.trim();
    // As llama.cpp names an error in the middle of a stream.
    else if (field === 'error') {
      name = field;
      data.push(value);
    }
  }
  return data.length === 0 ? undefined : { name, data: data.join('\n').trim() };
}

/** Events without the blank line behind the last one. */
export function writeEvents(events: readonly { readonly name?: string; readonly data: object | typeof DONE }[]): string {
  return events
    .map(({ name, data }) => `${name ? `event: ${name}\n` : ''}data: ${data === DONE ? DONE : JSON.stringify(data)}`)
    .join('\n\n');
}

const END_OF_EVENT = /\r?\n\r?\n/;

/** Replaces each of complete events; it omits those that become nothing. */
export function eachEvent(events: string, mend: (event: string) => string): string {
  return events
    .split(END_OF_EVENT)
    .map((event) => (event === '' ? '' : mend(event)))
    .filter((event) => event !== '')
    .map((event) => `${event}\n\n`)
    .join('');
}
