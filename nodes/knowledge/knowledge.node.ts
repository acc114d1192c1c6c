import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { citationSchema } from '#lib/text/citation.ts';
import { knowledgeToolId } from '#lib/tools/knowledge-tool.ts';

const isModelMode = { mode: ['model'] };

export default defineNode({
  id: 'knowledge',
  version: 1,
  title: 'Knowledge',
  summary: 'Finds passages of documents that answer a question.',
  icon: 'library',
  category: 'data',
  config: z.object({
    base: z
      .string()
      .trim()
      .min(1, 'Choose a knowledge base')
      .max(63)
      .meta({
        title: 'Knowledge base',
        description: 'Name of the base.',
        expression: 'literal',
        refersTo: 'knowledge',
        ui: { placeholder: 'handbook' },
      }),
    query: z
      .string()
      .trim()
      .min(1, 'Write the question')
      .meta({
        title: 'Question',
        description: 'What to look for.',
        ui: { placeholder: '{{start.question}}' },
      }),
    limit: z.int().min(1).max(50).default(5).meta({
      title: 'Passages',
      description: 'How many are returned at most, 1 to 50.',
    }),
    mode: z.enum(['auto', 'lexical', 'vector', 'hybrid', 'model']).default('auto').meta({
      title: 'Search',
      description:
        'auto: hybrid for a base with an embedding model, else lexical; lexical: by words; vector: by meaning; hybrid: both; model: a model reads all of a base of up to 24,000 characters, of a larger one what was found, and returns the points that answer the question.',
      expression: 'literal',
    }),
    model: z
      .string()
      .trim()
      .min(1)
      .default('default')
      .meta({
        title: 'Model',
        description: 'Reads the passages in the search mode model.',
        expression: 'literal',
        refersTo: 'model',
        ui: { widget: 'model', visibleWhen: isModelMode },
      }),
    filter: z
      .record(z.string().min(1).max(200), z.json())
      .default({})
      .meta({
        title: 'Filter',
        description: 'Only documents whose metadata has these values; a list: one of them.',
        ui: { widget: 'keyValue', group: 'Advanced' },
      }),
    context: z
      .boolean()
      .default(true)
      .meta({
        title: 'With context',
        description: 'Passages come with the rest of their section.',
        ui: { group: 'Advanced' },
      }),
    minScore: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .meta({
        title: 'Lowest score',
        description: 'Passages below it are omitted. Scores are from 0 to 1 and comparable within one search mode.',
        ui: { group: 'Advanced' },
      }),
  }),
  outputs: {
    out: port(
      'Passages',
      z.object({
        text: z.string().meta({ description: 'The passages with their numbers, for a prompt.' }),
        items: z.array(
          z.object({
            text: z.string(),
            score: z.number(),
            source: z.object({
              title: z.string(),
              place: z.string(),
              page: z.int().nullable(),
              url: z.string(),
              number: z.int().nullable().meta({ description: 'Of its citation.' }),
            }),
          }),
        ),
        citations: z.array(citationSchema),
      }),
    ),
  },
  effects: 'read',
  reaches: ({ base, query, mode, model }) => ({
    calls: [{ tool: knowledgeToolId(base), parameters: { query } }],
    ...(mode === 'model' && { models: model }),
  }),
  mainField: 'text',
  detailFields: ['citations'],
  inputField: 'query',
  initialConfig: { base: '', query: '' },
});
