import { stemmer } from 'stemmer';
import { type LatinLanguage, latinLanguagesOf, latinStem, otherLatinLanguages, stemByScript } from './stems.ts';

/** A word of a text as it is searched. A heading counts more than the text below it. */
export type Word = { readonly word: string; readonly isHeading: boolean };

/** Of the language of a text. A word by chance is no reason for the stems of another one than English. */
const MIN_WORDS = 2;
/** Of the words of a text. With another one, documents that are indexed again get theirs anew. */
export const WORDS_VERSION = 3;

/** Longer ones are addresses, hashes and encoded data, which no question contains. */
const MAX_WORD_CHARS = 40;
/** PostgreSQL keeps positions up to 16,383, and 256 for each word. */
const MAX_POSITION = 16_383;
const MAX_POSITIONS = 100;

// `ー` prolongs a vowel of Katakana, and is of no script.
const CJK_SIGN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
/** Scripts that write no spaces between words. */
const UNSPACED_SIGN = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const EMOJI_SIGN = String.raw`\p{RI}{2}|\p{Extended_Pictographic}`;
const RUN = new RegExp(
  `[${CJK_SIGN}]+|[${UNSPACED_SIGN}]+|[[\\p{L}\\p{N}\\p{M}]--[${CJK_SIGN}${UNSPACED_SIGN}]]+|${EMOJI_SIGN}`,
  'gv',
);
const CJK = new RegExp(`^[${CJK_SIGN}]`, 'u');
const UNSPACED = new RegExp(`^[${UNSPACED_SIGN}]`, 'u');
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LETTER = /\p{L}/u;
const LATIN = /^[a-z]+$/;
const LATIN_SCRIPT = /^\p{Script=Latin}+$/u;
const MARKS = /\p{M}+/gu;
/** Letters that are written as others where a keyboard lacks them. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
const REPLACED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Words of Japanese that are longer than the pairs of characters. */
const MIN_JAPANESE_WORD = 3;
const segmenters = {
  word: new Intl.Segmenter(undefined, { granularity: 'word' }),
  grapheme: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
};

