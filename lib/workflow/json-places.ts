/** Why a text is no JSON, and where: line and column from 1. */
export type JsonMistake = { readonly reason: JsonMistakeReason; readonly line: number; readonly column: number };
export type JsonMistakeReason = 'value' | 'string' | 'escape' | 'key' | 'colon' | 'comma' | 'duplicate-key' | 'too-deep' | 'rest';

export type JsonPlaces =
  | {
      readonly ok: true;
      readonly value: unknown /** The line of a field, else of the nearest around it. */;
      lineOf(path: JsonPath): number;
    }
  | { readonly ok: false; readonly mistake: JsonMistake };

export type JsonPath = readonly (string | number)[];

const DEPTH_MAX = 200;
const SPACE = /[ \t\r\n]*/y;
const PRIMITIVE = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text of JSON holds none of them
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

class Mistake extends Error {
  readonly reason: JsonMistakeReason;
  readonly offset: number;

  constructor(reason: JsonMistakeReason, offset: number) {
    super(reason);
    this.reason = reason;
    this.offset = offset;
  }
}

/** Reads JSON as `JSON.parse` does, and knows afterwards where each field stood. A key that is there twice is a mistake: one of them would be lost. */
export function readJsonPlaces(text: string): JsonPlaces {
  const reader = new PlaceReader(text);
  try {
    reader.readDocument();
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return { ok: false, mistake: { reason: error.reason, ...placeOf(text, error.offset) } };
  }
  return { ok: true, value: JSON.parse(text), lineOf: (path) => placeOf(text, offsetOf(reader.offsets, path)).line };
}

function offsetOf(offsets: ReadonlyMap<string, number>, path: JsonPath): number {
  for (let length = path.length; length > 0; length--) {
    const offset = offsets.get(JSON.stringify(path.slice(0, length)));
    if (offset !== undefined) return offset;
  }
  return 0;
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

class PlaceReader {
  readonly offsets = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): void {
    this.#readValue([]);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new Mistake('rest', this.#at);
  }

  #readValue(path: JsonPath): void {
    this.#skipSpace();
    if (path.length > DEPTH_MAX) throw new Mistake('too-deep', this.#at);
    if (path.length > 0 && typeof path.at(-1) === 'number') this.offsets.set(JSON.stringify(path), this.#at);
    const opening = this.#text[this.#at];
    if (opening === '{') this.#readObject(path);
    else if (opening === '[') this.#readList(path);
    else if (opening === '"') this.#readText();
    else if (this.#match(PRIMITIVE) === undefined) throw new Mistake('value', this.#at);
  }

  #readObject(path: JsonPath): void {
    const keys = new Set<string>();
    this.#readItems('}', () => {
      const start = this.#at;
      if (this.#text[start] !== '"') throw new Mistake('key', start);
      const key = this.#readText();
      if (keys.has(key)) throw new Mistake('duplicate-key', start);
      keys.add(key);
      this.offsets.set(JSON.stringify([...path, key]), start);
      if (!this.#take(':')) throw new Mistake('colon', this.#at);
      this.#readValue([...path, key]);
    });
  }

  #readList(path: JsonPath): void {
    let index = 0;
    this.#readItems(']', () => this.#readValue([...path, index++]));
  }

  #readItems(closing: string, readItem: () => void): void {
    this.#at++;
    if (this.#take(closing)) return;
    do {
      this.#skipSpace();
      readItem();
    } while (this.#take(','));
    if (!this.#take(closing)) throw new Mistake('comma', this.#at);
  }

  #readText(): string {
    const start = this.#at;
    const source = this.#match(TEXT);
    if (source !== undefined) return JSON.parse(source) as string;
    throw new Mistake(isClosed(this.#text, start) ? 'escape' : 'string', start);
  }

  #take(sign: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}

/** Whether a text that begins here ends on its line, so that what is wrong is inside it. */
function isClosed(text: string, start: number): boolean {
  const line = text.slice(start + 1).split('\n', 1)[0] ?? '';
  return /^(?:[^"\\]|\\.)*"/.test(line);
}
