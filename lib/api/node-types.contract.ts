import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const jsonSchema = z.record(z.string(), z.json()).meta({ description: 'JSON Schema 2020-12.' });

const nodeTypeSchema = z
  .object({
    id: z.string(),
    version: z.int().positive(),
    title: z.string(),
    summary: z.string(),
    icon: z.string().meta({ description: 'Name of a lucide icon.' }),
    category: z.enum(['flow', 'model', 'tool', 'data', 'control', 'human']),
    inputs: z.array(z.string()).meta({ description: 'Names of the input ports.' }),
    outputs: z
      .record(z.string(), z.object({ title: z.string(), schema: jsonSchema }))
      .nullable()
      .meta({ description: 'Output ports by name, without `error`; null if they depend on the config.' }),
    effects: z
      .enum(['none', 'read', 'write'])
      .nullable()
      .meta({ description: 'Side effects; null if they depend on the config.' }),
    configSchema: jsonSchema,
    docs: z.string().meta({ description: 'Documentation in Markdown.' }),
  })
  .register(components, { id: 'NodeType' });

export type NodeType = z.output<typeof nodeTypeSchema>;

export const listNodeTypes = defineContract({
  name: 'listNodeTypes',
  method: 'GET',
  path: '/api/v1/node-types',
  tag: 'catalogue',
  summary: 'List node types',
  results: { 200: { description: 'All node types, by id.', body: z.object({ items: z.array(nodeTypeSchema) }) } },
  errors: [],
});
