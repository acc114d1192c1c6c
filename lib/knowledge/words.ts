import { stemmer } from 'stemmer';

/** A word of a text as it is searched. A heading counts more than the text below it. */
export type Word = { readonly word: string; readonly isHeading: boolean };

/** Longer ones are addresses, hashes and encoded data, which no question contains. */
const MAX_WORD_CHARS = 40;
/** PostgreSQL keeps positions up to 16,383, and 256 for each word. */
const MAX_POSITION = 16_383;
const MAX_POSITIONS = 100;

const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]+/gv;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LATIN = /^[a-z]+$/;
const MARKS = /\p{M}+/gu;

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

/**
 * The words of a text: Latin ones by their stem; Chinese, Japanese and Korean as pairs of characters
 * and single ones, since words of one meaning often share one; without the most common ones.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(RUN)) {
    if (CJK.test(run)) addPairs(run, words);
    else if (run.length <= MAX_WORD_CHARS) addWord(run, words);
  }
  return words;
}

function addPairs(run: string, words: string[]): void {
  const characters = [...run];
  for (const character of characters) if (!COMMON.has(character)) words.push(character);
  for (let index = 0; index + 1 < characters.length; index++) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    if (!COMMON.has(pair)) words.push(pair);
  }
}

function addWord(run: string, words: string[]): void {
  const plain = run.normalize('NFD').replace(MARKS, '');
  if (plain === '' || COMMON.has(plain)) return;
  words.push(LATIN.test(plain) ? stemmer(plain) : plain);
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
  for (const word of wordsOf(headings)) add(word, 'A');
  for (const word of wordsOf(text)) add(word, '');
  return { vector: [...positions].map(([word, places]) => `${quoteWord(word)}:${places.join(',')}`).join(' '), count: position };
}

/** As a word is written in a `tsvector` or `tsquery`. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
