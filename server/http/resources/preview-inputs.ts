const PREVIEW_LENGTH = 200;

/**
 * Inputs in one line, without quotation marks around text: `message: Kettle leaks, count: 3`.
 *
 * @param head the inputs as JSON text, which may be cut anywhere
 */
export function previewInputs(head: string): string {
  const line = (
    readObject(head)
      ?.map(([name, value]) => `${name}: ${inOneLine(value)}`)
      .join(', ') ?? head
  )
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > PREVIEW_LENGTH ? `${line.slice(0, PREVIEW_LENGTH - 1)}…` : line;
}

function inOneLine(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readObject(head: string): [string, unknown][] | undefined {
  for (const text of [head, ...closed(head)]) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
    } catch {
      // Cut in the middle of a number, a name or an escape: shown as it is.
    }
  }
  return undefined;
}

/** The text with the string, arrays and objects closed in which it was cut; and without the last input. */
function closed(head: string): string[] {
  const open: string[] = [];
  let isInString = false;
  let isEscaped = false;
  let lastComma = 0;
  for (const [index, character] of [...head].entries()) {
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = isInString;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && open.length === 1) lastComma = index;
  }
  const end = isEscaped ? head.slice(0, -1) : head;
  const whole = [...head].slice(0, lastComma).join('');
  return [`${end}${isInString ? '…"' : ''}${open.reverse().join('')}`, `${whole}}`];
}
