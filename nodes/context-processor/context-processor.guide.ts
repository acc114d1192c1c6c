import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import contextProcessorNode from './context-processor.node.ts';

export default defineNodeGuide(contextProcessorNode, {
  examples: [
    {
      title: 'Keep the latest two messages',
      config: {
        processorName: 'keep-recent',
        processorConfig: { keep: 2 },
        messages: [
          { role: 'user', content: 'Which is the largest planet?' },
          { role: 'assistant', content: 'Jupiter.' },
          { role: 'user', content: 'And the smallest?' },
          { role: 'assistant', content: 'Mercury.' },
        ],
      },
    },
    {
      title: 'Sum up what a model did',
      config: { processorName: 'summarize-rounds', messages: '{{answer.messages}}' },
      scope: {
        answer: {
          messages: [
            { role: 'user', content: 'Which is the largest planet?' },
            { role: 'assistant', content: 'Jupiter.' },
          ],
        },
      },
    },
  ],
  docs: `Returns \`{ messages, originalTokens, newTokens }\`. Processes a named **conversation**, for all nodes that share it, or the **messages** of a
value.

- \`compress-tool-results\` keeps the last large tool results (\`keep\`, 3) and replaces older ones with the name of the tool and a reference.
- \`summarize-rounds\` keeps every user message; the steps of the assistant between them become an \`[Assistant Execution Summary]\` written by
  the **model**, or a list of the steps if that fails.
- \`keep-recent\` keeps the latest messages (\`keep\`, 5); the rest becomes a \`[Previous conversation summary]\`: goal, work done, files,
  commands, findings, open points.
- \`token-budget\` removes the oldest rounds when the conversation has more than a share of its budget (\`max_tokens\` 128,000, \`threshold\`
  0.7); the first user message and the latest round stay.
- \`recite-plan\` repeats the todos at the end (\`[Current Task Progress]\`, at most 200 tokens); \`inject-memory\` adds the memory of the run
  (\`[Memory]\`, with \`sections\` and \`maxTokens\`, 2000), and at the start what is remembered about the user (\`[Long-term memory]\`,
  with \`longTerm\` and \`maxRecords\`, 10); \`artifact-index\` lists stored results and files (\`[Artifacts]\`, \`max\` 20).
- \`inject-tabs\` adds what the page of the conversation reported about its tabs (\`[Open tabs]\`, \`max\` 5).
- \`inject-skill\` adds the instructions of a skill at the start (\`[Active Skill Instructions]\`, \`name\`; \`instructions\`: a text instead).

LLM nodes apply the first two before each call: see their *context processors*. There, what the last four add is sent with the request and does
not stay in the conversation.`,
});
