import { z } from 'zod';
import {
  credentialFields,
  credentialHostsSchema,
  credentialSlotSchema,
  credentialTypeSchema,
  slotNameSchema,
} from '../credentials/credential-type.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { storableText } from './storable-text.ts';

const id = z.string().min(1).max(100);
const name = slotNameSchema.meta({ description: 'Unique in the workspace: lowercase letters, digits, `-` and `_`.' });
const hosts = credentialHostsSchema.meta({
  description:
    'The only hosts to which it is sent: `api.example.com`, `*.example.com`, or a host with a port. Plain http requires the port.',
});

const credentialSchema = z
  .object({
    id,
    name: z.string(),
    type: credentialTypeSchema,
    hosts: z.array(z.string()),
    createdAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'With a resolution of one minute.' }),
    connection: z
      .object({
        grant: credentialFields.oauth2.shape.grant,
        isConnected: z.boolean().meta({ description: 'False until a person has signed in, and after access was withdrawn.' }),
        expiresAt: z.iso.datetime().nullable().meta({ description: 'Of the access token; it is renewed before.' }),
      })
      .nullable()
      .meta({ description: 'Of type `oauth2` only, otherwise null.' }),
    usedBy: z
      .array(z.object({ workflowId: id, workflowName: z.string(), slot: z.string() }))
      .meta({ description: 'The workflows with a slot that it fills.' }),
  })
  .register(components, { id: 'Credential' });
export type CredentialResource = z.output<typeof credentialSchema>;

/** A type with its fields, one alternative for each type. */
const valueSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bearer'), name, hosts, fields: credentialFields.bearer }),
  z.strictObject({ type: z.literal('header'), name, hosts, fields: credentialFields.header }),
  z.strictObject({ type: z.literal('basic'), name, hosts, fields: credentialFields.basic }),
  z.strictObject({ type: z.literal('query'), name, hosts, fields: credentialFields.query }),
  z.strictObject({ type: z.literal('path'), name, hosts, fields: credentialFields.path }),
  z.strictObject({ type: z.literal('hmac'), name, hosts, fields: credentialFields.hmac }),
  z.strictObject({ type: z.literal('custom'), name, hosts, fields: credentialFields.custom }),
  z.strictObject({ type: z.literal('oauth2'), name, hosts, fields: credentialFields.oauth2 }),
  z.strictObject({ type: z.literal('postgres'), name, hosts, fields: credentialFields.postgres }),
  z.strictObject({ type: z.literal('mysql'), name, hosts, fields: credentialFields.mysql }),
  z.strictObject({ type: z.literal('smtp'), name, hosts, fields: credentialFields.smtp }),
  z.strictObject({ type: z.literal('imap'), name, hosts, fields: credentialFields.imap }),
]);
export type NewCredentialBody = z.input<typeof valueSchema>;

export const listCredentials = defineContract({
  name: 'listCredentials',
  method: 'GET',
  path: '/api/v1/credentials',
  tag: 'credentials',
  summary: 'List credentials, newest first',
  description: 'Their values are never in a response.',
  query: z.object(pageQuery),
  results: { 200: { description: 'One page.', body: pageOf(credentialSchema) } },
  errors: [],
});

export const createCredential = defineContract({
  name: 'createCredential',
  method: 'POST',
  path: '/api/v1/credentials',
  tag: 'credentials',
  summary: 'Create a credential',
  description: 'The fields are stored encrypted and decrypted only where a request leaves for one of its hosts.',
  body: valueSchema,
  results: { 201: { description: 'The credential.', body: credentialSchema } },
  errors: ['name-taken'],
});

export const updateCredential = defineContract({
  name: 'updateCredential',
  method: 'PUT',
  path: '/api/v1/credentials/{id}',
  tag: 'credentials',
  summary: 'Change a credential',
  description:
    'Missing fields stay as they are. New `fields` replace all earlier ones; the type cannot change. Further hosts need the `fields` again.',
  params: z.object({ id }),
  body: z.strictObject({
    name: name.optional(),
    hosts: hosts.optional(),
    fields: z.record(z.string(), z.json()).optional().meta({ description: 'As in a new credential of its type.' }),
  }),
  results: { 200: { description: 'The credential.', body: credentialSchema } },
  errors: ['not-found', 'name-taken'],
});

