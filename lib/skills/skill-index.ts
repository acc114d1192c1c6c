import { once } from '../async/once.ts';
import { wordsOf } from '../knowledge/words.ts';
import { conceptsOfStem, hanWords } from './concepts.ts';
import { intentOf } from './intent-of.ts';
import type { Skill, SkillText } from './skill.ts';

/** A skill that could be meant, from 0 to 1. */
export type SkillCandidate = {
  readonly name: string;
  readonly score: number;
  /** The words of the message that speak for it, the most telling first. */
  readonly words: readonly string[];
  /** A trigger of the skill that is in the message. */
  readonly trigger?: string;
};

/** Above it a skill is active, unless a node sets another limit. */
export const ACTIVE_SCORE = 0.7;

/** Of a longer message, the request is at its beginning or at its end. */
const MAX_MESSAGE_CHARS = 800;
const MAX_BODY_CHARS = 2000;
/** Words that count: a long message has some word of every skill. */
const MAX_WORDS = 6;

/** What a part of a skill counts. The body names much that the skill is not about. */
const FIELD = { name: 1.25, trigger: 1, description: 1, body: 0.2 } as const;
/** A word of the same meaning counts less than the word itself, and pairs of characters less than words. */
const KIND = { word: 1, concept: 0.75, pair: 0.4 } as const;
/** As if there were at least so many skills, so that a few skills tell common words from rare ones too. */
const MIN_SKILLS = 60;
/** A second word of the same meaning says little more. */
const REPEATED = 0.3;

/** Words of requests of any kind, by their stems: they tell no task from another. */
const GENERIC = new Set(
  wordsOf(
    `want need make made use used using give get put take go come new old good best better one two three four five many much help please
    tell show say thing way time day today tomorrow yesterday week month year year's look like know think let work right next last first
    every people someone something anything question answer ask find number kind lot keep put bring left head
    see stop big small most back already little few minute hour moment really just still again also`,
  ),
);
/** The same in Chinese. */
const GENERIC_HAN = new Set(
  '帮我 一下 一个 一份 一篇 一套 这份 这个 这段 这篇 怎么 什么 看看 有没 没有 可以 需要 如何 应该 使用 问题 时使 下周 今天 明天 昨天 每天 每个 一次 今晚 老是 还是 最近 已经 一直 之前 我们 他们 你们 左右 不要 多少 打算 知道 家里 家人 每周 每月 现在 马上 一点 有点 自己 大家 东西 时候'.split(
    ' ',
  ),
);

/**
 * Constants of the score, fitted on messages that are not those that the benchmark measures. A trigger counts as
 * much as a telling word. `intent`: one telling word suffices in a task of the user, and not in a question.
 */
const FIT = { base: -7.55, evidence: 7.3, intent: 1.05, trigger: 0.8 } as const;

type Features = ReadonlyMap<string, number>;
type Indexed = { readonly name: string; readonly features: Features; readonly triggers: readonly string[] };
/** One word of a message, with all features that stand for it. */
type Unit = { readonly shown: string; readonly options: readonly { readonly feature: string; readonly kind: number }[] };

type Request = {
  readonly units: readonly Unit[];
  readonly plain: string;
};
type Weighed = {
  readonly name: string;
  /** How much speaks for it: a rare word in its name or description is about 1. */
  readonly evidence: number;
  readonly words: readonly string[];
  readonly trigger: string | undefined;
};
const LATIN = /^[a-z0-9]$/;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Skills by the words of their texts, in all their languages. Needs no model. */
export class SkillIndex {
  readonly #skills: readonly Indexed[];
  readonly #counts = new Map<string, number>();

  constructor(skills: readonly Skill[]) {
    this.#skills = skills.map(indexOf);
    for (const { features } of this.#skills)
      for (const feature of features.keys()) this.#counts.set(feature, (this.#counts.get(feature) ?? 0) + 1);
  }

  /** Every skill that shares a meaningful word with the message, the best first. */
  rank(message: string, names?: ReadonlySet<string>): SkillCandidate[] {
    const text = requestIn(message);
    const request = this.#ask(text);
    const intent = intentOf(text);
    const found = this.#skills
      .filter(({ name }) => names === undefined || names.has(name))
      .map((skill) => this.#weigh(skill, request))
      .filter(({ evidence }) => evidence > 0)
      .toSorted((a, b) => b.evidence - a.evidence || a.name.localeCompare(b.name));
    return found.map(({ name, evidence, words, trigger }) => ({
      name,
      score: scoreOf(evidence, intent),
      words,
      ...(trigger !== undefined && { trigger }),
    }));
  }

  #ask(text: string): Request {
    const units = unitsOf(text);
    return { units, plain: plainText(text) };
  }

  #weigh({ name, features, triggers }: Indexed, { units, plain }: Request): Weighed {
    const found: { shown: string; gain: number }[] = [];
    const counted = new Set<string>();
    for (const { shown, options } of units) {
      let gain = 0;
      let by = '';
      for (const { feature, kind } of options) {
        const field = features.get(feature) ?? 0;
        const value = this.#rarity(feature) * field * kind * (counted.has(feature) ? REPEATED : 1);
        if (value <= gain) continue;
        [gain, by] = [value, feature];
      }
      if (gain === 0) continue;
      counted.add(by);
      found.push({ shown, gain });
    }
    const trigger = triggers.find((one) => isIn(one, plain));
    const best = found.toSorted((a, b) => b.gain - a.gain).slice(0, MAX_WORDS);
    const evidence = best.reduce((sum, { gain }) => sum + gain, trigger === undefined ? 0 : FIT.trigger);
    return { name, evidence, words: [...new Set(best.map(({ shown }) => shown))], trigger };
  }

