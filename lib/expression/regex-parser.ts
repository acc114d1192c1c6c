/** What a pattern means. `set` is one character that passes `test`. */
export type RegexNode =
  | { readonly kind: 'set'; readonly test: (codePoint: number) => boolean }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly item: RegexNode; readonly min: number; readonly max: number };
export type Assertion = 'start' | 'end' | 'word-edge' | 'not-word-edge';

export class PatternError extends Error {}

type Test = (codePoint: number) => boolean;

const MAX_GROUP_DEPTH = 30;
const MAX_REPEAT = 1000;
const MAX_NAME_CHARS = 60;
const CONTROL: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', '0': '\0' };

/**
 * Reads a pattern of RE2's kind: everything that can be matched in linear time, so no back references and no look-around.
 * `(?i)` at the beginning ignores case.
 * @throws {PatternError}
 */
export function parsePattern(pattern: string): RegexNode {
  const ignoresCase = pattern.startsWith('(?i)');
  return new PatternParser(ignoresCase ? pattern.slice(4) : pattern, ignoresCase).parse();
}

class PatternParser {
  readonly #signs: readonly string[];
  readonly #ignoresCase: boolean;
  #at = 0;
  #depth = 0;

  constructor(pattern: string, ignoresCase: boolean) {
    this.#signs = [...pattern];
    this.#ignoresCase = ignoresCase;
  }

