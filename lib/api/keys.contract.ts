import { z } from 'zod';
import { onBudgetSchema } from '../ports/budget-book.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import { pageOf, pageQuery } from './page.ts';

const MAX_RATE = 1_000_000;

export const keyId = z.string().regex(/^[0-9A-Za-z]{10}$/, 'The id of a key has ten letters and digits, those after tlk_');
const ratePerMinute = z.int().positive().max(MAX_RATE);

export const budgetSchema = z
  .strictObject({
    maxCostUsd: z
      .number()
      .positive()
      .optional()
      .meta({ description: 'USD that model calls may cost; models without a price count for nothing.' }),
    maxTokens: z.int().positive().optional().meta({ description: 'Model tokens.' }),
    onBudget: onBudgetSchema.default('stop').meta({
      description:
        '`stop`: a run that needs more fails. `ask`: it waits for a person of the workspace, who may raise the limit of that day.',
    }),
  })
  .register(components, { id: 'KeyBudget' });

const keySchema = z
  .object({
    id: keyId,
    name: z.string(),
    prefix: z.string().meta({ description: 'How the key begins.' }),
    last4: z.string().meta({ description: 'The last letters of its secret.' }),
    ratePerMinute: ratePerMinute.nullable(),
    budget: budgetSchema.nullable().meta({ description: 'What all of its runs may use on one day, in UTC.' }),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'To the minute.' }),
  })
  .register(components, { id: 'Key' });
export type KeyResource = z.output<typeof keySchema>;

export const createKey = defineContract({
  name: 'createKey',
  method: 'POST',
  path: '/api/v1/deployments/{slug}/keys',
  tag: 'deployments',
  summary: 'Make a key for an endpoint',
  description: 'The key is in this answer and nowhere else: only a hash of it is kept.',
  params: z.object({ slug: slugSchema }),
  body: z.strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .regex(/^\P{Cc}*$/u, 'A name has no control characters'),
    expiresAt: z.iso.datetime({ offset: true }).optional().meta({ description: 'It opens nothing from then on.' }),
    ratePerMinute: ratePerMinute
      .optional()
      .meta({ description: 'Runs that it may start a minute, counted by each server process for itself. Left out: no limit.' }),
    budget: budgetSchema.optional().meta({
      description: 'What all of its runs together may use on one day, in UTC. Left out: no limit but that of the workspace.',
    }),
  }),
  results: {
    201: {
      description: 'Made.',
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
  summary: 'Revoke a key; it stays in the list',
  params: z.object({ slug: slugSchema, keyId }),
  results: { 204: { description: 'It opens nothing any more: here at once, in other server processes within two seconds.' } },
  errors: ['not-found'],
});
