import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { UsableSkill } from '#lib/ports/skills.ts';
import type { EmbeddingConfig, KnowledgeConfig } from '../config/config-schema.ts';
import { embedTexts } from '../knowledge/embed-texts.ts';
import type { CompareMeanings } from './skill-service.ts';

const MAX_VECTORS = 4000;
const MAX_MESSAGE_CHARS = 4000;
/** Below so many skills, how far one is above the others says little. */
const MIN_SKILLS = 8;
/**
 * Logistic curve over how many standard deviations a skill is above the others. Its midpoint, the score 0.5, is
 * `bestByChance(n) + aboveChance + ofFew / n`; the last term is for few skills, whose deviation says little.
 */
const SPREAD = { aboveChance: 1.3, ofFew: 8, steepness: 2.2 } as const;
const EULER_MASCHERONI = 0.5772;
/** Logistic curve over the cosine itself, for fewer than `MIN_SKILLS`. Cautious: models differ in their cosines. */
const COSINE = { midpoint: 0.55, steepness: 14 } as const;

type Options = {
  readonly settings: () => KnowledgeConfig;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Scores skills by how near they are in meaning to a message, with the first embedding model of the
 * config. Keeps the vectors of skills. Undefined without a model and when its call fails.
 */
export function makeCompareMeanings({ settings, log }: Options): CompareMeanings {
  const vectors = new LRUCache<string, readonly number[]>({ max: MAX_VECTORS });
  return async (message, skills, request) => {
    const [first] = Object.entries(settings().embeddings);
    if (!first || skills.length === 0) return undefined;
    const [name, config] = first;
    try {
      const ofSkills = await vectorsOf(skills, { name, config, vectors, ...request });
      const [asked = []] = await embedTexts([message.slice(0, MAX_MESSAGE_CHARS)], {
        name,
        config,
        purpose: 'query',
        ...request,
      });
      const cosines = ofSkills.map((vector) => dot(vector, asked));
      const scores = toScores(cosines);
      return new Map(skills.map(({ skill }, index) => [skill.name, scores[index] ?? 0]));
    } catch (error) {
      if (!NodeFailure.is(error)) throw error;
      log.warn('skills are matched by words alone: the embedding model is over budget or does not answer', { error });
      return undefined;
    }
  };
}

type Vectors = MeteredRequest & {
  readonly name: string;
  readonly config: EmbeddingConfig;
  readonly vectors: LRUCache<string, readonly number[]>;
};

async function vectorsOf(
  skills: readonly UsableSkill[],
  { name, config, vectors, signal, meter }: Vectors,
): Promise<(readonly number[])[]> {
  const texts = skills.map(({ skill: { text, translations } }) =>
    [text, ...Object.values(translations)].map(({ displayName, description }) => `${displayName}: ${description}`).join('\n'),
  );
  const { base_url: url, model, dimensions, document_prefix: prefix } = config;
  const embedding = JSON.stringify([name, url, model, dimensions, prefix]);
  const keys = texts.map((text) => createHash('sha256').update(`${embedding}\n${text}`).digest('base64url'));
  // Other workspaces may replace them in the cache while this one waits for its own.
  const found = keys.map((key) => vectors.get(key));
  const missing = found.flatMap((vector, index) => (vector ? [] : [index]));
  for (let at = 0; at < missing.length; at += config.batch_size) {
    const part = missing.slice(at, at + config.batch_size);
    const made = await embedTexts(
      part.map((index) => texts[index] ?? ''),
      { name, config, purpose: 'document', signal, meter },
    );
    for (const [position, index] of part.entries()) {
      const vector = made[position] ?? [];
      found[index] = vector;
      vectors.set(keys[index] ?? '', vector);
    }
  }
  return found.map((vector) => vector ?? []);
}

/** Scores from 0 to 1, in the same order: by how far each is above the others, or of few by the cosine alone. */
function toScores(cosines: readonly number[]): number[] {
  if (cosines.length < MIN_SKILLS) return cosines.map((cosine) => logistic(cosine, COSINE));
  // Without the nearest one, which would itself widen what it is compared with.
  const others = cosines.toSorted((a, b) => a - b).slice(0, -1);
  const mean = others.reduce((sum, value) => sum + value, 0) / others.length;
  const deviation = Math.sqrt(others.reduce((sum, value) => sum + (value - mean) ** 2, 0) / others.length);
  if (deviation === 0) return cosines.map(() => 0);
  const midpoint = bestByChance(cosines.length) + SPREAD.aboveChance + SPREAD.ofFew / cosines.length;
  return cosines.map((cosine) => logistic((cosine - mean) / deviation, { midpoint, steepness: SPREAD.steepness }));
}

/** The expected greatest of so many normally distributed numbers, in standard deviations: 1.5 of 8, 2.8 of 200. */
function bestByChance(count: number): number {
  const root = Math.sqrt(2 * Math.log(count));
  return root - (Math.log(Math.log(count)) + Math.log(4 * Math.PI)) / (2 * root) + EULER_MASCHERONI / root;
}

function logistic(value: number, { midpoint, steepness }: { midpoint: number; steepness: number }): number {
  return 1 / (1 + Math.exp(-steepness * (value - midpoint)));
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
