import { SKILL_TOOLS } from '#lib/agents/skill-modes.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { joinSections } from '#lib/interaction/agent-prompt.ts';
import type { UsableSkill } from '#lib/ports/skills.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { addUsage } from '#lib/run/token-usage.ts';
import { type Skill, skillText } from '#lib/skills/skill.ts';
import { unboundTool } from '#lib/tools/tool-catalogue.ts';
import type { ExecutorContext, ExecutorEvent } from '../../contract/define-executor.ts';
import { SKILL } from '../../contract/interaction-context.ts';
import { withLaterLimit } from '../../contract/time-limit.ts';
import { type OfferedTool, offerTools } from '../../tools/offer-tools.ts';
import { usableSkills } from '../../tools/skills-of.ts';
import type { Interaction, InteractionResult, ToolsDone } from '../interaction.ts';
import { textOf } from '../message-text.ts';
import type { InstructionSection } from '../model-request.ts';
import { CHOSEN_SCORE, type ChosenBy, type ChosenSkill, chooseSkill, type SkillChoice } from './choose-skill.ts';

/** Skills that the prompt lists; of more, those that fit the message best. */
const MAX_LISTED = 100;
/** What a narrowed model keeps: it could not read what its tools stored, or end without them. */
const ALWAYS_ALLOWED = ['read_result', 'final_answer', 'read_skill'];

/** An active skill, as the ledger keeps it: a resumed node continues with the same text. */
type ActiveSkill = {
  readonly name: string;
  readonly instructions: string;
  readonly allowedTools: readonly string[] | null;
  readonly maxIterations: number;
  readonly timeoutSeconds: number;
};
type Applied = { readonly listed: string; readonly active: ActiveSkill | null; readonly hasScripts: boolean };
type Run = (interaction: Interaction, context: ExecutorContext) => Promise<InteractionResult>;

/**
 * Runs an interaction with the skill that fits its message: its instructions are added, its tools and
 * limits hold. Without a fitting one the model only knows which skills there are, and one whose
 * instructions it reads is active from then on.
 * @throws what `run` throws; {NodeFailure} `skill-timed-out`
 */
export async function interactWithSkills(
  interaction: Interaction,
  context: ExecutorContext,
  run: Run,
): Promise<InteractionResult> {
  const { skills: offer, key = '', models } = interaction;
  if (!offer || offer.mode === 'off' || !context.tools.skills) return run(interaction, context);
  const own: ExecutorContext = { ...context, ...(offer.names.length > 0 && { skills: offer.names }) };
  const usable = await usableSkills(own);
  const { mode } = offer;
  const fitting = await chooseSkill(messageOf(interaction), own, mode === 'model' ? { mode, models, key } : { mode, key });
  const choice = fitting.chosen ? fitting : orOfSession(fitting, interaction, own);
  const applied = await own.effect(
    { key: `skill-active:${key}`, kind: 'tool', name: choice.chosen?.name ?? 'skills', effects: 'none' },
    async () => {
      const made = apply(choice, usable, interaction, own);
      if (made.event) own.emit(made.event);
      return made.applied;
    },
  );
  if (applied.active) noteActive(interaction, applied.active);
  if (applied.listed === '') return withSpent(await run(interaction, own), choice);
  const { active } = applied;
  const result = await withLaterLimit(own.signal, (signal, start) => {
    const inner = { ...own, signal };
    const limitTo = (skill: ActiveSkill) => start({ timeoutMs: skill.timeoutSeconds * 1000, onTimeout: () => timedOut(skill) });
    if (active) limitTo(active);
    return run(withSkill(interaction, applied, inner, limitTo), inner);
  });
  return withSpent(result, choice);
}

/** A skill stays active over the turns of a session, until another one fits. */
function orOfSession(choice: SkillChoice, { conversation }: Interaction, { language }: ExecutorContext): SkillChoice {
  const { [SKILL]: name } = conversation.variables;
  if (typeof name !== 'string' || name === '') return choice;
  const score = choice.candidates.find((candidate) => candidate.name === name)?.score ?? 0;
  return { ...choice, by: 'session', chosen: { name, score, reason: promptText(language, 'skill-reason-session') } };
}

/** Where the conversation is that of a session, its next turn finds it. */
function noteActive({ conversation }: Interaction, { name }: ActiveSkill): void {
  if (SKILL in conversation.variables) conversation.variables = { ...conversation.variables, [SKILL]: name };
}

function apply(
  { chosen, by, candidates }: SkillChoice,
  usable: readonly UsableSkill[],
  { tools = [] }: Interaction,
  context: ExecutorContext,
): { readonly applied: Applied; readonly event: ExecutorEvent | undefined } {
  const { language } = context;
  const rank = new Map(candidates.map(({ name }, index) => [name, index]));
  const listed = usable
    .toSorted((a, b) => (rank.get(a.skill.name) ?? usable.length) - (rank.get(b.skill.name) ?? usable.length))
    .slice(0, MAX_LISTED)
    // By name, so that the same skills are always the same text, which providers cache.
    .toSorted((a, b) => a.skill.name.localeCompare(b.skill.name))
    .map(({ skill }) => `- ${skill.name}: ${skillText(skill, language).description}`)
    .join('\n');
  const hasScripts = usable.some(({ files }) => files.some(({ path }) => path.startsWith('scripts/')));
  const skill = usable.find((one) => one.skill.name === chosen?.name)?.skill;
  if (!chosen || !skill) return { applied: { listed, active: null, hasScripts }, event: undefined };
  const { active, event } = activate(skill, { ...chosen, by, tools }, context);
  return { applied: { listed, hasScripts, active }, event };
}

