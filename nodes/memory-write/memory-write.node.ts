import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { memorySchema } from '#lib/run/memory.ts';

/** A list, or an expression that gives one; a text is a list of one. */
function entries(title: string, description: string, placeholder?: string) {
  return z
    .json()
    .optional()
    .meta({ title, description, ...(placeholder !== undefined && { ui: { placeholder } }) });
}

export default defineNode({
  id: 'memory-write',
  version: 1,
  title: 'Write memory',
  summary: 'Adds goals, decisions, facts and questions to the memory of the run.',
  icon: 'notebook-pen',
  category: 'data',
  config: z
    .object({
      facts: entries('Facts', 'What is known now: texts, or { fact, sourceMessageId }.', '{{answer.output}}'),
      decisions: entries('Decisions', 'What was decided: texts, or { decision, rationale }.'),
      goals: entries('Goals', 'What the work is for: texts.'),
      openQuestions: entries('Open questions', 'What is still to be found out: texts, or { question, context }.'),
      resolved: entries('Resolved', 'Open questions that are answered, by text or id: they are removed.'),
      todos: entries('Todos', 'Steps: texts, or { text, status, owner }. A known id or text changes that step.'),
    })
    .check(({ value, issues }) => {
      if (Object.values(value).some((given) => given !== undefined)) return;
      issues.push({ code: 'custom', path: ['facts'], input: undefined, message: 'Write at least one entry' });
    }),
  outputs: { out: port('Memory', memorySchema) },
  // It is not repeated: the end of the node has its change.
  effects: 'read',
  reaches: {},
  mainField: 'facts',
  examples: [
    {
      title: 'Keep what a model found',
      config: { facts: ['{{answer.output}}'], resolved: ['How fast is it?'] },
      scope: { answer: { output: 'It starts in 90 ms' } },
    },
    {
      title: 'A decision with its reason',
      config: {
        goals: ['Choose a database'],
        decisions: [{ decision: 'Use Postgres', rationale: 'the team knows it' }],
        todos: [{ text: 'Migrate the data', owner: 'project' }],
      },
    },
  ],
  docs: `The memory belongs to the run: goals, decisions, todos, facts and open questions. This node merges its entries into it when it ends;
entries whose text is there already are not added again. Returns the whole memory as it then is, so \`{{note.facts}}\` works.

Models read the memory with the context processor \`inject-memory\`; a model with the tool \`update_memory\` writes it, agents that are called as tools
cannot. Each list keeps its latest 100 entries. The page of the run shows the memory with its history.`,
});
