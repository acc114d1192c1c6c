import { z } from 'zod';
import { A2A_TIMEOUT_S, a2aNameSchema } from '../a2a/a2a-service.ts';
import { pinnedCardSchema } from '../a2a/pinned-card.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { privateHostSchema } from './private-host.ts';
import { storableText } from './storable-text.ts';

const id = z.string().min(1).max(100);
const MAX_SKILLS = 100;
const MAX_HEADERS = 50;

const name = a2aNameSchema.meta({ description: 'Unique in the workspace; its tool is `a2a@<name>`.' });
const url = z
  .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
  .max(10_000)
  .meta({ description: 'Address of the agent, or of its agent card.' });
const slug = storableText(z.string().min(1).max(100)).meta({ description: 'Of a published workflow of the workspace.' });
const headers = z
  .record(
    z
      .string()
      .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'Write the name of a header, such as X-Api-Version')
      .max(200),
    z.string().max(10_000),
  )
  .refine((values) => Object.keys(values).length <= MAX_HEADERS, `No more than ${MAX_HEADERS} headers`)
  .meta({
    description: 'Sent with every request, and readable by everyone who may edit workflows. Secrets belong in a credential.',
  });
const risk = z.enum(['low', 'medium', 'high']);
const approval = z.enum(['always', 'never']);

const cardSchema = pinnedCardSchema.register(components, { id: 'PinnedAgentCard' });

const serviceSchema = z
  .object({
    id,
    name: z.string(),
    toolId: z.string().meta({ description: 'Id for the fields `toolName` and `availableTools` of a node.' }),
    displayName: z.string(),
    url: z.string().nullable().meta({ description: 'Of an agent on another server.' }),
    slug: z.string().nullable().meta({ description: 'Of a published workflow of the workspace.' }),
    user: z.string().nullable().meta({ description: 'For whom the published workflow runs.' }),
    isEnabled: z.boolean(),
    headers: z.record(z.string(), z.string()),
    credentialId: z.string().nullable(),
    allowSkills: z.array(z.string()).nullable(),
    risk,
    approval: approval.nullable().meta({ description: 'Null: by its risk.' }),
    timeoutS: z.int(),
    status: z.enum(['unread', 'unaccepted', 'ready', 'changed', 'failed', 'unpublished', 'off']).meta({
      description:
        '`unread`: its card was never read. `unaccepted`: read, and not accepted. `changed`: its card differs from what was accepted, and it gets no message. `failed`: see `problem`. `unpublished`: there is no published workflow of this address. `off`: switched off.',
    }),
    problem: z.string().nullable().meta({ description: 'Why its card could not be read the last time.' }),
    privateHost: privateHostSchema,
    refreshedAt: z.iso.datetime().nullable(),
    card: cardSchema.nullable().meta({ description: 'As it was read last.' }),
    cardHash: z.string().nullable().meta({ description: 'Of what would be accepted now; null when nothing is to be accepted.' }),
    differences: z
      .array(z.object({ part: z.string(), before: z.string(), now: z.string() }))
      .meta({ description: 'Of a changed card, from the accepted one.' }),
    hiddenCharacters: z.int().meta({ description: 'Characters of its card that a person does not see and a model reads.' }),
  })
  .register(components, { id: 'A2aService' });
export type A2aServiceResource = z.output<typeof serviceSchema>;

const shared = {
  displayName: storableText(z.string().trim().min(1).max(100)),
  isEnabled: z.boolean(),
  headers,
  user: storableText(z.string().min(1).max(200)).nullable().meta({ description: 'Of a published workflow: for whom it runs.' }),
  credentialId: storableText(id)
    .nullable()
    .meta({ description: 'Credential that its requests carry, where its hosts allow it.' }),
  allowSkills: z
    .array(storableText(z.string().min(1).max(200)))
    .max(MAX_SKILLS)
    .nullable()
    .meta({
      description:
        'Ids of the only skills that models see; each message then names one of them. The agent decides itself what it does. Null for all.',
    }),
  risk: risk.meta({
    description: 'Calls of `medium` need an approval that can be remembered, those of `high` one each. @defaultValue medium',
  }),
  approval: approval.nullable(),
  timeoutS: z
    .int()
    .positive()
    .max(A2A_TIMEOUT_S.max)
    .meta({
      description: `How long a call waits for its task, in seconds; it then returns the task as it is. @defaultValue ${A2A_TIMEOUT_S.default}`,
    }),
};
const service = { 200: { description: 'The service.', body: serviceSchema } };

