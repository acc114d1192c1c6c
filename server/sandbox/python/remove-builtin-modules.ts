import { Buffer } from 'node:buffer';

const POINTER_BYTES = 4;
/** `struct _inittab`: a name and the function that makes the module. */
const ENTRY_BYTES = 2 * POINTER_BYTES;
/** A run of so many entries whose names are modules is the interpreter's table, and no accident. */
const MIN_ENTRIES = 20;

/**
 * Removes modules that are compiled into the interpreter from its tables in memory. Code could undo
 * `sys.modules[name] = None`, but not this.
 *
 * @param names `sys.builtin_module_names`
 * @returns how many entries were taken out
 * @see PyImport_Inittab in CPython's Python/import.c, which is copied once when it starts
 */
export function removeBuiltinModules(
  memory: Uint8Array,
  { names, removed }: { names: ReadonlySet<string>; removed: ReadonlySet<string> },
): number {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, Math.floor(memory.byteLength / POINTER_BYTES));
  const addresses = nameAddresses(memory, names);
  let count = 0;
  for (let at = 0; at + 1 < words.length; at++) {
    if (!addresses.has(words[at] ?? 0)) continue;
    let end = at;
    while (addresses.has(words[end] ?? 0)) end += ENTRY_BYTES / POINTER_BYTES;
    const entries = (end - at) / (ENTRY_BYTES / POINTER_BYTES);
    if (entries < MIN_ENTRIES) continue;
    const kept = [];
    for (let entry = at; entry < end; entry += 2) {
      const name = addresses.get(words[entry] ?? 0) ?? '';
      if (removed.has(name)) count++;
      else kept.push(words[entry] ?? 0, words[entry + 1] ?? 0);
    }
    words.fill(0, at, end);
    words.set(kept, at);
    at = end;
  }
  return count;
}

/** Where in memory the name of a module is written as a C string, or ends one. */
function nameAddresses(memory: Uint8Array, names: ReadonlySet<string>): Map<number, string> {
  const found = new Map<number, string>();
  const buffer = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
  for (const name of names) {
    const text = Buffer.from(`${name}\0`);
    for (let at = buffer.indexOf(text); at >= 0; at = buffer.indexOf(text, at + 1)) found.set(at, name);
  }
  return found;
}
