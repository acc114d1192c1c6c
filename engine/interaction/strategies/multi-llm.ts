import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import { SuspendedError } from '../../contract/suspended-error.ts';
import { incompleteness } from '../answer-end.ts';
import type { BranchOutcome, FinalAnswer, InteractionStrategy } from '../interaction.ts';
import type { InteractionEngine } from '../interaction-engine.ts';
import { transcribe } from '../processors/transcript.ts';
import { react } from './react.ts';
import { askFor } from './settle.ts';

/** Name of a candidate's call in events: it is no tool, and its answer is shown below it. */
const CANDIDATE = 'candidate';
/** Of each answer, what the judge reads. */
const MAX_JUDGED_CHARS = 40_000;
const MAX_TASK_CHARS = 40_000;

export type MultiLlmSettings = {
  /** Two to five. */
  readonly candidates: readonly ModelHandle[];
  /** What else the judge looks at. */
  readonly criteria?: string | undefined;
};

type Candidate = { readonly index: number; readonly handle: ModelHandle; readonly callId: string };
type Answered = Candidate & { readonly outcome: Extract<BranchOutcome, { failure?: never }> };
type Choice = { readonly winner: Answered; readonly reason?: string };

/**
 * Several models answer concurrently, each with the tools and limits of the interaction; its own
 * model then chooses the best answer without knowing whose it is. One that fails does not compete.
 * @throws {NodeFailure} the failure of the last candidate when all fail
 */
export function multiLlm({ candidates, criteria }: MultiLlmSettings): InteractionStrategy {
  return async (engine) => {
    const all = candidates.map((handle, index): Candidate => {
      return { index, handle, callId: engine.callIdFor(`candidate-${index + 1}`) };
    });
    await engine.logOnce(
      'candidates',
      all.map(({ handle, callId }) => {
        return { type: 'tool_call', id: callId, name: CANDIDATE, args: { model: handle.name }, status: 'running' };
      }),
    );
    const outcomes = await allOf(
      all.map(({ handle, callId }, index) =>
        engine.branch(
          { key: `candidate-${index + 1}`, parent: { toolCallId: callId, agent: handle.name }, models: [handle] },
          react,
        ),
      ),
    );
    const answered = all.flatMap((candidate, index): Answered[] => {
      const outcome = outcomes[index] as BranchOutcome;
      return outcome.result ? [{ ...candidate, outcome }] : [];
    });
    const choice = await choose(engine, answered, criteria);
    await engine.logOnce('verdict', [
      ...all.map((candidate, index) => verdictOf(candidate, outcomes[index] as BranchOutcome, choice)),
      ...(choice ? [{ type: 'content' as const, content: choice.winner.outcome.result.text }] : []),
    ]);
    if (!choice) throw failureOf(outcomes);
    return adopt(engine, choice.winner);
  };
}

/** Waits for all of them, also when one is suspended or fails. */
async function allOf<T>(running: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(running);
  const rejected = ended.filter((one) => one.status === 'rejected');
  const failed = rejected.find(({ reason }) => !SuspendedError.is(reason)) ?? rejected[0];
  if (failed) throw failed.reason;
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Undefined when there is nothing to choose from. A single answer needs no judge. */
async function choose(
  engine: InteractionEngine,
  answered: readonly Answered[],
  criteria: string | undefined,
): Promise<Choice | undefined> {
  const [first, ...others] = answered;
  if (!first) return undefined;
  if (others.length === 0) return { winner: first };
  const letters = answered.map((_, index) => String.fromCharCode(65 + index));
  const schema = z.object({
    winner: z.enum(letters as [string, ...string[]]).meta({ description: 'The letter of the best answer.' }),
    reason: z.string().meta({ description: 'Why it is better than the others, in two sentences.' }),
  });
  const { $schema: _, ...json } = z.toJSONSchema(schema);
  const said = await askFor(engine, json, {
    instead: { instructions: judgeText(engine, criteria), messages: [judged(engine, answered)] },
  });
  const { winner, reason } = schema.parse(said);
  return { winner: answered[letters.indexOf(winner)] ?? first, reason };
}

function judgeText({ language }: InteractionEngine, criteria: string | undefined): string {
  return [promptText(language, 'judge'), criteria && promptText(language, 'judge-criteria', { criteria })]
    .filter(Boolean)
    .join('\n\n');
}

/** The task and all answers, each between fences that it cannot close. */
function judged(engine: InteractionEngine, answered: readonly Answered[]) {
  const { language, interaction } = engine;
  const { instructions, prompt, conversation } = interaction;
  const task = prompt ?? (transcribe(conversation.messages, { maxToolChars: 500 }) || promptText(language, 'judge-conversation'));
  const texts = [
    instructions && promptText(language, 'judge-instructions', { instructions: fenced(instructions, MAX_TASK_CHARS) }),
    promptText(language, 'judge-task', { task: fenced(task, MAX_TASK_CHARS) }),
    ...answered.map(({ outcome }, index) =>
      promptText(language, 'judge-answer', {
        letter: String.fromCharCode(65 + index),
        answer: fenced(outcome.result.text, MAX_JUDGED_CHARS),
      }),
    ),
  ];
  return { role: 'user' as const, content: texts.filter(Boolean).join('\n\n') };
}

function fenced(text: string, maxChars: number): string {
  return JSON.stringify(text.length > maxChars ? `${text.slice(0, maxChars)}…` : text);
}

/** What the log says of a candidate, next to its answer. */
function verdictOf({ callId, handle }: Candidate, outcome: BranchOutcome, choice: Choice | undefined) {
  const isChosen = choice?.winner.callId === callId;
  const name = { type: 'tool_result' as const, id: callId, name: CANDIDATE, durationMs: 0 };
  if (outcome.failure)
    return { ...name, status: 'error' as const, summary: outcome.failure.message, error: outcome.failure.message };
  const result = {
    model: handle.name,
    isChosen,
    answer: outcome.result.text,
    ...(isChosen && choice?.reason !== undefined && { reason: choice.reason }),
  };
  return { ...name, status: 'success' as const, summary: isChosen ? chosenText(choice?.reason) : 'Not chosen', result };
}

function chosenText(reason: string | undefined): string {
  return reason === undefined ? 'Chosen' : `Chosen: ${reason}`;
}

/** The winner's messages are the conversation's; those of the others are in the trace alone. */
function adopt(engine: InteractionEngine, { outcome, handle }: Answered): FinalAnswer {
  const { output, text, finishReason = 'stop', sources } = outcome.result;
  engine.continueFrom(outcome.messages.slice(0, -1), sources);
  const missing = incompleteness({ finishReason }, text, handle);
  if (missing) engine.warn(missing.failure);
  return { output, text, finishReason };
}

function failureOf(outcomes: readonly BranchOutcome[]): NodeFailure {
  const failures = outcomes.flatMap(({ failure }) => (failure ? [failure] : []));
  const { code, message, hint } = failures.at(-1) as NodeError;
  return new NodeFailure(
    code,
    failures.length > 1 ? `All ${failures.length} candidates failed; the last one: ${message}` : message,
    {
      path: 'config.candidateModels',
      ...(hint !== undefined && { hint }),
    },
  );
}
