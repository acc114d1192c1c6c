type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** `parameter` is NaN for a word without one. */
  | { readonly kind: 'word'; readonly word: string; readonly parameter: number }
  | { readonly kind: 'symbol'; readonly symbol: string }
  /** Bytes of a text in some charset, one character each. */
  | { readonly kind: 'bytes'; readonly bytes: string };

/** A word with its number, and the space that ends it. */
const WORD = /([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?/y;
const TEXT = /[^\\{}\r\n]+/y;
const ESCAPED = new Set(['\\', '{', '}']);
const HEX = /^[0-9a-fA-F]{2}$/;

/** The parts of an RTF file, whose bytes are the characters of `source`. @see RTF specification 1.9.1 */
export function* rtfTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const char = source[at] as string;
    if (char === '{' || char === '}') {
      at++;
      yield { kind: char === '{' ? 'open' : 'close' };
    } else if (char === '\r' || char === '\n') at++;
    else if (char !== '\\') {
      TEXT.lastIndex = at;
      const [bytes = char] = TEXT.exec(source) ?? [];
      at += bytes.length;
      yield { kind: 'bytes', bytes };
    } else {
      WORD.lastIndex = at + 1;
      const found = WORD.exec(source);
      if (!found) {
        const symbol = source[at + 1] ?? '';
        const hex = source.slice(at + 2, at + 4);
        const isByte = symbol === "'" && HEX.test(hex);
        at += isByte ? 4 : 2;
        if (isByte) yield { kind: 'bytes', bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
        // A backslash or brace can be the second half of a character.
        else yield ESCAPED.has(symbol) ? { kind: 'bytes', bytes: symbol } : { kind: 'symbol', symbol };
      } else {
        const [all, word = '', digits] = found;
        const parameter = digits === undefined ? Number.NaN : Number(digits);
        at += 1 + all.length;
        if (word === 'bin' && parameter > 0) at += parameter;
        else yield { kind: 'word', word, parameter };
      }
    }
  }
}
