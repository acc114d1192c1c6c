import { fillIn } from './problem-text.ts';

/** Translations by the English text; `{name}` stands for a value. */
export type TextCatalogue = Readonly<Record<string, string>>;

type Pattern = {
  /** The literal parts of the English text; between them are the values. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
  readonly translation: string;
};

/** Sentences in sentences; what a server answered may look like more of them. */
const DEPTH_MAX = 4;
/** A longer part is no sentence of ours. */
const PART_CHARS_MAX = 10_000;

/** `left`: letters that stay as they are. */
type Found = { readonly text: string; readonly left: number };

/** As in `fillIn`: `{{ … }}` is template syntax and stays. */
const PLACEHOLDER = /(?<!\{)\{(\w+)\}(?!\})/;

/**
 * Finds the translation of an English text that was made of a template and values, and fills the values in.
 * Linear in the length of the text, which may contain what a server answered.
 */
export class TextPatterns {
  readonly #exact: ReadonlyMap<string, string>;
  readonly #patterns: readonly Pattern[];
  readonly #parts: ReadonlySet<string>;
  readonly #isFirst: boolean;

  /**
   * @param options `parts`: names of values that are sentences themselves and are translated too. `order`: which of
   * several fitting templates counts, the first or the one that explains most of the text. @defaultValue 'first'
   */
  constructor(
    catalogue: TextCatalogue,
    { parts, order = 'first' }: { readonly parts: readonly string[]; readonly order?: 'first' | 'best' },
  ) {
    this.#exact = new Map(Object.entries(catalogue));
    this.#parts = new Set(parts);
    const patterns = Object.entries(catalogue)
      .filter(([english]) => PLACEHOLDER.test(english))
      .map(([english, translation]) => toPattern(english, translation));
    this.#isFirst = order === 'first';
    this.#patterns = this.#isFirst ? patterns : patterns.sort((a, b) => literalLength(b) - literalLength(a));
  }

  /** Undefined for a text that fits no template. */
  translate(text: string): string | undefined {
    return this.#find(text, 0)?.text;
  }

  #find(text: string, depth: number): Found | undefined {
    const exact = this.#exact.get(text);
    if (exact !== undefined) return { text: exact, left: 0 };
    if (depth > DEPTH_MAX || (depth > 0 && text.length > PART_CHARS_MAX)) return undefined;
    let best: Found | undefined;
    for (const pattern of this.#patterns) {
      const values = match(text, pattern);
      if (!values) continue;
      const found = this.#fill(pattern, values, depth);
      // Of a sentence inside, the template with the most literal text: to try all of them at each level takes too long.
      if (this.#isFirst || depth > 0) return found;
      if (!best || found.left < best.left) best = found;
    }
    return best;
  }

  /** The end of a sentence that holds another one may be its end too. */
  #findPart(value: string, depth: number): Found | undefined {
    const found = this.#find(value, depth);
    if (found || !value.endsWith('.')) return found;
    const open = this.#find(value.slice(0, -1), depth);
    return open && { ...open, text: `${open.text}。` };
  }

  #fill({ translation, names }: Pattern, values: readonly string[], depth: number): Found {
    let left = 0;
    const named = names.map((name, index) => {
      const value = values[index] ?? '';
      const part = this.#parts.has(name) ? this.#findPart(value, depth + 1) : undefined;
      left += part ? part.left : value.length;
      return [name, part?.text ?? value] as const;
    });
    return { text: fillIn(translation, Object.fromEntries(named)), left };
  }
}

function toPattern(english: string, translation: string): Pattern {
  const pieces = english.split(PLACEHOLDER);
  return {
    literals: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1),
    translation,
  };
}

function literalLength({ literals }: Pattern): number {
  return literals.reduce((sum, { length }) => sum + length, 0);
}

/** The values between the literal parts, none of them empty; undefined when the text does not fit. */
function match(text: string, { literals }: Pattern): readonly string[] | undefined {
  const [first = '', ...rest] = literals;
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const [index, literal] of rest.entries()) {
    const at = index === rest.length - 1 ? text.length - literal.length : text.indexOf(literal, from + 1);
    if (at <= from || !text.startsWith(literal, at)) return undefined;
    values.push(text.slice(from, at));
    from = at + literal.length;
  }
  return values;
}
