import { z } from 'zod';
import { defineNode, type FieldUi, port } from '#lib/node-kit/define-node.ts';
import { memorySchema } from '#lib/run/memory.ts';

const ofRun = { visibleWhen: { scope: ['run'] } };

/** A list, or an expression that gives one; a text is a list of one. */
function entries(title: string, description: string, ui: FieldUi = ofRun) {
  return z.json().optional().meta({ title, description, ui });
}

const recordsSchema = z.object({
  records: z.array(z.object({ recordId: z.string(), at: z.string(), text: z.string() })),
});

export default defineNode({
  id: 'memory-write',
  version: 1,
  title: 'Write memory',
  summary: 'Adds goals, decisions, facts and questions to the memory of the run, or facts about its user.',
  icon: 'notebook-pen',
  category: 'data',
  config: z
    .object({
      scope: z.enum(['run', 'user']).default('run').meta({
        title: 'Memory of',
        description: 'run: known until the run ends; user: facts that later runs of the same user know, too.',
        expression: 'literal',
      }),
      facts: entries('Facts', 'What is known now: texts, or { fact, sourceMessageId }.', { placeholder: '{{answer.output}}' }),
      decisions: entries('Decisions', 'What was decided: texts, or { decision, rationale }.'),
      goals: entries('Goals', 'What the work is for: texts.'),
      openQuestions: entries('Open questions', 'What is still to be found out: texts, or { question, context }.'),
      resolved: entries('Resolved', 'Open questions that are answered, by text or id: they are removed.'),
      todos: entries('Todos', 'Steps: texts, or { text, status, owner }. A known id or text changes that step.'),
    })
    .check(({ value, issues }) => {
      const { scope, facts, ...others } = value;
      if (facts !== undefined) return;
      if (scope === 'run' && Object.values(others).some((given) => given !== undefined)) return;
      issues.push({ code: 'custom', path: ['facts'], input: undefined, message: 'Write at least one entry' });
    }),
  outputs: ({ scope }) => ({ out: scope === 'user' ? port('Records', recordsSchema) : port('Memory', memorySchema) }),
  // Of the run: it is not repeated, since the end of the node has its change.
  effects: ({ scope }) => (scope === 'user' ? 'write' : 'read'),
  reaches: {},
  mainField: 'facts',
});
