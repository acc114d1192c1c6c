import { Buffer } from 'node:buffer';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { matchesGlob } from './glob.ts';

const MAX_PATH_CHARS = 1000;
const MAX_NAME_BYTES = 200;
const MAX_DEPTH = 32;
/**
 * Devices on Windows, whatever follows after a dot.
 * @see https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\..*)?$/i;
/**
 * What Windows calls a file with a long name as well.
 * @see https://learn.microsoft.com/windows/win32/fileio/naming-a-file#short-vs-long-names
 */
const SHORT_NAME = /^[^.]{1,6}~\d+(\.[^.]{0,3})?$/;
/**
 * Separators, and characters that Windows, shells or terminals interpret: drives and streams,
 * wildcards, control and bidirectional characters.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: searches for these characters
const FORBIDDEN = /[\u0000-\u001f\u007f\u0080-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\\:*?"<>|]/;

/**
 * The names of a path within a folder, on any system: relative, without `..`, and one name for each
 * file.
 * @throws {NodeFailure} `path-refused` that says what is wrong with it
 */
export function confinedNames(path: string, denyGlobs: readonly string[]): string[] {
  if (path.length > MAX_PATH_CHARS) throw refused(path, `it is longer than ${MAX_PATH_CHARS} characters`);
  if (!path.isWellFormed()) throw refused(path, 'it holds half a character');
  const names = path
    .normalize('NFC')
    .replace(/^(\.\/)+/, '')
    .split('/');
  if (names[0] === '' && names.length > 1)
    throw refused(path, 'it is absolute', `Write it relative to the folder: ${names.slice(1).join('/')}`);
  if (names.length > MAX_DEPTH) throw refused(path, `it lies more than ${MAX_DEPTH} folders deep`);
  for (const name of names) {
    const problem = problemOf(name);
    if (problem) throw refused(path, problem);
  }
  const glob = denyGlobs.find((pattern) => matchesGlob(pattern, names));
  if (glob !== undefined) throw refused(path, `the administrator keeps ${glob} from tools`);
  return names;
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'a name in it is empty';
  if (name === '..') return 'it leads out of the folder';
  if (name === '.') return `a name in it is '.'`;
  const [forbidden] = FORBIDDEN.exec(name) ?? [];
  if (forbidden !== undefined) return `a name in it holds ${JSON.stringify(forbidden)}`;
  if (/^ |[ .]$/.test(name)) return `the name '${name}' begins or ends with a space, or ends with a dot`;
  if (DEVICE.test(name)) return `'${name}' is the name of a device on Windows`;
  if (SHORT_NAME.test(name)) return `'${name}' may be the short name of another file on Windows`;
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? `a name in it is longer than ${MAX_NAME_BYTES} bytes` : undefined;
}

export function refused(path: string, reason: string, hint?: string): NodeFailure {
  return new NodeFailure('path-refused', `The path ${shown(path)} is not allowed: ${reason}`, {
    path: 'path',
    ...(hint && { hint }),
  });
}

/** For messages: what is written there, control characters visible. */
export function shown(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}
