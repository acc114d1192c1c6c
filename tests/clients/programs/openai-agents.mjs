// The Agents SDK of OpenAI: an agent of one endpoint hands over to one of another endpoint, over both APIs.
import { Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
import { endpoints, report, server } from './target.mjs';

const apis = { chat: OpenAIChatCompletionsModel, responses: OpenAIResponsesModel };
const runner = new Runner({ tracingDisabled: true });

async function runAgents(Model) {
  const modelOf = ({ slug, key }) => new Model(new OpenAI({ baseURL: `${server}/v1`, apiKey: key, maxRetries: 0 }), slug);
  const last = new Agent({ name: 'Writer', instructions: 'Write the answer.', model: modelOf(endpoints.answer) });
  const first = new Agent({ name: 'Desk', instructions: 'Hand over.', model: modelOf(endpoints.handing), handoffs: [last] });
  const handed = await runner.run(first, 'Tides?');

  let calls = 0;
  const look = tool({
    name: 'look',
    description: 'Looks something up',
    parameters: z.object({ place: z.string() }),
    execute: async () => `found ${++calls}`,
  });
  const alone = new Agent({ name: 'Alone', model: modelOf(endpoints.caller), tools: [look] });
  const { finalOutput } = await runner.run(alone, 'Tides?');
  return { handedTo: handed.lastAgent.name, answer: handed.finalOutput, calls, text: finalOutput };
}

const results = {};
for (const [name, Model] of Object.entries(apis)) results[name] = await runAgents(Model);
report(results);
