import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import subAgentNode from './sub-agent.node.ts';

export default defineNodeGuide(subAgentNode, {
  examples: [
    {
      title: 'Ask what time it is',
      config: { agent: 'time', task: 'What time is it in {{start.city}}?' },
      scope: { start: { city: 'Shanghai' } },
    },
  ],
  docs: `The **agent** is a built-in one, one of the workspace, or \`inline\`: it is written into this node with **instructions** and **tools**, each
the id of a tool or \`{ tool, name, description, with, ask }\`, as in the node type \`llm\`.
A published version keeps the agents of the workspace as they were; \`editor@3\` names a version of one.

Gives \`{ summary, evidence, openQuestions?, nextSteps?, data? }\`, and nothing else of what the agent read and thought. The agent has its own conversation, tools and
budget; its messages and calls are shown inside this node. With a **data schema**, \`data\` is a value of that schema.

An agent with **agents** may give tasks to those. They share its budget: whatever they do counts towards its model calls and tool calls. The
**mode** and the **cost of tools** hold for the agent and all agents below it: \`read-only\` refuses every call that writes.

An agent that uses up its budget fails the node: connect the **error** port or set *On error* to continue.`,
});
