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
      .meta({ description: 'Output ports by name, `error` aside; null when they depend on the config.' }),
    effects: z.enum(['none', 'read', 'write']).nullable().meta({ description: 'null when it depends on the config.' }),
    configSchema: jsonSchema,
    docs: z.string().meta({ description: 'Markdown.' }),
  })
  .register(components, { id: 'NodeType' });

export type NodeType = z.output<typeof nodeTypeSchema>;

export const listNodeTypes = defineContract({
  name: 'listNodeTypes',
  method: 'GET',
  path: '/api/v1/node-types',
  tag: 'catalogue',
  summary: 'The node types a workflow may use',
  results: { 200: { description: 'All of them, by id.', body: z.object({ items: z.array(nodeTypeSchema) }) } },
  errors: [],
});