export const deleteCredential = defineContract({
  name: 'deleteCredential',
  method: 'DELETE',
  path: '/api/v1/credentials/{id}',
  tag: 'credentials',
  summary: 'Delete a credential',
  description: 'Its slots are empty afterwards: requests that use it fail with `credential-missing`.',
  params: z.object({ id }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const testCredential = defineContract({
  name: 'testCredential',
  method: 'POST',
  path: '/api/v1/credentials/{id}/test',
  tag: 'credentials',
  summary: 'Test a credential',
  description:
    'Sends a GET request with it. A credential of type `postgres`, `mysql`, `smtp` or `imap` connects and signs in to its server instead; no mail is sent.',
  params: z.object({ id }),
  body: z.strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(10_000)
      .optional()
      .meta({ description: 'Required by the types that are sent with HTTP requests, and not used by the others.' }),
  }),
  results: {
    200: {
      description: 'The result.',
      body: z.object({
        ok: z.boolean().meta({ description: 'Whether the status is below 400, or the server accepted the connection.' }),
        status: z.int().nullable().meta({ description: 'Null when there was no response, and for connections.' }),
        message: z.string().nullable().meta({
          description:
            'Why there was none, or the first characters of an error response. For a connection, what the server says of itself.',
        }),
      }),
    },
  },
  errors: ['not-found', 'body-invalid'],
});

const slotSchema = z
  .object({
    ...credentialSlotSchema.shape,
    slot: z.string(),
    credentialId: id.nullable().meta({ description: 'Null while no credential fills it.' }),
  })
  .register(components, { id: 'CredentialSlot' });

export const listWorkflowCredentials = defineContract({
  name: 'listWorkflowCredentials',
  method: 'GET',
  path: '/api/v1/workflows/{id}/credentials',
  tag: 'credentials',
  summary: 'List the credential slots of a workflow',
  description: 'The slots of its draft, and the credentials that fill them.',
  params: z.object({ id }),
  results: { 200: { description: 'The slots.', body: z.object({ items: z.array(slotSchema) }) } },
  errors: ['not-found'],
});

export const fillCredentialSlot = defineContract({
  name: 'fillCredentialSlot',
  method: 'PUT',
  path: '/api/v1/workflows/{id}/credentials/{slot}',
  tag: 'credentials',
  summary: 'Fill a credential slot of a workflow',
  description: 'A slot that the draft declares, for the draft and all published versions.',
  params: z.object({ id, slot: slotNameSchema }),
  body: z.strictObject({ credentialId: storableText(id).nullable().meta({ description: 'Null to empty the slot.' }) }),
  results: { 204: { description: 'Stored.' } },
  errors: ['not-found', 'body-invalid'],
});

export const beginAuthorization = defineContract({
  name: 'beginAuthorization',
  method: 'POST',
  path: '/api/v1/credentials/{id}/authorization',
  tag: 'credentials',
  summary: 'Begin the sign-in for an OAuth 2 credential',
  description:
    'Returns the URL that a browser opens, valid for ten minutes. The authorization server redirects to `redirectUri` with `code` and `state`, for `completeAuthorization`.',
  params: z.object({ id }),
  body: z.strictObject({
    redirectUri: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .meta({ description: 'Registered at the authorization server: `/credentials/callback` of the studio.' }),
  }),
  results: { 200: { description: 'Where to sign in.', body: z.object({ url: z.string() }) } },
  errors: ['not-found', 'body-invalid'],
});

export const completeAuthorization = defineContract({
  name: 'completeAuthorization',
  method: 'POST',
  path: '/api/v1/credentials/authorizations',
  tag: 'credentials',
  summary: 'Complete the sign-in for an OAuth 2 credential',
  description: 'Exchanges the code for tokens. Each `state` is accepted once.',
  body: z.strictObject({ state: z.string().min(1).max(200), code: z.string().min(1).max(10_000) }),
  results: { 200: { description: 'The connected credential.', body: credentialSchema } },
  errors: ['not-found', 'authorization-failed'],
});
