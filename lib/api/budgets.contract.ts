import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import { budgetSchema, keyId } from './keys.contract.ts';

const amounts = {
  costUsd: z.number().nonnegative().meta({ description: 'USD of model calls; models without a price count for nothing.' }),
  tokens: z.number().nonnegative(),
};

const spentSchema = z
  .object({
    budget: budgetSchema.nullable(),
    ...amounts,
    raisedCostUsd: z
      .number()
      .nullable()
      .meta({ description: 'The limit of this day when somebody raised it for the day alone.' }),
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
    day: z.iso.date().meta({ description: 'Today, in UTC.' }),
    runs: z.object({ count: z.int().nonnegative(), ...amounts }).meta({ description: 'All runs that were started on that day.' }),
    workspace: spentSchema.meta({ description: 'What was counted for the budget of the workspace, from when it had one.' }),
    keys: z
      .array(keyUsageSchema)
      .meta({ description: 'Keys that have a budget and are not revoked, at most 100, newest first.' }),
  })
  .register(components, { id: 'Usage' });
export type UsageResource = z.output<typeof usageSchema>;

const budgetBody = z.strictObject({ budget: budgetSchema.nullable().meta({ description: 'Null takes it away.' }) });

export const getUsage = defineContract({
  name: 'getUsage',
  method: 'GET',
  path: '/api/v1/usage',
  tag: 'system',
  summary: 'What is used of the budgets today',
  results: { 200: { description: 'As it is now.', body: usageSchema } },
  errors: [],
});

export const setDayBudget = defineContract({
  name: 'setDayBudget',
  method: 'PUT',
  path: '/api/v1/usage/budget',
  tag: 'system',
  summary: 'Set what all runs of a workspace may use on one day',
  description: 'Written over the config file; the next model call is measured by it.',
  body: budgetBody,
  results: { 204: { description: 'It holds: here at once, in other processes within seconds.' } },
  errors: [],
});

export const setKeyBudget = defineContract({
  name: 'setKeyBudget',
  method: 'PUT',
  path: '/api/v1/deployments/{slug}/keys/{keyId}/budget',
  tag: 'deployments',
  summary: 'Set what all runs of a key may use on one day',
  description: 'What its earlier runs used is not counted, unless the key had a budget then.',
  params: z.object({ slug: slugSchema, keyId }),
  body: budgetBody,
  results: { 204: { description: 'It holds for runs that begin from now on, and for those that began under a budget.' } },
  errors: ['not-found'],
});
