import { MISSING, readPath } from '../expression/read-path.ts';

const KEY = /\.([A-Za-z_$][\w$-]*)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** The value at the path of a problem: `config.cases[0].when`. Undefined if there is none. */
export function valueAtField(config: unknown, field: string): unknown {
  if (!/^config(?=[.[]|$)/.test(field)) return undefined;
  const path = keysOf(field.slice('config'.length));
  const value = path && readPath(config, path);
  return value === MISSING ? undefined : value;
}

function keysOf(text: string): (string | number)[] | undefined {
  const keys: (string | number)[] = [];
  const reader = new RegExp(KEY);
  while (reader.lastIndex < text.length) {
    const match = reader.exec(text);
    if (!match) return undefined;
    const [, name, index, quoted] = match;
    if (name !== undefined) keys.push(name);
    else keys.push(index !== undefined ? Number(index) : String(JSON.parse(`"${quoted}"`)));
  }
  return keys;
}