  #rarity(feature: string): number {
    const all = Math.max(MIN_SKILLS, this.#skills.length);
    const count = this.#counts.get(feature) ?? 0;
    return Math.log(1 + (all - count + 0.5) / (count + 0.5)) / Math.log(1 + (all + 0.5) / 1.5);
  }
}

function scoreOf(evidence: number, intent: number): number {
  return 1 / (1 + Math.exp(-FIT.base - FIT.evidence * Math.sqrt(evidence) - FIT.intent * intent));
}

/** Whether a trigger is in a message: as whole words where it is written with Latin letters. */
function isIn(trigger: string, plain: string): boolean {
  for (let at = plain.indexOf(trigger); trigger !== '' && at >= 0; at = plain.indexOf(trigger, at + 1)) {
    const before = plain.charAt(at - 1);
    const after = plain.charAt(at + trigger.length);
    const isInside =
      (LATIN.test(trigger.charAt(0)) && LATIN.test(before)) || (LATIN.test(trigger.at(-1) ?? '') && LATIN.test(after));
    if (!isInside) return true;
  }
  return false;
}

function requestIn(message: string): string {
  const half = MAX_MESSAGE_CHARS / 2;
  return message.length <= MAX_MESSAGE_CHARS ? message : `${message.slice(0, half)}\n${message.slice(-half)}`;
}

/** A skill is the same object until its files change. */
const known = new WeakMap<Skill, Indexed>();

/** Reads the words of one skill now, so that an index of many does not take long at once. */
export function readWords(skill: Skill): void {
  indexOf(skill);
}

function indexOf(skill: Skill): Indexed {
  const made = known.get(skill) ?? indexed(skill);
  known.set(skill, made);
  return made;
}

function indexed({ name, tags, text, translations }: Skill): Indexed {
  const features = new Map<string, number>();
  const add = (source: string, weight: number, size: { isLong?: boolean } = {}) => {
    for (const { options } of unitsOf(source, size))
      for (const { feature } of options) features.set(feature, Math.max(features.get(feature) ?? 0, weight));
  };
  add([name.replaceAll(/[_-]+/g, ' '), ...tags].join(' '), FIELD.name);
  const texts: readonly SkillText[] = [text, ...Object.values(translations)];
  for (const { displayName, description, triggers, body } of texts) {
    add(displayName, FIELD.name);
    add(description, FIELD.description);
    for (const trigger of triggers) add(trigger, FIELD.trigger);
    add(body.slice(0, MAX_BODY_CHARS), FIELD.body, { isLong: true });
  }
  return { name, features, triggers: texts.flatMap(({ triggers }) => triggers.map(plainText)) };
}

/** @param isLong: without the dictionary of the runtime, which takes a second for a hundred pages */
function unitsOf(text: string, { isLong = false }: { isLong?: boolean } = {}): Unit[] {
  const units = new Map<string, Unit>();
  const { known, rest } = hanWords(text, { isLong });
  for (const { word, concepts } of known)
    units.set(word, {
      shown: word,
      options: [{ feature: word, kind: KIND.word }, ...concepts.map((id) => ({ feature: `#${id}`, kind: KIND.concept }))],
    });
  for (const gap of rest) {
    const words = isLong ? NO_WORDS : segmented(gap);
    for (const pair of wordsOf(gap)) {
      if (pair.length < 2 || GENERIC_HAN.has(pair)) continue;
      const isWord = words.has(pair);
      if (isWord || !units.has(pair))
        units.set(pair, { shown: pair, options: [{ feature: pair, kind: isWord ? KIND.word : KIND.pair }] });
    }
  }
  for (const [word, shown] of latinWords(text)) {
    if (GENERIC.has(word) || /^\d{1,4}$/.test(word)) continue;
    const options = conceptsOfStem(word).map((id) => ({ feature: `#${id}`, kind: KIND.concept }));
    units.set(word, { shown, options: [{ feature: word, kind: KIND.word }, ...options] });
  }
  return [...units.values()];
}

const NO_WORDS: ReadonlySet<string> = new Set();
const segmenter = once(() => new Intl.Segmenter('zh', { granularity: 'word' }));

/** The words of a part of a text, by the dictionary of the runtime. */
function segmented(text: string): Set<string> {
  return new Set([...segmenter().segment(text)].map(({ segment }) => segment));
}

/** The rest of "won't", "we're" and "it's", which is no word. */
const CONTRACTION = /n?['’](?:t|s|re|ve|ll|d|m)(?![\p{L}\p{N}])/giu;

/** Stems of Latin words, with the words as they are in the text. */
function latinWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const part of text
    .normalize('NFKC')
    .replaceAll(CONTRACTION, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u))
    for (const stem of wordsOf(part)) if (!CJK.test(stem) && !words.has(stem)) words.set(stem, CJK.test(part) ? stem : part);
  return words;
}

function plainText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
