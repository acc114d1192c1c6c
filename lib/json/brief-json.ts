/**
 * The beginning of a value's JSON, at most `maxChars` characters and `…` where it was cut. Reads no more of a large
 * value than it shows. Texts for what JSON does not have: `undefined`.
 */
export function briefJson(value: unknown, maxChars: number): string {
  const parts: string[] = [];
  let left = maxChars;
  const write = (text: string) => {
    parts.push(text);
    left -= text.length;
  };
  writeValue(value, { write, isFull: () => left < 0, left: () => left });
  const text = parts.join('');
  return text.length > maxChars ? `${text.slice(0, maxChars).toWellFormed()}…` : text;
}

type Writer = { readonly write: (text: string) => void; readonly isFull: () => boolean; readonly left: () => number };

function writeValue(value: unknown, to: Writer): void {
  if (to.isFull()) return;
  if (typeof value === 'string') to.write(JSON.stringify(value.slice(0, to.left() + 1)));
  else if (typeof value !== 'object' || value === null) to.write(JSON.stringify(value) ?? String(value));
  else if (Array.isArray(value)) writeList(value, to);
  else writeObject(value, to);
}

function writeObject(value: object, to: Writer): void {
  to.write('{');
  let separator = '';
  for (const name in value) {
    if (to.isFull()) return;
    to.write(`${separator}${JSON.stringify(name.slice(0, to.left() + 1))}:`);
    writeValue((value as Record<string, unknown>)[name], to);
    separator = ',';
  }
  to.write('}');
}

function writeList(list: readonly unknown[], to: Writer): void {
  to.write('[');
  for (const [index, item] of list.entries()) {
    if (to.isFull()) return;
    if (index > 0) to.write(',');
    writeValue(item, to);
  }
  to.write(']');
}
