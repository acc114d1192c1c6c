import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';

/** Ten years. */
export const MAX_TTL_MS = 3650 * 86_400_000;
const key = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\0]*$/)
  .meta({ description: 'Name of the value in the workspace.' });

const storedValueSchema = z
  .object({
    key: z.string(),
    value: z.json(),
    updatedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable().meta({ description: 'When it is deleted; null for one that stays.' }),
  })
  .register(components, { id: 'StoredValue' });
export type StoredValueResource = z.output<typeof storedValueSchema>;

export const listStoredValues = defineContract({
  name: 'listStoredValues',
  method: 'GET',
  path: '/api/v1/stored-values',
  tag: 'stored values',
  summary: 'List stored values, last changed first',
  description: 'What `store` nodes of the workspace keep between runs.',
  query: z.object({
    ...pageQuery,
    search: z.string().max(500).optional().meta({ description: 'A part of the key.' }),
  }),
  results: { 200: { description: 'One page.', body: pageOf(storedValueSchema) } },
  errors: [],
});

export const setStoredValue = defineContract({
  name: 'setStoredValue',
  scope: 'edit',
  method: 'PUT',
  path: '/api/v1/stored-values',
  tag: 'stored values',
  summary: 'Set a stored value',
  body: z.strictObject({
    key,
    value: z.json().meta({ description: 'At most 200,000 characters as JSON.' }),
    ttlMs: z.int().min(1).max(MAX_TTL_MS).optional().meta({ description: 'It is deleted after so many milliseconds.' }),
  }),
  results: { 200: { description: 'The value.', body: storedValueSchema } },
  errors: [],
});

export const getStoredValue = defineContract({
  name: 'getStoredValue',
  method: 'GET',
  path: '/api/v1/stored-value',
  tag: 'stored values',
  summary: 'Get a stored value',
  query: z.object({ key }),
  results: { 200: { description: 'The value.', body: storedValueSchema } },
  errors: ['not-found'],
});

export const deleteStoredValue = defineContract({
  name: 'deleteStoredValue',
  scope: 'edit',
  method: 'DELETE',
  path: '/api/v1/stored-value',
  tag: 'stored values',
  summary: 'Delete a stored value',
  query: z.object({ key }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});
