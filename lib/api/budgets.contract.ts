import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import { budgetSchema, keyId } from './keys.contract.ts';

const amounts = {
  costUsd: z.number().nonnegative().meta({ description: 'Cost of model calls in USD. Models without a price are not counted.' }),
  tokens: z.number().nonnegative(),
};

const spentSchema = z
  .object({
    budget: budgetSchema.nullable(),
    ...amounts,
    raisedCostUsd: z.number().nullable().meta({ description: 'The limit of this day, if it was raised for this day only.' }),
    raisedTokens: z.number().nullable(),
  })
  .register(components, { id: 'SpentBudget' });
export type SpentBudget = z.output<typeof spentSchema>;

const keyUsageSchema = spentSchema
  .extend({ id: keyId, name: z.string(), slug: slugSchema })
  .register(components, { id: 'KeyUsage' });
export type KeyUsage = z.output<typeof keyUsageSchema>;

const usageSchema = z
  .object({
    day: z.iso.date().meta({ description: 'The current day (UTC).' }),
    runs: z.object({ count: z.int().nonnegative(), ...amounts }).meta({ description: 'All runs that started on that day.' }),
    outsideRuns: z.object(amounts).meta({
      description: 'What no run uses: embeddings and reranking for indexing and searches in the studio, and voice of chat pages.',
    }),
    workspace: spentSchema.meta({ description: 'Usage counted for the budget of the workspace, since the budget was set.' }),
    keys: z.array(keyUsageSchema).meta({ description: 'Keys with a budget that are not revoked, at most 100, newest first.' }),
  })
  .register(components, { id: 'Usage' });
export type UsageResource = z.output<typeof usageSchema>;

const budgetBody = z.strictObject({ budget: budgetSchema.nullable().meta({ description: 'null removes the budget.' }) });

export const getUsage = defineContract({
  name: 'getUsage',
  method: 'GET',
  path: '/api/v1/usage',
  tag: 'system',
  summary: 'Get the usage of today',
  results: { 200: { description: 'Usage and budgets of the current day.', body: usageSchema } },
  errors: [],
});

export const setDayBudget = defineContract({
  name: 'setDayBudget',
  method: 'PUT',
  path: '/api/v1/usage/budget',
  tag: 'system',
  summary: 'Set the daily budget of a workspace',
  description:
    'Limit for all runs of the workspace on one day (UTC). Overrides the config file and applies from the next model call.',
  body: budgetBody,
  results: { 204: { description: 'Set. Other processes apply it within seconds.' } },
  errors: [],
});

export const setKeyBudget = defineContract({
  name: 'setKeyBudget',
  method: 'PUT',
  path: '/api/v1/deployments/{slug}/keys/{keyId}/budget',
  tag: 'deployments',
  summary: 'Set the daily budget of a key',
  description: 'Limit for all runs of the key on one day (UTC). Earlier usage counts only if the key had a budget then.',
  params: z.object({ slug: slugSchema, keyId }),
  body: budgetBody,
  results: { 204: { description: 'Set. Applies to new runs, and to active runs that started with a budget.' } },
  errors: ['not-found'],
});
