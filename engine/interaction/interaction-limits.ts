import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { Interaction } from './interaction.ts';
import { cutText } from './processors/transcript.ts';

/** Tool calls that one answer may ask for: more than any work needs at once, and an end for a model that has none. */
const MAX_CALLS_OF_ANSWER = 200;
const SHOWN_TOOLS = 5;
const SHOWN_NAME_CHARS = 60;

type Progress = {
  readonly interaction: Interaction;
  readonly model: ModelHandle;
  /** Questions asked so far. */
  readonly rounds: number;
  readonly toolCalls: number;
  /** Names of the tools to be called now. */
  readonly wanted: readonly string[];
};

/**
 * Spec EN-9: the smallest limit is the one that is hit, and the error says whose it is. Asked before tools are called whose results no model would see.
 * @throws {NodeFailure} `iteration-limit`, `tool-call-limit`
 */
export function assertWithinLimits({ interaction, model, rounds, toolCalls, wanted }: Progress): void {
  const { maxIterations, maxToolCalls, worker } = interaction;
  const tools = namesOf(wanted);
  if (maxIterations <= model.maxRounds && rounds >= maxIterations)
    throw new NodeFailure(
      'iteration-limit',
      `The model was called ${times(rounds)} and still wants tools (${tools}); ${ownerOf(worker)} allows ${maxIterations}`,
      worker === undefined
        ? { path: 'config.maxIterations', hint: 'Raise the limit of the node, or say in the prompt when the work is done' }
        : { hint: 'Raise maxSteps in the budget of the task, as far as the worker allows, or say in the task when it is done' },
    );
  if (rounds >= model.maxRounds)
    throw new NodeFailure(
      'iteration-limit',
      `The model was called ${times(rounds)} and still wants tools (${tools}); model '${model.name}' allows ${model.maxRounds}`,
      { hint: 'Raise max_rounds of this model in the config, or say in the prompt when the work is done' },
    );
  if (wanted.length > MAX_CALLS_OF_ANSWER)
    throw new NodeFailure(
      'tool-call-limit',
      `The model wants ${wanted.length} tool calls in one answer (${tools}), and ${MAX_CALLS_OF_ANSWER} are allowed`,
      { hint: 'Say in the prompt how many calls are sensible, or use a stronger model' },
    );
  if (maxToolCalls !== undefined && toolCalls + wanted.length > maxToolCalls)
    throw new NodeFailure(
      'tool-call-limit',
      `The model made ${toolCalls} tool calls and wants ${wanted.length} more (${tools}); ${ownerOf(worker)} allows ${maxToolCalls}`,
      { hint: 'Raise maxToolCalls in the budget of the task, as far as the worker allows, or allow it fewer tools' },
    );
}

/** The model chose them: they may be any number of any length. */
function namesOf(wanted: readonly string[]): string {
  const names = [...new Set(wanted)];
  const shown = names.slice(0, SHOWN_TOOLS).map((name) => cutText(name, SHOWN_NAME_CHARS));
  return names.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

function ownerOf(worker: string | undefined): string {
  return worker === undefined ? 'the node' : `worker '${worker}'`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
