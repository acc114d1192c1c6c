import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { namedValuesSchema, schemaOfValues } from '#lib/node-kit/named-values.ts';
import { startInputsSchema, startValueSchema } from '#lib/workflow/start-inputs.ts';
import { WORKFLOW_FORMAT } from '#lib/workflow/workflow.ts';

const base = { summary: 'For tests.', icon: 'flask-conical', category: 'data', effects: 'none', docs: 'For tests.' } as const;

const start = defineNode({
  ...base,
  id: 'start',
  version: 1,
  title: 'Start',
  config: z.object({ inputs: startInputsSchema.default([]).meta({ title: 'Inputs', expression: 'literal' }) }),
  inputs: [],
  outputs: (config) => ({ out: { title: 'Inputs', schema: startValueSchema(config) } }),
});

const echo = defineNode({
  ...base,
  id: 'echo',
  version: 1,
  title: 'Echo',
  config: z.object({ values: namedValuesSchema.default({}).meta({ title: 'Values' }) }),
  outputs: ({ values }, infer) => ({ out: { title: 'Values', schema: schemaOfValues(values, infer) } }),
});

const fetchNode = defineNode({
  ...base,
  id: 'fetch',
  version: 1,
  title: 'Fetch',
  config: z.object({
    url: z.string().min(1).meta({ title: 'URL', description: 'The address to call.' }),
    timeoutMs: z.int().positive().optional().meta({ title: 'Time limit' }),
  }),
  outputs: {
    out: port('Response', z.object({ status: z.int(), body: z.string(), items: z.array(z.object({ name: z.string() })) })),
  },
});

const branch = defineNode({
  ...base,
  id: 'branch',
  version: 1,
  title: 'Branch',
  config: z.object({ when: z.string().min(1).meta({ title: 'When', expression: 'cel' }) }),
  outputs: (_config, { input }) => ({ true: { title: 'True', schema: input }, false: { title: 'False', schema: input } }),
});

const ask = defineNode({
  ...base,
  id: 'ask',
  version: 1,
  title: 'Ask',
  config: z.object({
    userPrompt: z.string().min(1).meta({ title: 'Prompt', description: 'What to ask.' }),
    temperature: z.number().min(0).max(2).optional().meta({ title: 'Temperature' }),
    conversation: z.string().optional().meta({ title: 'Conversation', expression: 'literal' }),
  }),
  outputs: { out: port('Answer', z.object({ output: z.string(), tokens: z.int().optional() })) },
});

/** Version 1 had `text`, version 2 `body`, version 3 a list of lines. */
const letter = defineNode({
  ...base,
  id: 'letter',
  version: 3,
  title: 'Letter',
  config: z.object({ lines: z.array(z.string()).meta({ title: 'Lines' }) }),
  outputs: { out: port('Letter', z.object({ text: z.string() })) },
  migrations: {
    2: ({ text, ...rest }) => ({ ...rest, body: text }),
    3: ({ body, ...rest }) => ({ ...rest, lines: String(body ?? '').split('\n') }),
  },
});

/** A container node type. */
const loop = defineNode({
  ...base,
  id: 'loop',
  isContainer: true,
  version: 1,
  title: 'Loop',
  config: z.object({ while: z.string().meta({ title: 'While', expression: 'cel' }) }),
  outputs: { out: port('Last', z.json()) },
});

/** Node types for tests of the document, so that these do not depend on the real ones. */
export const testNodes = { start, echo, fetch: fetchNode, branch, ask, letter, loop };

type NodeParts = { config?: Record<string, unknown>; version?: number; options?: unknown; parentId?: string };

export function node(id: string, type: string, { config = {}, version = 1, ...rest }: NodeParts = {}) {
  return { id, type, version, label: '', config, ...rest, position: { x: 0, y: 0 } };
}

/** `'fetch -> summary'` or `'check.true -> reply'`. */
function edge(text: string) {
  const [from = '', target = ''] = text.split(' -> ');
  const [source = '', sourceHandle = 'out'] = from.split('.');
  return { id: `${from}-${target}`, source, sourceHandle, target, targetHandle: 'in' };
}

/** A document with these nodes and edges, which may be invalid. */
export function document(nodes: readonly unknown[], edges: readonly string[] = []) {
  return { format: WORKFLOW_FORMAT, name: 'test', description: '', settings: {}, nodes, edges: edges.map(edge) };
}

/** A start node with one required text input `question` and one optional number `count`. */
export const startNode = node('start', 'start', {
  config: {
    inputs: [
      { name: 'question', type: 'text', required: true },
      { name: 'count', type: 'number' },
    ],
  },
});