type Activation = Pick<ChosenSkill, 'score' | 'reason'> & { readonly by: ChosenBy; readonly tools: readonly OfferedTool[] };

function activate(skill: Skill, { score, reason, by, tools }: Activation, context: ExecutorContext) {
  const { name, allowedTools = null, maxIterations, timeoutSeconds, version } = skill;
  const missing = (allowedTools ?? []).filter((id) => !tools.some((tool) => toolIdOf(tool.name, context) === id));
  const { displayName, body } = skillText(skill, context.language);
  const active: ActiveSkill = { name, instructions: body, allowedTools, maxIterations, timeoutSeconds };
  const event: ExecutorEvent = {
    type: 'skill_activated',
    skill: name,
    title: displayName,
    version,
    score,
    reason,
    by,
    ...(missing.length > 0 && { missingTools: missing }),
  };
  return { active, event };
}

function withSkill(
  interaction: Interaction,
  { listed, active, hasScripts }: Applied,
  context: ExecutorContext,
  onActive: (skill: ActiveSkill) => void,
): Interaction {
  const { instructions, sections, tools = [], skills } = interaction;
  const { language } = context;
  const mayCall = skills?.mayCallTools !== false;
  const added: InstructionSection[] = [
    {
      name: 'skills',
      text: `[Available Skills]\n${promptText(language, mayCall ? 'skills-listed' : 'skills-listed-plain')}\n${listed}`,
    },
    ...(active ? [{ name: 'active-skill', text: `[Active Skill Instructions] ${active.name}\n${active.instructions}` }] : []),
  ];
  const own = sections ?? (instructions === undefined ? [] : [{ name: 'instructions', text: instructions }]);
  const all = [...own, ...added];
  const ofSkills = mayCall
    ? offerTools(
        SKILL_TOOLS.filter((id) => hasScripts || id === 'read_skill'),
        context,
      )
    : [];
  const offered = [...tools, ...ofSkills.filter(({ name }) => !tools.some((tool) => tool.name === name))];
  return {
    ...interaction,
    instructions: joinSections(all),
    sections: all,
    tools: active?.allowedTools ? narrow(offered, active.allowedTools, context) : offered,
    ...(active
      ? { activeSkill: { name: active.name, maxIterations: active.maxIterations } }
      : {
          afterTools: activateRead(offered, (skill) => {
            noteActive(interaction, skill);
            onActive(skill);
          }),
        }),
  };
}

/**
 * Makes the skill active whose instructions a model read, the last one of several. Not where one was
 * chosen for the message: a text that a tool returned must not open tools that it closed.
 */
function activateRead(
  tools: readonly OfferedTool[],
  onActive: (skill: ActiveSkill) => void,
): NonNullable<Interaction['afterTools']> {
  let current: string | undefined;
  return async ({ calls, results, step, rounds }, context) => {
    const name = skillReadIn({ calls, results });
    if (name === undefined || name === current) return undefined;
    const active = await context.effect({ key: `skill-read:${step}`, kind: 'tool', name, effects: 'none' }, async () => {
      const skill = (await usableSkills(context)).find((one) => one.skill.name === name)?.skill;
      if (!skill) return null;
      const reason = promptText(context.language, 'skill-reason-read');
      const made = activate(skill, { score: CHOSEN_SCORE, reason, by: 'model', tools }, context);
      context.emit(made.event);
      return made.active;
    });
    if (!active) return undefined;
    current = name;
    onActive(active);
    return {
      tools: active.allowedTools ? narrow(tools, active.allowedTools, context) : tools,
      activeSkill: { name, maxIterations: rounds + active.maxIterations },
    };
  };
}

/** Files of a skill do not count, nor later parts of its instructions. */
function skillReadIn({ calls, results }: Pick<ToolsDone, 'calls' | 'results'>): string | undefined {
  const call = calls.findLast(({ name, input }, at) => {
    const { path = 'SKILL.md', offset = 0 } = (input ?? {}) as { path?: unknown; offset?: unknown };
    return name === 'read_skill' && results[at]?.status === 'success' && path === 'SKILL.md' && offset === 0;
  });
  const { skill } = (call?.input ?? {}) as { skill?: unknown };
  return typeof skill === 'string' ? skill : undefined;
}

/** Scripts are parts of the skill itself, so it need not name the tool that runs them. */
function narrow(tools: readonly OfferedTool[], allowed: readonly string[], context: ExecutorContext): OfferedTool[] {
  const ids = new Set([...allowed, ...ALWAYS_ALLOWED, 'run_skill_script']);
  return tools.filter(({ name }) => ids.has(toolIdOf(name, context)));
}

/** Of a tool with fixed arguments, that of the tool below it. */
function toolIdOf(name: string, { tools }: Pick<ExecutorContext, 'tools'>): string {
  const definition = tools.definitions[name];
  return definition ? unboundTool(definition).id : name;
}

/** What the user wrote last. */
function messageOf({ prompt, conversation }: Interaction): string {
  if (prompt !== undefined) return prompt;
  const last = conversation.messages.findLast(({ role }) => role === 'user');
  return last ? textOf(last) : '';
}

function withSpent(result: InteractionResult, { llmCalls, usage }: { llmCalls: number; usage: TokenUsage }): InteractionResult {
  if (llmCalls === 0) return result;
  return { ...result, llmCalls: result.llmCalls + llmCalls, tokenUsage: addUsage(result.tokenUsage, usage) };
}

function timedOut({ name, timeoutSeconds }: ActiveSkill): NodeFailure {
  return new NodeFailure('skill-timed-out', `The skill '${name}' did not finish within ${timeoutSeconds} s`, {
    hint: 'Raise the timeout in its front matter, or give it a smaller task',
  });
}
