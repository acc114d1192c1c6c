import { wordsOf } from '../knowledge/words.ts';
import { conceptsOfStem, hanWords } from './concepts.ts';
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

/** Above it a skill is active, where nobody says otherwise. */
export const ACTIVE_SCORE = 0.7;

const MAX_MESSAGE_CHARS = 4000;
const MAX_BODY_CHARS = 6000;
const MAX_REASON_WORDS = 6;

/** What a part of a skill counts. The body names much that the skill is not about. */
const FIELD = { name: 1, trigger: 1, description: 1, body: 0.35 } as const;
/** A word of the same meaning counts less than the word itself, and pairs of characters less than words. */
const KIND = { word: 1, concept: 0.85, pair: 0.7 } as const;
/** As if there were at least so many skills, so that a few skills tell common words from rare ones too. */
const MIN_SKILLS = 60;
/** Weight of a word of the message that no skill has. */
const FOREIGN_WEIGHT = 1.6;

/** Constants of the score, fitted on messages that are not those of the benchmark (docs/skills.md). */
const FIT = { evidence: 3.2, coverage: 0.55, steepness: 2.1, midpoint: 0.5 } as const;

type Features = ReadonlyMap<string, number>;
type Indexed = { readonly name: string; readonly features: Features; readonly triggers: readonly string[] };
/** One word of a message, with all features that stand for it. */
type Unit = { readonly shown: string; readonly options: readonly { readonly feature: string; readonly kind: number }[] };

/** Skills by the words of their texts, in all their languages. Needs no model. */
export class SkillIndex {
  readonly #skills: readonly Indexed[];
  readonly #counts = new Map<string, number>();

  constructor(skills: readonly Skill[]) {
    this.#skills = skills.map(indexed);
    for (const { features } of this.#skills)
      for (const feature of features.keys()) this.#counts.set(feature, (this.#counts.get(feature) ?? 0) + 1);
  }

  /** Every skill that shares a meaningful word with the message, the best first. */
  rank(message: string, names?: ReadonlySet<string>): SkillCandidate[] {
    const text = message.slice(0, MAX_MESSAGE_CHARS);
    const units = unitsOf(text);
    const plain = plainText(text);
    const weights = units.map((unit) => this.#weightOf(unit));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return this.#skills
      .filter(({ name }) => names === undefined || names.has(name))
      .map((skill) => this.#score(skill, { units, weights, total, plain }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name));
  }

  #score(
    { name, features, triggers }: Indexed,
    { units, weights, total, plain }: { units: readonly Unit[]; weights: readonly number[]; total: number; plain: string },
  ): SkillCandidate {
    const found: { shown: string; gain: number }[] = [];
    let evidence = 0;
    let covered = 0;
    for (const [index, { shown, options }] of units.entries()) {
      let gain = 0;
      let part = 0;
      for (const { feature, kind } of options) {
        const field = features.get(feature) ?? 0;
        if (field === 0) continue;
        gain = Math.max(gain, this.#rarity(feature) * field * kind);
        part = Math.max(part, Math.min(1, field) * kind);
      }
      if (gain === 0) continue;
      evidence += gain;
      covered += part * (weights[index] ?? 0);
      found.push({ shown, gain });
    }
    const trigger = triggers.find((one) => one !== '' && plain.includes(one));
    const coverage = total === 0 ? 0 : covered / total;
    const lexical = evidence === 0 ? 0 : scoreOf(evidence, coverage);
    const score = trigger === undefined ? lexical : 1 - (1 - lexical) * 0.2;
    const words = found.toSorted((a, b) => b.gain - a.gain).map(({ shown }) => shown);
    return {
      name,
      score,
      words: [...new Set(words)].slice(0, MAX_REASON_WORDS),
      ...(trigger !== undefined && { trigger }),
    };
  }

  #rarity(feature: string): number {
    const all = Math.max(MIN_SKILLS, this.#skills.length);
    const count = this.#counts.get(feature) ?? 0;
    return Math.log(1 + (all - count + 0.5) / (count + 0.5)) / Math.log(1 + (all + 0.5) / 1.5);
  }

  /** What a word of the message counts: the rarest of what stands for it that some skill has. */
  #weightOf({ options }: Unit): number {
    const known = options.filter(({ feature }) => this.#counts.has(feature));
    if (known.length === 0) return FOREIGN_WEIGHT * (options[0]?.kind ?? 0);
    return Math.max(...known.map(({ feature, kind }) => this.#rarity(feature) * kind));
  }
}

/** Grows with how much speaks for the skill, and with the share of the message that does. */
function scoreOf(evidence: number, coverage: number): number {
  const strength = (1 - Math.exp(-evidence / FIT.evidence)) * coverage ** FIT.coverage;
  return 1 / (1 + Math.exp(-FIT.steepness * 4 * (strength - FIT.midpoint)));
}

function indexed({ name, tags, text, translations }: Skill): Indexed {
  const features = new Map<string, number>();
  const add = (source: string, weight: number) => {
    for (const { options } of unitsOf(source))
      for (const { feature } of options) features.set(feature, Math.max(features.get(feature) ?? 0, weight));
  };
  add([name.replaceAll(/[_-]+/g, ' '), ...tags].join(' '), FIELD.name);
  const texts: readonly SkillText[] = [text, ...Object.values(translations)];
  for (const { displayName, description, triggers, body } of texts) {
    add(displayName, FIELD.name);
    add(description, FIELD.description);
    for (const trigger of triggers) add(trigger, FIELD.trigger);
    add(body.slice(0, MAX_BODY_CHARS), FIELD.body);
  }
  return { name, features, triggers: texts.flatMap(({ triggers }) => triggers.map(plainText)) };
}

function unitsOf(text: string): Unit[] {
  const units = new Map<string, Unit>();
  const { known, rest } = hanWords(text);
  for (const { word, concepts } of known)
    units.set(word, {
      shown: word,
      options: [{ feature: word, kind: KIND.word }, ...concepts.map((id) => ({ feature: `#${id}`, kind: KIND.concept }))],
    });
  for (const gap of rest)
    for (const pair of wordsOf(gap))
      if (pair.length > 1) units.set(pair, { shown: pair, options: [{ feature: pair, kind: KIND.pair }] });
  for (const word of latinWords(text)) {
    const options = conceptsOfStem(word).map((id) => ({ feature: `#${id}`, kind: KIND.concept }));
    units.set(word, { shown: word, options: [{ feature: word, kind: KIND.word }, ...options] });
  }
  return [...units.values()];
}

function latinWords(text: string): string[] {
  return wordsOf(text).filter((word) => !/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word));
}

function plainText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
