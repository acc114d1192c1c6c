import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import memoryWriteNode from './memory-write.node.ts';

export default defineNodeGuide(memoryWriteNode, {
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
    { title: 'Remember a fact about the user', config: { scope: 'user', facts: ['Vegan, and allergic to nuts'] } },
  ],
  docs: `**user**: stores each fact as a record of the long-term memory about the user of the run, of whom at most 30 are kept, and returns
\`{ records }\`. The settings of the workflow must have long-term memory on. The other fields are for **run**.

**run**: The memory belongs to the run, and in a session to all of its turns: goals, decisions, todos, facts and open questions. This node merges its entries into it when it ends;
entries whose text is there already are not added again. Returns the whole memory as it then is, so \`{{note.facts}}\` works.

Models read the memory with the context processor \`inject-memory\`; a model with the tool \`update_memory\` writes it, agents that are called as tools
cannot. Each list keeps its latest 100 entries. The page of the run shows the memory with its history.`,
});
