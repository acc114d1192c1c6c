import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { HandedOff } from '../contract/handed-off.ts';
import type { Interaction, InteractionResult, InteractionStrategy } from './interaction.ts';
import { InteractionEngine } from './interaction-engine.ts';
import { react } from './strategies/react.ts';

/**
 * Runs an interaction with models by a strategy. The conversation gets its messages once it has
 * succeeded, or passed to another agent.
 * With skills, the one that fits the message adds its instructions, and its tools and limits hold.
 * @throws {NodeFailure} as `callModel`, `output-invalid`, `iteration-limit`, `tool-call-limit`,
 * and what the strategy adds
 * @throws {SuspendedError} while a tool call needs a decision; the reason of `context.signal` when
 * that aborts
 */
export async function interact(
  interaction: Interaction,
  context: ExecutorContext,
  { strategy = react }: { strategy?: InteractionStrategy } = {},
): Promise<InteractionResult> {
  if (interaction.skills && interaction.skills.mode !== 'off') {
    const { interactWithSkills } = await import('./skills/apply-skills.ts');
    return interactWithSkills(interaction, context, (skilled, inner) => runInteraction(skilled, inner, strategy));
  }
  return runInteraction(interaction, context, strategy);
}

async function runInteraction(
  interaction: Interaction,
  context: ExecutorContext,
  strategy: InteractionStrategy,
): Promise<InteractionResult> {
  const engine = new InteractionEngine(interaction, context);
  try {
    return engine.finish(await strategy(engine));
  } catch (error) {
    if (error instanceof HandedOff) return engine.handOver(error.agent);
    if (NodeFailure.is(error)) engine.discardRefused();
    throw error;
  }
}
