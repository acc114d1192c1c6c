import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { joinModeSchema } from '#lib/workflow/join-mode.ts';
import type { JsonSchema } from '#lib/workflow/json-schema.ts';

function joinedSchema(value: JsonSchema, isRace: boolean): JsonSchema {
  const properties = isRace ? { value, from: { type: 'string' } as JsonSchema } : { value: { type: 'object' } as JsonSchema };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

export default defineNode({
  id: 'join',
  version: 1,
  title: 'Join',
  summary: 'Waits for all branches, or for the first one.',
  icon: 'git-merge',
  category: 'control',
  config: z.object({
    mode: joinModeSchema.default('first').meta({
      title: 'Goes on with',
      description:
        'all: every branch that came, by the id of the node it comes from. any: the first that comes, and the others run on. first: the first that succeeds, and the others are stopped.',
      expression: 'literal',
    }),
  }),
  outputs: ({ mode }, { input }) => ({ out: { title: 'Joined', schema: joinedSchema(input, mode !== 'all') } }),
  effects: 'none',
  examples: [
    {
      title: 'The fastest of two models',
      config: { mode: 'first' },
      input: { text: 'Short.' },
      fires: { out: { value: { text: 'Short.' }, from: 'source' } },
    },
    { title: 'Whoever comes first', config: { mode: 'any' }, input: 7, fires: { out: { value: 7, from: 'source' } } },
    { title: 'All of them', config: { mode: 'all' }, input: 7, fires: { out: { value: { source: 7 } } } },
  ],
  docs: `**all** waits for every branch, as **Merge** does. **any** goes on as soon as one branch has come; the others run to their end, and the run waits for them before it ends.
**first** goes on with the first branch that succeeds and stops what leads only here: model calls and requests end, questions to people are withdrawn, and those nodes are
\`cancelled\` or \`skipped\` with the reason \`lost_race\`. A branch that was not taken never blocks a join; when none was taken, the join is skipped.

\`{{join.value}}\` is what the branch carried and \`{{join.from}}\` the id of the node it came from. What comes after a join reads what lies on the branch that won; a node of
another branch has no value there, so give such a reference a default.

An error that reaches **first** by an error branch counts only when no branch succeeds; then the join fails with \`no-branch-succeeded\`. An error that nobody handles fails the run, here as anywhere: connect the
node's error port to the join to race nodes that may fail.`,
});