/** In questions and answers alike, so that they tell no text from another. */
const COMMON = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can could did do does
  doing down during each few for from further get had has have having he her here hers him his how i if in into is it its itself just me
  more most my myself no nor not now of off on once only or other our ours out over own please same she should so some such than that the
  their theirs them then there these they this those through to too under until up us very was we were what when where which while who
  whom why will with would you your yours
  的了 了吗 是什 的 了 是 在 有 和 与 及 或 吗 呢 吧 啊 我 你 您 他 她 它 们 这 那 个 一 不 也 都 就 要 会 能 可 以 多 少 几 什 么 怎 样 为 于 从 到 对 被 把 让 将
  什么 么样 怎么 怎样 如何 哪些 哪个 哪里 是否 可以 能否 请问 多少 我们 你们 他们 一个 这个 那个 以及 或者 如果 因为 所以 应该 需要`
    .split(/\s+/)
    .filter(Boolean),
);

/** The forms under which a word is searched: one for a text, several for a question. */
type FormsOf = (run: string) => readonly string[];

/**
 * The words of a text: Latin ones by their stem, as if they were English; Chinese, Japanese and Korean as pairs of
 * characters and single ones, since words of one meaning often share one; Thai, Lao, Khmer and Burmese as words of a
 * dictionary and pairs of syllables; emoji; without the most common ones.
 */
export function wordsOf(text: string): string[] {
  return collectWords(text, (run) => [englishForm(run)]);
}

/** As `wordsOf`, by the stems of the language of each word, as far as its text or its script tells it. */
function stemmedWordsOf(text: string, language: LatinLanguage | undefined): string[] {
  return collectWords(text, (run) => [formIn(run, language)]);
}

/**
 * The words of a question, in all forms under which a text may have them: by the stems of its language, or of all
 * languages where it does not tell it, and as builds before `stemmedWordsOf` stored them.
 */
export function questionWordsOf(text: string): string[] {
  const known = latinLanguagesOf(text, 1);
  const languages = known.length === 0 ? otherLatinLanguages : known;
  const forms = (run: string) => [
    ...languages.map((language) => formIn(run, language)),
    englishForm(run),
    stemmed(withoutMarks(run)),
  ];
  return [...new Set(collectWords(text, forms))];
}

function collectWords(text: string, formsOf: FormsOf): string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(RUN)) {
    if (CJK.test(run)) addPairs(run, words);
    else if (UNSPACED.test(run)) addUnspaced(run, words);
    else if (run.length <= MAX_WORD_CHARS && !COMMON.has(withoutMarks(run)))
      words.push(...formsOf(run).filter((form) => form !== ''));
  }
  return words;
}

function englishForm(run: string): string {
  return stemmed(plainOf(run));
}

function stemmed(plain: string): string {
  return LATIN.test(plain) ? stemmer(plain) : plain;
}

function formIn(run: string, language: LatinLanguage | undefined): string {
  if (!LATIN_SCRIPT.test(run)) return plainOf(stemByScript(withoutMarks(run)) ?? run);
  return language === undefined || language === 'en' ? englishForm(run) : plainOf(latinStem(run.normalize('NFC'), language));
}

function withoutMarks(run: string): string {
  return run.normalize('NFD').replace(MARKS, '');
}

function plainOf(run: string): string {
  return withoutMarks(run).replace(REPLACED, (letter) => LETTERS[letter] ?? letter);
}

function addPairs(run: string, words: string[]): void {
  const characters = [...run];
  for (const character of characters) if (character !== 'ー' && !COMMON.has(character)) words.push(character);
  for (let index = 0; index + 1 < characters.length; index++) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    if (!COMMON.has(pair)) words.push(pair);
  }
  if (!KANA.test(run)) return;
  for (const word of segmentsOf('word', run)) if (word.length >= MIN_JAPANESE_WORD) words.push(word);
}

/** The dictionary knows no word of few texts, and takes some together, so that pairs of syllables find the rest. */
function addUnspaced(run: string, words: string[]): void {
  // NFKC takes these vowels apart, which the dictionary has as one sign.
  const text = run.replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3');
  for (const word of segmentsOf('word', text)) {
    if (!LETTER.test(word)) continue;
    if (word.length <= MAX_WORD_CHARS) words.push(word);
    const syllables = segmentsOf('grapheme', word);
    if (syllables.length < 3) continue;
    for (let index = 0; index + 1 < syllables.length; index++) words.push(`${syllables[index]}${syllables[index + 1]}`);
  }
}

function segmentsOf(granularity: keyof typeof segmenters, text: string): string[] {
  return Array.from(segmenters[granularity].segment(text), ({ segment }) => segment);
}

/**
 * Headings and text as a `tsvector` literal: headings have weight A, the text weight D.
 * @returns `count`: all words, repetitions included
 */
export function toWordVector({ headings, text }: { readonly headings: string; readonly text: string }): {
  readonly vector: string;
  readonly count: number;
} {
  const positions = new Map<string, string[]>();
  let position = 0;
  const add = (word: string, weight: '' | 'A') => {
    position++;
    const known = positions.get(word) ?? [];
    if (known.length < MAX_POSITIONS) known.push(`${Math.min(position, MAX_POSITION)}${weight}`);
    positions.set(word, known);
  };
  const [language] = latinLanguagesOf(`${headings}\n${text}`, MIN_WORDS);
  for (const word of stemmedWordsOf(headings, language)) add(word, 'A');
  for (const word of stemmedWordsOf(text, language)) add(word, '');
  return { vector: [...positions].map(([word, places]) => `${quoteWord(word)}:${places.join(',')}`).join(' '), count: position };
}

/** As a word is written in a `tsvector` or `tsquery`. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
