import { z } from 'zod';
import { agentFields, agentIdSchema, agentSpecSchema, checkAgent } from '../agents/agent-spec.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

/** Maximum of an `int` column. */
const MAX_VERSION = 2_147_483_647;
const version = z.int().positive().max(MAX_VERSION);

const agentSchema = z
  .object({
    id: z.string(),
    isBuiltIn: z.boolean().meta({ description: 'Part of the server: it cannot be changed.' }),
    version: version.nullable().meta({ description: 'Null for a built-in agent.' }),
    createdAt: z.iso.datetime().nullable(),
    changedAt: z.iso.datetime().nullable(),
    spec: agentSpecSchema,
    toolIds: z
      .array(z.string())
      .meta({ description: 'The tools of its packs and its own, without those that its mode or cost excludes.' }),
  })
  .register(components, { id: 'Agent' });
export type AgentResource = z.output<typeof agentSchema>;

const params = z.object({ id: agentIdSchema });

export const listAgents = defineContract({
  name: 'listAgents',
  method: 'GET',
  path: '/api/v1/agents',
  tag: 'agents',
  summary: 'List agents',
  description: 'Built-in agents, then those of the workspace by id, each in its newest version.',
  results: { 200: { description: 'The agents.', body: z.object({ items: z.array(agentSchema) }) } },
  errors: [],
});

export const createAgent = defineContract({
  name: 'createAgent',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/agents',
  tag: 'agents',
  summary: 'Create an agent',
  description: 'Nodes name it by its id, or one of its versions as `id@3`. Published workflows keep the version of their time.',
  body: agentSpecSchema,
  results: { 201: { description: 'The agent, at version 1.', body: agentSchema } },
  errors: ['name-taken'],
});

export const getAgent = defineContract({
  name: 'getAgent',
  method: 'GET',
  path: '/api/v1/agents/{id}',
  tag: 'agents',
  summary: 'Read an agent',
  params,
  query: z.object({
    version: z.coerce.number().int().positive().max(MAX_VERSION).optional().meta({ description: 'Missing: the newest.' }),
  }),
  results: { 200: { description: 'The agent in that version.', body: agentSchema } },
  errors: ['not-found'],
});

export const updateAgent = defineContract({
  name: 'updateAgent',
  scope: 'edit',
  method: 'PUT',
  path: '/api/v1/agents/{id}',
  tag: 'agents',
  summary: 'Store the next version of an agent',
  description: 'Earlier versions stay. Built-in agents cannot be changed.',
  params,
  body: z
    .strictObject({
      ...agentFields,
      version: version.meta({ description: 'The version that was changed. A newer one is stored: 409.' }),
    })
    .check(checkAgent),
  results: { 200: { description: 'The agent, at the next version.', body: agentSchema } },
  errors: ['not-found', 'revision-stale'],
});

export const deleteAgent = defineContract({
  name: 'deleteAgent',
  scope: 'edit',
  method: 'DELETE',
  path: '/api/v1/agents/{id}',
  tag: 'agents',
  summary: 'Delete an agent',
  description: 'With all its versions. Published versions of workflows and runs keep the agent they contain.',
  params,
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const listAgentVersions = defineContract({
  name: 'listAgentVersions',
  method: 'GET',
  path: '/api/v1/agents/{id}/versions',
  tag: 'agents',
  summary: 'List the versions of an agent, newest first',
  params,
  results: {
    200: {
      description: 'The newest 200.',
      body: z.object({ items: z.array(z.object({ version, createdAt: z.iso.datetime() })) }),
    },
  },
  errors: ['not-found'],
});
