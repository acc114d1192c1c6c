import { z } from 'zod';
import { onBudgetSchema } from '../ports/budget-book.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import { pageOf, pageQuery } from './page.ts';

const MAX_RATE = 1_000_000;

export const keyId = z.string().regex(/^[0-9A-Za-z]{10}$/, 'The id of a key has ten letters and digits, those after its prefix');
export const ratePerMinute = z.int().positive().max(MAX_RATE);
export const keyNameSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'A name has no control characters');

export const budgetSchema = z
  .strictObject({
    maxCostUsd: z
      .number()
      .positive()
      .optional()
      .meta({ description: 'Maximum cost of model calls in USD. Models without a price are not counted.' }),
    maxTokens: z.int().positive().optional().meta({ description: 'Maximum number of model tokens.' }),
    onBudget: onBudgetSchema.default('stop').meta({
      description:
        'When the budget is used up: `stop` fails the run, `ask` makes it wait for a member of the workspace, who may raise the limit of that day.',
    }),
  })
  .register(components, { id: 'KeyBudget' });

const keySchema = z
  .object({
    id: keyId,
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the key.' }),
    last4: z.string().meta({ description: 'The last four characters of the key.' }),
    ratePerMinute: ratePerMinute.nullable(),
    budget: budgetSchema.nullable().meta({ description: 'Limit for all runs of the key on one day (UTC).' }),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'With a resolution of one minute.' }),
  })
  .register(components, { id: 'Key' });
export type KeyResource = z.output<typeof keySchema>;

export const createKey = defineContract({
  name: 'createKey',
  method: 'POST',
  path: '/api/v1/deployments/{slug}/keys',
  tag: 'deployments',
  summary: 'Create a key for an endpoint',
  description: 'Only this response contains the key; the server stores a hash of it.',
  params: z.object({ slug: slugSchema }),
  body: z.strictObject({
    name: keyNameSchema,
    expiresAt: z.iso.datetime({ offset: true }).optional().meta({ description: 'The key is invalid from this time on.' }),
    ratePerMinute: ratePerMinute
      .optional()
      .meta({ description: 'Runs that the key may start per minute, counted in each server process. Missing: no limit.' }),
    budget: budgetSchema.optional().meta({
      description: 'Limit for all runs of the key on one day (UTC). Missing: only the limit of the workspace applies.',
    }),
  }),
  results: {
    201: {
      description: 'The id and the key.',
      body: z.object({ id: keyId, key: z.string() }).register(components, { id: 'NewKey' }),
    },
  },
  errors: ['not-found'],
});

export const listKeys = defineContract({
  name: 'listKeys',
  method: 'GET',
  path: '/api/v1/deployments/{slug}/keys',
  tag: 'deployments',
  summary: 'List the keys of an endpoint, newest first',
  params: z.object({ slug: slugSchema }),
  query: z.object(pageQuery),
  results: { 200: { description: 'One page.', body: pageOf(keySchema) } },
  errors: ['not-found'],
});

export const revokeKey = defineContract({
  name: 'revokeKey',
  method: 'DELETE',
  path: '/api/v1/deployments/{slug}/keys/{keyId}',
  tag: 'deployments',
  summary: 'Revoke a key',
  description: 'Takes effect immediately in this process, and within two seconds in others. The key is still listed.',
  params: z.object({ slug: slugSchema, keyId }),
  results: { 204: { description: 'Revoked.' } },
  errors: ['not-found'],
});
