import { Buffer } from 'node:buffer';

const POINTER_BYTES = 4;
/** `struct _inittab`: a name and the function that makes the module. */
const ENTRY_WORDS = 2;
/** A run of so many entries whose names are modules is the interpreter's table, and no accident. */
const MIN_ENTRIES = 20;
const MAX_NAME_BYTES = 64;

type Modules = { readonly names: ReadonlySet<string>; readonly removed: ReadonlySet<string> };

/**
 * Removes modules that are compiled into the interpreter from its tables in memory. Code could undo
 * `sys.modules[name] = None`, but not this.
 *
 * Memory is searched for the names that are removed only: a search for each of some hundred names
 * takes longer than the start of the interpreter.
 *
 * @param names `sys.builtin_module_names`
 * @returns how many entries were removed
 * @see PyImport_Inittab in CPython's Python/import.c, which is copied once when it starts
 */
export function removeBuiltinModules(memory: Uint8Array, { names, removed }: Modules): number {
  const buffer = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
  const words = new Uint32Array(memory.buffer, memory.byteOffset, Math.floor(memory.byteLength / POINTER_BYTES));
  const nameAt = (word: number) => readName(buffer, words[word] ?? 0, names);
  const addresses = addressesOf(buffer, removed.intersection(names));
  const lowest = Math.min(...addresses);
  const highest = Math.max(...addresses);
  let count = 0;
  for (let word = 0; word < words.length; word++) {
    const value = words[word] ?? 0;
    if (value < lowest || value > highest || !addresses.has(value)) continue;
    const table = tableAround(word, nameAt);
    if (table) count += removeFrom(words, table, (entry) => removed.has(nameAt(entry) ?? ''));
  }
  return count;
}

/** Where the names are written as C strings, or end one. */
function addressesOf(buffer: Buffer, names: ReadonlySet<string>): Set<number> {
  const addresses = new Set<number>();
  for (const name of names) {
    const text = Buffer.from(`${name}\0`);
    for (let at = buffer.indexOf(text); at >= 0; at = buffer.indexOf(text, at + 1)) addresses.add(at);
  }
  return addresses;
}

/** From the first word of its first entry to the word after its last. */
type Table = { readonly start: number; readonly end: number };

function tableAround(word: number, nameAt: (word: number) => string | undefined): Table | undefined {
  let start = word;
  let end = word;
  while (start >= ENTRY_WORDS && nameAt(start - ENTRY_WORDS) !== undefined) start -= ENTRY_WORDS;
  while (nameAt(end) !== undefined) end += ENTRY_WORDS;
  return (end - start) / ENTRY_WORDS < MIN_ENTRIES ? undefined : { start, end };
}

/** The entries that stay move up; zeros end the table. */
function removeFrom(words: Uint32Array, { start, end }: Table, isRemoved: (entry: number) => boolean): number {
  const kept: number[] = [];
  for (let entry = start; entry < end; entry += ENTRY_WORDS)
    if (!isRemoved(entry)) kept.push(words[entry] ?? 0, words[entry + 1] ?? 0);
  words.fill(0, start, end);
  words.set(kept, start);
  return (end - start - kept.length) / ENTRY_WORDS;
}

/** The name of a module that is written at an address as a C string. */
function readName(buffer: Buffer, address: number, names: ReadonlySet<string>): string | undefined {
  if (address === 0 || address >= buffer.length) return undefined;
  const end = buffer.subarray(address, address + MAX_NAME_BYTES + 1).indexOf(0);
  if (end < 0) return undefined;
  const name = buffer.toString('latin1', address, address + end);
  return names.has(name) ? name : undefined;
}
