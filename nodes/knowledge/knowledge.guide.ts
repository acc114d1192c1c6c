import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import knowledgeNode from './knowledge.node.ts';

export default defineNodeGuide(knowledgeNode, {
  examples: [
    {
      title: 'The best five passages',
      config: { base: 'handbook', query: '{{start.question}}' },
      scope: { start: { question: 'How long do refunds take?' } },
    },
    {
      title: 'By words, in documents of one year',
      config: { base: 'reports', query: '{{start.question}}', mode: 'lexical', limit: 3, filter: { year: 2026 } },
      scope: { start: { question: 'Which shop grew most?' } },
    },
  ],
  docs: `Returns \`{ text, items, citations }\`. \`text\` has the passages with the numbers \`[1]\`, \`[2]\` … and says that they are data: put it into a prompt as
\`{{passages.text}}\` and ask the model to cite the numbers. \`citations\` says for each number which document, place and page it is: return it next to the answer.
\`items\` has each passage with its score and source. Without a passage \`text\` tells the model that there is no passage, and the lists are empty.

**lexical** finds words and their forms, in Chinese pairs of characters, and needs no model. **vector** finds the same meaning in other words, and needs a
base with an embedding model; **hybrid** does both. **model** lets a model return the points that answer the question, each
with its source: it reads all of a base of up to 24,000 characters, and of a larger one what was found best. It costs a model call.

The trace shows each search with its candidates: where each was among the words and among the meanings, its score, and which of them were returned. To let a
model search by itself, offer it the tool of the base, \`knowledge@handbook\`.`,
});
