/** Soft hyphens and characters without width: programs put them into words and drop them again. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts without spaces, whose lines readers break anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/u;

export type CompareOptions = {
  /** The file says where signs are and not which of them are a word: a PDF. */
  readonly isPage?: boolean;
  /** The other reader writes the numbers of notes and lists, which the file does not have as text. */
  readonly isNumbered?: boolean;
};

/**
 * Words of another reader's text that are not in ours, each once. Upper and lower case, compatibility forms such as
 * ligatures, spaces and hyphens inside of words make no difference: readers of pages see the gaps between letters only.
 */
export function lostWords(ours: string, others: string, { isPage = false, isNumbered = false }: CompareOptions = {}): string[] {
  const plain = plainOf(ours);
  const words = new Set(wordsOf(plain));
  const joined = joinedWords(plain);
  const bracketed = isPage ? joinedWords(plain.replaceAll(/[⟨〈]/g, 'h').replaceAll(/[⟩〉]/g, 'i')) : '';
  const has = (word: string) => words.has(word) || joined.includes(word);
  const unmarked = isPage ? withoutMarks(joined) : '';
  const isForgiven = (word: string) =>
    ((isPage || isNumbered) && isWithNumber(word, has)) ||
    // Fonts of TeX have angle brackets in the places of h and i, and poppler takes them for these.
    (isPage && (isHyphenated(word, plain) || bracketed.includes(word))) ||
    // A page has the signs of vowels where they are drawn, and each reader puts them back in an order of its own.
    (isPage && /\p{M}/u.test(word) && unmarked.includes(withoutMarks(word)));
  return [...new Set(wordsOf(plainOf(others)))].filter((word) => !has(word) && !isForgiven(word));
}

function joinedWords(text: string): string {
  return Array.from(text.matchAll(WORD), ([word]) => word).join('');
}

function plainOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replaceAll(INVISIBLE, '')
      .toLowerCase()
      // An i loses its dot under an accent.
      .replaceAll(/ı(?=\p{M})/gu, 'i')
      .normalize('NFC')
  );
}

function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => word).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : word));
}

/** Two characters each, as a word that can be compared. */
function pairsOf(word: string): string[] {
  const chars = Array.from(word);
  return chars.slice(1).map((char, index) => `${chars[index]}${char}`);
}

/** Numbers of notes are raised behind words, and labels of figures are next to each other: readers join them or not. */
function isWithNumber(word: string, has: (word: string) => boolean): boolean {
  const parts = word.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  if (parts.length > 1) return parts.every(has);
  const [, before = ''] = /^(.+?)(?:[ivx]{1,5}|[a-z])$/u.exec(word) ?? [];
  return before !== '' && has(before);
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\p{M}/gu, '');
}

/** A word that a line ends within, whose other part is in another column or behind a note: both are there. */
function isHyphenated(word: string, ours: string): boolean {
  return Array.from({ length: Math.max(0, word.length - 3) }, (_, index) => index + 2).some((at) => {
    const end = new RegExp(`${word.slice(0, at)}[-‐\\u00ac]\\s`, 'u');
    return end.test(ours) && new RegExp(`(?<![\\p{L}\\p{N}])${word.slice(at)}`, 'u').test(ours);
  });
}
