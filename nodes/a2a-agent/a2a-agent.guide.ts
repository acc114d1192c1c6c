import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import a2aAgentNode from './a2a-agent.node.ts';

export default defineNodeGuide(a2aAgentNode, {
  examples: [
    {
      title: 'Ask an agent',
      config: { url: 'https://example.com/agents/support', auth: 'support', message: '{{start.question}}' },
      scope: { start: { question: 'Where is my order?' } },
    },
    {
      title: 'Give it fields',
      config: { url: 'https://example.com/agents/orders/.well-known/agent-card.json', data: { orderId: '{{start.orderId}}' } },
      scope: { start: { orderId: 7 } },
    },
  ],
  docs: `Reads the agent card (\`/.well-known/agent-card.json\` below the address), sends the message over JSON-RPC, and follows the task until it
ends. Agents of protocol 1.0 and 0.3 are called in their own format. Returns \`{ text, data, taskId, contextId }\`: the text and the first data part
of the result.

An agent that needs an answer first fires **asks** instead of **out**, with its question as \`text\`. Send the answer with another node that has
this \`taskId\`. A task that fails, is rejected, wants another sign-in or takes longer than the time limit is an error: connect the **error** port. A
run that is stopped cancels the task.

The agent has to be on the server of its card, so that a credential goes nowhere else. Addresses inside your network are refused unless an
administrator has allowed the host and port. A message that was accepted is not sent again after a crash: the task is followed further.`,
});
