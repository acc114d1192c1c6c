import { z } from 'zod';
import { toolGroups } from '../tools/define-tool.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const jsonSchema = z.record(z.string(), z.json()).meta({ description: 'JSON Schema 2020-12.' });

const toolSchema = z
  .object({
    id: z.string().meta({ description: 'What a node writes in `toolName` or `availableTools`.' }),
    title: z.string(),
    description: z.string().meta({ description: 'As models read it.' }),
    aliases: z.record(z.string(), z.string()).meta({ description: 'Other names it may be called by, by language.' }),
    group: z.enum(toolGroups),
    risk: z.enum(['low', 'medium', 'high']).nullable().meta({ description: 'null when it depends on the arguments.' }),
    effects: z.enum(['none', 'read', 'write']).nullable().meta({ description: 'null when it depends on the arguments.' }),
    scope: z.enum(['workspace', 'session', 'tab']),
    cost: z.enum(['free', 'low', 'high']).nullable().meta({ description: 'What a call costs in money or time, as a hint.' }),
    needsApproval: z.boolean().meta({ description: 'A person is asked before every call, whatever its risk.' }),
    approval: z.enum(['default', 'always', 'never']).meta({ description: 'What the administrator says of asking a person.' }),
    isEnabled: z.boolean(),
    whyNot: z.string().nullable().meta({ description: 'Why it is not enabled, and what would change that.' }),
    inputSchema: jsonSchema,
    outputSchema: jsonSchema,
  })
  .register(components, { id: 'Tool' });

export type ToolResource = z.output<typeof toolSchema>;

export const listTools = defineContract({
  name: 'listTools',
  method: 'GET',
  path: '/api/v1/tools',
  tag: 'catalogue',
  summary: 'The tools that models and workflows may call',
  results: {
    200: {
      description: 'All of them by where they come from, also those that are not enabled.',
      body: z.object({ groups: z.array(z.object({ source: z.enum(['built-in']), tools: z.array(toolSchema) })) }),
    },
  },
  errors: [],
});

export const getPayload = defineContract({
  name: 'getPayload',
  method: 'GET',
  path: '/api/v1/payloads/{hash}',
  tag: 'runs',
  summary: 'A tool result that was too large for the log',
  params: z.object({ hash: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  results: {
    200: {
      description: 'The whole of it. The `ref` of a result in a log is its hash.',
      body: z.object({ hash: z.string(), chars: z.int().meta({ description: 'Of its JSON text.' }), data: z.json() }),
    },
  },
  errors: ['not-found'],
});
