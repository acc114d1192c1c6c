import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { memorySchema } from '#lib/run/memory.ts';

export default defineNode({
  id: 'memory-read',
  version: 1,
  title: 'Read memory',
  summary: 'Returns the structured memory of the run.',
  icon: 'notebook-text',
  category: 'data',
  config: z.object({}),
  outputs: { out: port('Memory', memorySchema) },
  // What it returns depends on the nodes that ended before it.
  effects: 'read',
  reaches: {},
  mainField: 'facts',
  examples: [{ title: 'What the run knows', config: {} }],
  docs: `Returns \`{ version, sessionId, goals, decisions, todos, facts, openQuestions }\` as nodes that ended before have written them, by
\`memory-write\` or by the tool \`update_memory\`. \`version\` counts the changes; \`sessionId\` is the id of the run. A called workflow has a memory of its own.`,
});
