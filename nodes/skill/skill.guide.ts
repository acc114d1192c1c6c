import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import skillNode from './skill.node.ts';

export default defineNodeGuide(skillNode, {
  examples: [
    {
      title: 'The skill for what a user asks for',
      config: { message: '{{start.message}}' },
      scope: { start: { message: 'Research the market for electric bicycles' } },
    },
    {
      title: 'One of two skills, chosen by a model',
      config: { message: '{{start.message}}', skills: ['deep_research', 'contract-review'], mode: 'model' },
      scope: { start: { message: 'Is this lease fair?' } },
    },
  ],
  docs: `Returns \`{ skillId, score, reason, title, instructions, allowedTools, candidates }\`. \`skillId\` is the name of the skill that fits best, or null when no
skill reaches **lowest score**: a condition \`skill.skillId != null\` branches on it. \`instructions\` is the body of the skill: put it into the system prompt of a
model as \`{{skill.instructions}}\`. \`candidates\` lists what else could fit.

Words and their meanings in English and Chinese are compared with the names, descriptions and texts of the skills; triggers raise a score, and are never needed.
With an embedding model the meaning of the whole message counts too. **model** lets a model choose, which costs a model call.

To let a model use skills by itself, set **skills** of the node \`llm\` instead: then the tools and limits of the skill hold while it is active.`,
});
