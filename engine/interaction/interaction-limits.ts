import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { Interaction } from './interaction.ts';

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
  const { maxIterations, maxToolCalls } = interaction;
  const tools = [...new Set(wanted)].join(', ');
  if (maxIterations <= model.maxRounds && rounds >= maxIterations)
    throw new NodeFailure(
      'iteration-limit',
      `The model was called ${times(rounds)} and still wants tools (${tools}); the node allows ${maxIterations}`,
      { path: 'config.maxIterations', hint: 'Raise the limit of the node, or say in the prompt when the work is done' },
    );
  if (rounds >= model.maxRounds)
    throw new NodeFailure(
      'iteration-limit',
      `The model was called ${times(rounds)} and still wants tools (${tools}); model '${model.name}' allows ${model.maxRounds}`,
      { hint: 'Raise max_rounds of this model in the config, or say in the prompt when the work is done' },
    );
  if (maxToolCalls !== undefined && toolCalls + wanted.length > maxToolCalls)
    throw new NodeFailure(
      'tool-call-limit',
      `${toolCalls} of at most ${maxToolCalls} tool calls have been made and the model wants ${wanted.length} more (${tools})`,
      { hint: 'Raise the limit, or offer fewer tools' },
    );
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