  parse(): RegexNode {
    const node = this.#choice();
    if (this.#at < this.#signs.length) throw new PatternError("')' closes nothing");
    return node;
  }

  #choice(): RegexNode {
    const items = [this.#sequence()];
    while (this.#take('|')) items.push(this.#sequence());
    return items.length === 1 && items[0] ? items[0] : { kind: 'choice', items };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    while (this.#at < this.#signs.length && this.#peek() !== '|' && this.#peek() !== ')')
      items.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', items };
  }

  #repeated(item: RegexNode): RegexNode {
    const bounds = this.#bounds();
    if (!bounds) return item;
    // Lazy or greedy makes no difference to whether it matches.
    this.#take('?');
    if (this.#bounds()) throw new PatternError('Nothing to repeat');
    return { kind: 'repeat', item, ...bounds };
  }

  #bounds(): { min: number; max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { min: 0, max: 1 };
    const found = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#signs.slice(this.#at, this.#at + 11).join(''));
    if (!found) return undefined;
    this.#at += found[0].length;
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] ? Number(found[3]) : Number.POSITIVE_INFINITY;
    if (min > MAX_REPEAT || (max !== Number.POSITIVE_INFINITY && max > MAX_REPEAT) || max < min)
      throw new PatternError(`'${found[0]}' is out of range`);
    return { min, max };
  }

  #atom(): RegexNode {
    const sign = this.#next();
    switch (sign) {
      case '(':
        return this.#group();
      case '[':
        return set(this.#class());
      case '.':
        return set((code) => code !== 10 && code !== 13);
      case '^':
        return { kind: 'assert', what: 'start' };
      case '$':
        return { kind: 'assert', what: 'end' };
      case '*':
      case '+':
      case '?':
        throw new PatternError(`'${sign}' repeats nothing`);
      case '\\':
        return this.#escape();
      default:
        return set(this.#literal(sign));
    }
  }

  #group(): RegexNode {
    if (++this.#depth > MAX_GROUP_DEPTH) throw new PatternError('Groups are nested too deeply');
    if (this.#take('?') && !this.#take(':') && !this.#takeName()) throw new PatternError('Look-around is not supported');
    const node = this.#choice();
    if (!this.#take(')')) throw new PatternError("'(' is never closed");
    this.#depth--;
    return node;
  }

  /** `<name>` of a group, which makes no difference to whether it matches. */
  #takeName(): boolean {
    const [name] = /^<[A-Za-z_]\w*>/.exec(this.#signs.slice(this.#at, this.#at + MAX_NAME_CHARS).join('')) ?? [];
    this.#at += name?.length ?? 0;
    return name !== undefined;
  }

  #escape(): RegexNode {
    if (this.#take('b')) return { kind: 'assert', what: 'word-edge' };
    if (this.#take('B')) return { kind: 'assert', what: 'not-word-edge' };
    if (/[1-9]/.test(this.#peek() ?? '')) throw new PatternError('Back references are not supported');
    return set(this.#escaped().test);
  }

  /** What follows a backslash: a kind of character, or one character. */
  #escaped(): { readonly test: Test; readonly code?: number } {
    const sign = this.#next();
    const kind = kindTest(sign);
    if (kind) return { test: kind };
    if (sign === 'p' || sign === 'P') return { test: this.#property(sign) };
    const text = sign === 'x' ? this.#hex(2) : sign === 'u' ? this.#hex(4) : (CONTROL[sign] ?? sign);
    if (text === sign && /[A-Za-z]/.test(sign)) throw new PatternError(`'\\${sign}' is not supported`);
    return { test: this.#literal(text), code: text.codePointAt(0) ?? 0 };
  }

  /** A Unicode property, as `\p{L}` or `\P{Script=Greek}`. */
  #property(sign: 'p' | 'P'): Test {
    const [name] = /^\{[A-Za-z_=]+\}/.exec(this.#signs.slice(this.#at, this.#at + MAX_NAME_CHARS).join('')) ?? [];
    if (name === undefined) throw new PatternError(`'\\${sign}' needs the name of a property, as in \\p{L}`);
    this.#at += name.length;
    try {
      const one = new RegExp(`^\\${sign}${name}$`, 'u');
      return (code) => one.test(String.fromCodePoint(code));
    } catch {
      throw new PatternError(`There is no property ${name.slice(1, -1)}`);
    }
  }

  #hex(length: number): string {
    const digits = this.#signs.slice(this.#at, this.#at + length).join('');
    if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length < length) throw new PatternError(`Expected ${length} hexadecimal digits`);
    this.#at += length;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #class(): Test {
    const isNegated = this.#take('^');
    const tests: Test[] = [];
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      const low = this.#member();
      const isRange = low.code !== undefined && this.#peek() === '-' && this.#signs[this.#at + 1] !== ']';
      tests.push(isRange ? this.#range(low.code as number) : low.test);
    }
    this.#at++;
    const test: Test = (code) => tests.some((passes) => passes(code));
    return isNegated ? (code) => !test(code) : test;
  }

  #member(): { readonly test: Test; readonly code?: number } {
    const sign = this.#next();
    if (sign === '\\') return this.#escaped();
    return { test: this.#literal(sign), code: sign.codePointAt(0) ?? 0 };
  }

  #range(low: number): Test {
    this.#at++;
    const high = this.#member().code;
    if (high === undefined || high < low) throw new PatternError('A range in [ ] is out of order');
    const within: Test = (code) => code >= low && code <= high;
    return this.#ignoresCase ? (code) => casesOf(code).some(within) : within;
  }

  #literal(text: string): Test {
    const wanted = text.codePointAt(0) ?? 0;
    if (!this.#ignoresCase) return (code) => code === wanted;
    const cases = new Set(casesOf(wanted));
    return (code) => cases.has(code);
  }

  #peek(): string | undefined {
    return this.#signs[this.#at];
  }

  #next(): string {
    const sign = this.#signs[this.#at++];
    if (sign === undefined) throw new PatternError('The pattern ends too early');
    return sign;
  }

  #take(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at++;
    return true;
  }
}

function set(test: Test): RegexNode {
  return { kind: 'set', test };
}

function casesOf(code: number): readonly number[] {
  const sign = String.fromCodePoint(code);
  return [code, sign.toLowerCase().codePointAt(0) ?? code, sign.toUpperCase().codePointAt(0) ?? code];
}

export function isWord(code: number | undefined): boolean {
  return (
    code !== undefined && ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122))
  );
}

function kindTest(sign: string): Test | undefined {
  switch (sign.toLowerCase()) {
    case 'd':
      return signed(sign, (code) => code >= 48 && code <= 57);
    case 'w':
      return signed(sign, isWord);
    case 's':
      return signed(sign, (code) => /\s/.test(String.fromCodePoint(code)));
    default:
      return undefined;
  }
}

/** A capital letter means the opposite. */
function signed(sign: string, test: Test): Test {
  return sign === sign.toLowerCase() ? test : (code) => !test(code);
}
