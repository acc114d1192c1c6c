import type { StrategyConfig } from '#lib/agents/strategy.ts';
import type { ExecutorContext } from '../../contract/define-executor.ts';
import type { InteractionStrategy } from '../interaction.ts';
import { resolveModel } from '../resolve-models.ts';
import { react } from './react.ts';

/**
 * The strategy of a node's or an agent's config.
 * @throws {NodeFailure} `model-not-found` for a candidate
 */
export async function strategyOf(
  { strategy, maxReplans, candidateModels, judgeCriteria }: StrategyConfig,
  context: Pick<ExecutorContext, 'models' | 'defaultModel'>,
): Promise<InteractionStrategy> {
  switch (strategy) {
    case 'react':
      return react;
    case 'plan-and-execute': {
      const { planAndExecute } = await import('./plan-and-execute.ts');
      return planAndExecute({ maxReplans });
    }
    case 'multi-llm': {
      const { multiLlm } = await import('./multi-llm.ts');
      const candidates = candidateModels.map((name, index) => resolveModel(name, context, `config.candidateModels[${index}]`));
      return multiLlm({ candidates, criteria: judgeCriteria });
    }
    default:
      return strategy satisfies never;
  }
}
