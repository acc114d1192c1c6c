import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { keyId, keyNameSchema, ratePerMinute } from './keys.contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { scopes } from './scope.ts';

const scopesSchema = z.array(z.enum(scopes)).min(1).max(scopes.length).meta({
  description:
    '`read`: every operation that only reads; `run`: start, stop, continue and decide runs of stored workflows, upload files; `edit`: change and publish workflows, agents, files and knowledge, run any document; `admin`: all of it, with keys, credentials, models and settings.',
});

const workspaceKeySchema = z
  .object({
    id: keyId,
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the key.' }),
    last4: z.string().meta({ description: 'The last four characters of the key.' }),
    scopes: scopesSchema,
    ratePerMinute: ratePerMinute.nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'With a resolution of one minute.' }),
  })
  .register(components, { id: 'WorkspaceKey' });
export type WorkspaceKeyResource = z.output<typeof workspaceKeySchema>;

export const createWorkspaceKey = defineContract({
  name: 'createWorkspaceKey',
  method: 'POST',
  path: '/api/v1/keys',
  tag: 'workspace keys',
  summary: 'Create a key of the workspace',
  description: 'Only this response contains the key; the server stores a hash of it.',
  body: z.strictObject({
    name: keyNameSchema,
    scopes: scopesSchema,
    expiresAt: z.iso.datetime({ offset: true }).optional().meta({ description: 'The key is invalid from this time on.' }),
    ratePerMinute: ratePerMinute
      .optional()
      .meta({ description: 'Requests that the key may send per minute. Missing: no limit.' }),
  }),
  results: {
    201: {
      description: 'The id and the key.',
      body: z.object({ id: keyId, key: z.string() }).register(components, { id: 'NewWorkspaceKey' }),
    },
  },
  errors: [],
});

export const listWorkspaceKeys = defineContract({
  name: 'listWorkspaceKeys',
  method: 'GET',
  path: '/api/v1/keys',
  tag: 'workspace keys',
  summary: 'List the keys of the workspace, newest first',
  query: z.object(pageQuery),
  results: { 200: { description: 'One page.', body: pageOf(workspaceKeySchema) } },
  errors: [],
});

export const revokeWorkspaceKey = defineContract({
  name: 'revokeWorkspaceKey',
  method: 'DELETE',
  path: '/api/v1/keys/{keyId}',
  tag: 'workspace keys',
  summary: 'Revoke a key of the workspace',
  description: 'Takes effect immediately in this process, and within two seconds in others. The key is still listed.',
  params: z.object({ keyId }),
  results: { 204: { description: 'Revoked.' } },
  errors: ['not-found'],
});