export const listA2aServices = defineContract({
  name: 'listA2aServices',
  method: 'GET',
  path: '/api/v1/a2a-services',
  tag: 'a2a',
  summary: 'List A2A agents by name',
  description: 'From the database: no agent is contacted.',
  results: { 200: { description: 'All agents of the workspace.', body: z.object({ items: z.array(serviceSchema) }) } },
  errors: [],
});

export const createA2aService = defineContract({
  name: 'createA2aService',
  method: 'POST',
  path: '/api/v1/a2a-services',
  tag: 'a2a',
  summary: 'Add an A2A agent',
  description:
    'Of another server by `url`, or a published workflow of the workspace by `slug`. It is not contacted: `refresh` reads its card, `accept` makes it a tool.',
  body: z
    .strictObject({
      name,
      url: url.nullable().default(null),
      slug: slug.nullable().default(null),
      ...shared,
      displayName: shared.displayName.optional().meta({ description: '@defaultValue the name' }),
      isEnabled: shared.isEnabled.default(true),
      headers: headers.default({}),
      user: shared.user.default(null),
      credentialId: shared.credentialId.default(null),
      allowSkills: shared.allowSkills.default(null),
      risk: shared.risk.default('medium'),
      approval: shared.approval.default(null),
      timeoutS: shared.timeoutS.default(A2A_TIMEOUT_S.default),
    })
    .refine((body) => (body.url === null) !== (body.slug === null), {
      path: ['url'],
      message: 'Give either the address of an agent or that of a published workflow',
    }),
  results: { 201: { description: 'The service.', body: serviceSchema } },
  errors: ['name-taken', 'not-found'],
});

export const getA2aService = defineContract({
  name: 'getA2aService',
  method: 'GET',
  path: '/api/v1/a2a-services/{id}',
  tag: 'a2a',
  summary: 'Get an A2A agent',
  params: z.object({ id }),
  results: service,
  errors: ['not-found'],
});

export const updateA2aService = defineContract({
  name: 'updateA2aService',
  method: 'PUT',
  path: '/api/v1/a2a-services/{id}',
  tag: 'a2a',
  summary: 'Change an A2A agent',
  description: 'Missing fields stay as they are. With another address, its card has to be accepted again.',
  params: z.object({ id }),
  body: z.strictObject({ name, url, slug, ...shared }).partial(),
  results: service,
  errors: ['not-found', 'name-taken'],
});

export const deleteA2aService = defineContract({
  name: 'deleteA2aService',
  method: 'DELETE',
  path: '/api/v1/a2a-services/{id}',
  tag: 'a2a',
  summary: 'Delete an A2A agent',
  description: 'Workflows that name its tool are not valid afterwards.',
  params: z.object({ id }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const refreshA2aService = defineContract({
  name: 'refreshA2aService',
  method: 'POST',
  path: '/api/v1/a2a-services/{id}/refresh',
  tag: 'a2a',
  summary: 'Read the card of an A2A agent',
  description: 'What differs from the accepted card is in `differences`; the agent gets no message before it is accepted.',
  params: z.object({ id }),
  results: service,
  errors: ['not-found', 'body-invalid'],
});

export const acceptA2aService = defineContract({
  name: 'acceptA2aService',
  method: 'POST',
  path: '/api/v1/a2a-services/{id}/accept',
  tag: 'a2a',
  summary: 'Accept the card of an A2A agent as it was read',
  params: z.object({ id }),
  body: z.strictObject({
    cardHash: z.string().max(100).meta({ description: 'Of the card that was looked at, from the service.' }),
  }),
  results: service,
  errors: ['not-found', 'revision-stale'],
});
