import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const jsonSchema = z.record(z.string(), z.json()).meta({ description: 'JSON Schema 2020-12.' });

const graphSchema = z
  .object({
    name: z.string().meta({ description: 'Name in the config file, for the field `graph` of a node.' }),
    isUsable: z.boolean(),
    whyNot: z.string().nullable().meta({ description: 'Why its module does not load.' }),
    inputSchema: jsonSchema
      .nullable()
      .meta({ description: 'Keys of its input state, with types where the graph declares them. null if it is not usable.' }),
    outputSchema: jsonSchema.nullable().meta({ description: 'Keys that an invocation returns. null if it is not usable.' }),
  })
  .register(components, { id: 'Graph' });

export type GraphResource = z.output<typeof graphSchema>;

export const listGraphs = defineContract({
  name: 'listGraphs',
  method: 'GET',
  path: '/api/v1/graphs',
  tag: 'catalogue',
  summary: 'List LangGraph graphs of the server',
  description: 'The graphs that the config file lists for nodes of type `graph`. Their modules are loaded.',
  results: { 200: { description: 'All graphs by name.', body: z.object({ items: z.array(graphSchema) }) } },
  errors: [],
});
