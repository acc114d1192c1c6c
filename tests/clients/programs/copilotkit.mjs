// CopilotKit: its runtime with endpoints as agents over AG-UI, and its core as the page, with one tool.
import { createServer } from 'node:http';
import { buildResumeArray, HttpAgent } from '@ag-ui/client';
import { CopilotKitCore } from '@copilotkit/core';
import { CopilotRuntime } from '@copilotkit/runtime/v2';
import { createCopilotNodeListener } from '@copilotkit/runtime/v2/node';
import { z } from 'zod';
import { addressOf, endpoints, report } from './target.mjs';

/** The core only connects in a page. */
globalThis.window = globalThis;
const agents = Object.fromEntries(
  ['answer', 'caller', 'approval', 'failing'].map((name) => {
    const headers = { Authorization: `Bearer ${endpoints[name].key}` };
    return [name, new HttpAgent({ url: addressOf(endpoints[name], '/ag-ui'), headers })];
  }),
);
const basePath = '/api/copilotkit';
const runtime = createServer(createCopilotNodeListener({ runtime: new CopilotRuntime({ agents }), basePath }));
await new Promise((resolve) => runtime.listen(0, '127.0.0.1', resolve));

const calls = [];
const errors = [];
const look = {
  name: 'look',
  description: 'Looks something up on the page',
  parameters: z.object({ place: z.string() }),
  handler: async ({ place }) => `found ${calls.push(place)}`,
};
const core = new CopilotKitCore({ runtimeUrl: `http://127.0.0.1:${runtime.address().port}${basePath}`, tools: [look] });
await new Promise((resolve) => core.subscribe({ onAgentsChanged: ({ agents }) => agents.answer && resolve() }));
core.subscribe({ onError: ({ error }) => void errors.push(error.message) });

async function talk(name, texts) {
  const agent = core.getAgent(name);
  for (const [index, content] of texts.entries()) {
    agent.addMessage({ id: `${name}-${index}`, role: 'user', content });
    await core.runAgent({ agent });
  }
  return agent.messages.map(({ role, content }) => [role, content]);
}

async function approve(name) {
  const agent = core.getAgent(name);
  agent.addMessage({ id: `${name}-0`, role: 'user', content: 'Send it' });
  await core.runAgent({ agent });
  const { pendingInterrupts: asked } = agent;
  const answers = Object.fromEntries(asked.map(({ id }) => [id, { status: 'resolved', payload: { approved: true } }]));
  await core.runAgent({ agent, resume: buildResumeArray(asked, answers) });
  return { asked: asked.map(({ message }) => message), said: agent.messages.at(-1).content };
}

report({
  agents: Object.keys(core.agents),
  turns: await talk('answer', ['Tides?', 'And then?']),
  tools: await talk('caller', ['Tides?']),
  calls: calls.length,
  approval: await approve('approval'),
  problems: errors.splice(0),
  failing: await talk('failing', ['Try it']),
  errors,
});
