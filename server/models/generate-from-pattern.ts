import { fitsPattern } from '#lib/workflow/check-json-schema.ts';

/** Most repetitions above the minimum of a quantifier (`*`, `+`, `{n,}`, `{n,m}`), when a longer text is needed. */
const MAX_EXTRA_REPEATS = 64;
const MAX_LENGTH = 10_000;

class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * A text that matches a regular expression of letters, classes, groups, alternatives and quantifiers. Lookaround,
 * backreferences and Unicode properties are not supported.
 * @returns undefined when the pattern cannot be read or nothing long enough was found
 */
export function generateFromPattern(pattern: string, { minLength = 0 }: { minLength?: number } = {}): string | undefined {
  try {
    for (let extra = 0; extra <= MAX_EXTRA_REPEATS; extra++) {
      const text = new PatternReader(pattern, extra).read();
      if (text.length >= minLength && fitsPattern(text, pattern)) return text;
    }
  } catch (error) {
    if (!(error instanceof Unreadable) && !(error instanceof SyntaxError)) throw error;
  }
  return undefined;
}

/** Writes the first alternative with the minimum of each quantifier, plus `extra` repetitions where it allows more. */
class PatternReader {
  readonly #pattern: string;
  readonly #extra: number;
  #at = 0;

  constructor(pattern: string, extra: number) {
    this.#pattern = pattern;
    this.#extra = extra;
  }

  read(): string {
    const text = this.#alternatives();
    if (this.#at < this.#pattern.length) throw new Unreadable();
    return text;
  }

  #alternatives(): string {
    const first = this.#sequence();
    while (this.#take('|')) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#peek())) {
      const piece = this.#atom();
      const times = this.#repetitions();
      if (text.length + piece.length * times > MAX_LENGTH) throw new Unreadable();
      text += piece.repeat(times);
    }
    return text;
  }

  #atom(): string {
    if (this.#take('^') || this.#take('$')) return '';
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return this.#class();
    if (this.#take('\\')) return this.#escape();
    if (this.#take('.')) return 'a';
    if ('*+?{'.includes(this.#peek())) throw new Unreadable();
    return this.#next();
  }

  #group(): string {
    if (this.#take('?')) {
      const isNamed = this.#take('<') && !'=!'.includes(this.#peek());
      if (isNamed) while (this.#next() !== '>');
      else if (!this.#take(':')) throw new Unreadable();
    }
    const text = this.#alternatives();
    if (!this.#take(')')) throw new Unreadable();
    return text;
  }

  #class(): string {
    const start = this.#at;
    while (this.#peek() !== ']') if (this.#next() === '\\') this.#next();
    const expression = new RegExp(`^[${this.#pattern.slice(start, this.#at)}]$`, 'u');
    this.#next();
    return printable.find((character) => expression.test(character)) ?? '';
  }

  #escape(): string {
    const character = this.#next();
    if (character === 'b' || character === 'B') return '';
    if (/[dDwWsS]/.test(character)) return printable.find((sample) => new RegExp(`\\${character}`, 'u').test(sample)) ?? '';
    if (/[a-zA-Z0-9]/.test(character)) throw new Unreadable();
    return character;
  }

  #repetitions(): number {
    let count = 1;
    if (this.#take('*')) count = this.#extra;
    else if (this.#take('+')) count = 1 + this.#extra;
    else if (this.#take('?')) count = 0;
    else if (this.#take('{')) count = this.#bounds();
    else return 1;
    this.#take('?');
    return count;
  }

  #bounds(): number {
    const bounds = /^(\d{1,6})(,?)(\d{0,6})\}/.exec(this.#pattern.slice(this.#at));
    if (!bounds) throw new Unreadable();
    const [text, least, comma, most] = bounds;
    this.#at += text.length;
    if (comma === '') return Number(least);
    return Math.min(Number(least) + this.#extra, most === '' ? Number.POSITIVE_INFINITY : Number(most));
  }

  #peek(): string {
    return this.#pattern[this.#at] ?? '';
  }

  #next(): string {
    const [character] = this.#pattern.slice(this.#at);
    if (character === undefined) throw new Unreadable();
    this.#at += character.length;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}

/** Letters first, so that a negated class gives something readable. */
const printable = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,:;!?/@#$%&*+=~^|\'"`()[]{}<>\\\n\t'];
