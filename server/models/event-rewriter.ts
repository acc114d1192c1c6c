import { StringDecoder } from 'node:string_decoder';
import { readJson } from './mending/read-json.ts';
import { DONE, readEvent } from './mending/server-sent-event.ts';

/** Text this long without the end of an event is not an event stream: it is passed through. */
const MAX_CARRY_LENGTH = 4 * 1024 * 1024;

/**
 * Splits chunks of bytes into complete server-sent events and applies `rewrite`. A chunk may end
 * anywhere, also inside a character; incomplete events are buffered.
 */
export function makeEventRewriter(rewrite: (events: string) => string): { push(bytes: Uint8Array): string; end(): string } {
  const decoder = new StringDecoder('utf8');
  let carry = '';
  return {
    push(bytes) {
      const text = carry + decoder.write(bytes);
      const end = endOfLastEvent(text);
      carry = text.slice(end);
      if (carry.length <= MAX_CARRY_LENGTH) return end === 0 ? '' : rewrite(text.slice(0, end));
      carry = '';
      return text;
    },
    end() {
      const rest = carry + decoder.end();
      carry = '';
      return rest === '' || isCutOff(rest) ? '' : rewrite(rest);
    },
  };
}

/** A stream that breaks off ends within an event. Some servers only omit the blank line behind their last one. */
function isCutOff(event: string): boolean {
  const read = readEvent(event);
  return read !== undefined && read.data !== DONE && readJson(read.data) === undefined;
}

function endOfLastEvent(text: string): number {
  const lines = text.lastIndexOf('\n\n');
  const windowsLines = text.lastIndexOf('\r\n\r\n');
  return Math.max(lines === -1 ? 0 : lines + 2, windowsLines === -1 ? 0 : windowsLines + 4);
}
