import { z } from 'zod';
import { toolGroups } from '../tools/define-tool.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const jsonSchema = z.record(z.string(), z.json()).meta({ description: 'JSON Schema 2020-12.' });

const toolSourceSchema = z.enum(['built-in', 'openapi', 'mcp', 'a2a', 'module', 'knowledge', 'workflow']).meta({
  description:
    '`openapi`: an HTTP service by its OpenAPI document; `mcp`: an MCP server; `a2a`: agents of A2A; `module`: a module of the administrator; `knowledge`: knowledge bases; `workflow`: published workflows.',
});

const toolSchema = z
  .object({
    id: z.string().meta({ description: 'Id for the fields `toolName` and `availableTools` of a node.' }),
    title: z.string(),
    description: z.string().meta({ description: 'Description that models receive.' }),
    aliases: z.record(z.string(), z.string()).meta({ description: 'Names of the tool in other languages, by language.' }),
    source: toolSourceSchema,
    group: z.enum(toolGroups),
    risk: z.enum(['low', 'medium', 'high']).nullable().meta({ description: 'null if it depends on the arguments.' }),
    effects: z.enum(['none', 'read', 'write']).nullable().meta({ description: 'null if it depends on the arguments.' }),
    scope: z.enum(['workspace', 'session', 'tab']),
    cost: z.enum(['free', 'low', 'high']).nullable().meta({ description: 'Hint at the price and duration of a call.' }),
    needsApproval: z.boolean().meta({ description: 'Whether every call needs an approval, regardless of its risk.' }),
    approval: z
      .enum(['default', 'always', 'never'])
      .meta({ description: 'The approval policy of the config: `always` or `never` override `needsApproval`.' }),
    setting: z
      .object({ isEnabled: z.boolean(), risk: z.enum(['low', 'medium', 'high']).nullable() })
      .meta({ description: 'The settings of the config: whether it is on, and its risk if that is not its own.' }),
    isEnabled: z.boolean(),
    whyNot: z.string().nullable().meta({ description: 'Why the tool is not enabled, and how to enable it.' }),
    inputSchema: jsonSchema,
    outputSchema: jsonSchema,
  })
  .register(components, { id: 'Tool' });

export type ToolResource = z.output<typeof toolSchema>;

const skillSchema = z
  .object({
    name: z.string().meta({ description: 'For the field `skills` of a node or agent.' }),
    title: z.string(),
    description: z.string().meta({ description: 'Description that models receive.' }),
    isEnabled: z.boolean(),
    whyNot: z.string().nullable().meta({ description: 'Why it is not enabled.' }),
  })
  .register(components, { id: 'ListedSkill' });

export const listTools = defineContract({
  name: 'listTools',
  method: 'GET',
  path: '/api/v1/tools',
  tag: 'catalogue',
  summary: 'List tools and skills',
  results: {
    200: {
      description: 'All tools by source, including those that are not enabled. The built-in ones come first.',
      body: z.object({
        groups: z.array(
          z.object({
            source: toolSourceSchema,
            id: z.string().meta({
              description:
                'The part of a tool’s id before `@`: the service, server or module, or the kind; `built-in` for those without one.',
            }),
            title: z.string(),
            tools: z.array(toolSchema),
          }),
        ),
        skills: z.array(skillSchema).meta({
          description: 'Skills of the workspace by name, also those that are not enabled. Models use them as instructions.',
        }),
      }),
    },
  },
  errors: [],
});

export const getPayload = defineContract({
  name: 'getPayload',
  method: 'GET',
  path: '/api/v1/payloads/{hash}',
  tag: 'runs',
  summary: 'Get a stored tool result',
  description: 'Tool results that are too large for the event log are stored separately; their `ref` in the log is the hash.',
  params: z.object({ hash: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  results: {
    200: {
      description: 'The complete result.',
      body: z.object({ hash: z.string(), chars: z.int().meta({ description: 'Length of its JSON text.' }), data: z.json() }),
    },
  },
  errors: ['not-found'],
});
