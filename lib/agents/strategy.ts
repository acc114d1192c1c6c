import { z } from 'zod';

const strategySchema = z.enum(['react', 'plan-and-execute', 'multi-llm']);
export type StrategyId = z.output<typeof strategySchema>;

const MIN_CANDIDATES = 2;

/** How a node or an agent works towards its answer; the same fields in both. */
export const strategyFields = {
  strategy: strategySchema.default('react').meta({
    title: 'Strategy',
    description:
      'react: the model calls tools until it answers; plan-and-execute: it makes a plan and works through it; multi-llm: several models answer and this one chooses.',
    expression: 'literal',
    ui: { group: 'Advanced' },
  }),
  maxReplans: z
    .int()
    .min(0)
    .max(10)
    .default(2)
    .meta({
      title: 'Plan changes',
      description: 'How often the plan may change when a step fails or steps are missing.',
      ui: { group: 'Advanced', visibleWhen: { strategy: ['plan-and-execute'] } },
    }),
  candidateModels: z
    .array(z.string().min(1))
    .max(5)
    .default([])
    .meta({
      title: 'Candidate models',
      description: 'Two to five models that answer in parallel. The model of the node chooses the best answer.',
      expression: 'literal',
      refersTo: 'model',
      ui: { group: 'Advanced', visibleWhen: { strategy: ['multi-llm'] } },
    }),
  judgeCriteria: z
    .string()
    .max(5000)
    .optional()
    .meta({
      title: 'Criteria',
      description: 'What makes an answer the best one, besides being correct and complete.',
      ui: { group: 'Advanced', widget: 'textarea', visibleWhen: { strategy: ['multi-llm'] } },
    }),
} as const;
const strategyConfigSchema = z.object(strategyFields);
export type StrategyConfig = z.output<typeof strategyConfigSchema>;

/** Models are chosen among at least two. */
export function checkStrategy({
  value,
  issues,
}: z.core.ParsePayload<{ readonly strategy: StrategyId; readonly candidateModels: readonly string[] }>): void {
  const { strategy, candidateModels } = value;
  if (strategy !== 'multi-llm' || candidateModels.length >= MIN_CANDIDATES) return;
  issues.push({ code: 'custom', path: ['candidateModels'], input: candidateModels, message: 'Choose at least two models' });
}
