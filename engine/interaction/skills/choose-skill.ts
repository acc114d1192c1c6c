import type { Language } from '#lib/i18n/language.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { UsableSkill } from '#lib/ports/skills.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import { pickActive } from '#lib/skills/pick-active.ts';
import { skillText } from '#lib/skills/skill.ts';
import type { SkillCandidate } from '#lib/skills/skill-index.ts';
import { cutText } from '#lib/text/cut-text.ts';
import type { ExecutorContext } from '../../contract/define-executor.ts';
import { meterOf } from '../../contract/model-meter.ts';
import { usableSkills } from '../../tools/skills-of.ts';
import { parseJsonReply } from '../parse-json-reply.ts';
import { writeText } from '../write-text.ts';

/** What a model chooses from: so many it reads with care. */
const MAX_CHOICES = 20;
/** Up to so many skills, a model gets all of them, whatever their words. */
const ALL_CHOICES = 40;
/** Of a match, in the log. */
const MAX_CANDIDATES = 100;
const MAX_REASON_CHARS = 300;
const MAX_MESSAGE_CHARS = 8000;
/** A model that names a skill is sure of it. */
export const CHOSEN_SCORE = 0.95;

export type ChosenBy = 'lexical' | 'embedding' | 'model' | 'session';
export type ChosenSkill = { readonly name: string; readonly score: number; readonly reason: string };
export type SkillChoice = {
  readonly by: ChosenBy;
  /** The active one; undefined when none fits. */
  readonly chosen: ChosenSkill | undefined;
  /** The best first. */
  readonly candidates: readonly ChosenSkill[];
  readonly llmCalls: number;
  readonly usage: TokenUsage;
};

type Choosing = {
  /** The best one from this score on, however close the next is. @defaultValue one that is clearly meant */
  readonly minScore?: number;
  /** Unique within the node. */
  readonly key: string;
} & (
  | { readonly mode: 'auto' }
  /** A model chooses, in fallback order. */
  | { readonly mode: 'model'; readonly models: readonly [ModelHandle, ...ModelHandle[]] }
);

/**
 * The skill that fits a message, of those that the context may use.
 * @throws what `writeText` throws, in the mode `model`
 */
export async function chooseSkill(message: string, context: ExecutorContext, choosing: Choosing): Promise<SkillChoice> {
  const { skills: port } = context.tools;
  const usable = await usableSkills(context);
  const none = { llmCalls: 0, usage: NO_USAGE };
  if (!port || usable.length === 0 || message.trim() === '') return { by: 'lexical', chosen: undefined, candidates: [], ...none };
  const names = usable.map(({ skill }) => skill.name);
  const { by, candidates: found } = await context.effect(
    { key: `skill-match:${choosing.key}`, kind: 'tool', name: 'skills', effects: 'read' },
    async () => {
      const { by: how, candidates: all } = await port.match(
        context.workspaceId,
        { message, names },
        { signal: context.signal, meter: meterOf(context) },
      );
      return { by: how, candidates: all.slice(0, MAX_CANDIDATES) };
    },
  );
  const candidates = found.map((candidate) => ({
    name: candidate.name,
    score: Math.round(candidate.score * 1000) / 1000,
    reason: reasonOf(candidate, by, context.language),
  }));
  if (choosing.mode === 'model') {
    const chosen = await chooseByModel(message, { candidates, usable, context, ...choosing });
    if (chosen) return { by: 'model', candidates, ...chosen };
  }
  const { minScore } = choosing;
  const active = (minScore === undefined ? pickActive(found) : found.find(({ score }) => score >= minScore))?.name;
  return { by, chosen: candidates.find(({ name }) => name === active), candidates, ...none };
}

function reasonOf({ words, trigger }: SkillCandidate, by: 'lexical' | 'embedding', language: Language): string {
  if (trigger !== undefined) return promptText(language, 'skill-reason-trigger', { trigger });
  if (words.length === 0) return by === 'embedding' ? promptText(language, 'skill-reason-meaning') : '';
  return promptText(language, 'skill-reason-words', { words: words.join(', ') });
}

type ByModel = Extract<Choosing, { mode: 'model' }> & {
  readonly candidates: readonly ChosenSkill[];
  readonly usable: readonly UsableSkill[];
  readonly context: ExecutorContext;
};

/** @returns undefined when no model gives an answer that can be read: the words decide then */
async function chooseByModel(
  message: string,
  { candidates, usable, context, models, key }: ByModel,
): Promise<Pick<SkillChoice, 'chosen' | 'llmCalls' | 'usage'> | undefined> {
  const { language } = context;
  const ranked = new Map(candidates.slice(0, MAX_CHOICES).map(({ name }, index) => [name, index]));
  const offered = usable.length <= ALL_CHOICES ? usable : usable.filter(({ skill }) => ranked.has(skill.name));
  const list = offered.map(({ skill }) => `- ${skill.name}: ${skillText(skill, language).description}`).join('\n');
  const written = await writeText(
    {
      key: `skill:${key}`,
      instructions: promptText(language, 'skill-choose', { skills: list }),
      prompt: JSON.stringify(cutText(message, MAX_MESSAGE_CHARS)),
    },
    { models, context },
  );
  const { llmCalls, usage } = written;
  const answer = readAnswer(written.text);
  if (!answer) return undefined;
  if (answer.skill === null) return { chosen: undefined, llmCalls, usage };
  if (!offered.some(({ skill }) => skill.name === answer.skill)) return undefined;
  return { chosen: { name: answer.skill, score: CHOSEN_SCORE, reason: answer.reason }, llmCalls, usage };
}

function readAnswer(text: string | undefined): { readonly skill: string | null; readonly reason: string } | undefined {
  const value = text === undefined ? undefined : parseJsonReply(text)?.value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { skill, reason } = value as { skill?: unknown; reason?: unknown };
  if (skill !== null && typeof skill !== 'string') return undefined;
  return { skill, reason: typeof reason === 'string' ? cutText(reason.replaceAll(/\s+/g, ' '), MAX_REASON_CHARS) : '' };
}
