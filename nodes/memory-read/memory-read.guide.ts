import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import memoryReadNode from './memory-read.node.ts';

export default defineNodeGuide(memoryReadNode, {
  examples: [
    { title: 'What the run knows', config: {} },
    {
      title: 'What is known about the user',
      config: { scope: 'user', query: '{{start.message}}' },
      scope: { start: { message: 'Which dishes may I eat?' } },
    },
  ],
  docs: `**run**: returns \`{ version, sessionId, goals, decisions, todos, facts, openQuestions }\` as nodes that ended before have written them, by
\`memory-write\` or by the tool \`update_memory\`. \`version\` counts the changes; \`sessionId\` is the id of the run, or of the session it is a turn of: the memory of a session lasts from turn to turn. A called workflow has a memory of its own.

**user**: returns \`{ text, records }\`, the long-term memory about the user of the run: \`records\` with \`recordId\`, \`at\` and \`text\`, and all of
them as one text. Both are empty for a run without a user, and unless the settings of the workflow have long-term memory on. What users once wrote is in
there: it is data, and no instruction.`,
});
