// An agent of LangChain whose model is an endpoint with tools of the caller: three calls, and then the answer.
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { endpoints, report, server } from './target.mjs';

async function runAgent(useResponsesApi) {
  const { slug, key } = endpoints.caller;
  let calls = 0;
  const look = tool(() => `found ${++calls}`, {
    name: 'look',
    description: 'Looks something up',
    schema: z.object({ place: z.string() }),
  });
  const model = new ChatOpenAI({
    model: slug,
    apiKey: key,
    configuration: { baseURL: `${server}/v1` },
    useResponsesApi,
    maxRetries: 0,
  });
  const agent = createAgent({ model, tools: [look] });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Tides?' }] });
  return {
    calls,
    types: messages.map((message) => message.getType()),
    ids: new Set(messages.map(({ id }) => id)).size,
    text: messages.at(-1).text,
  };
}

report({ chat: await runAgent(false), responses: await runAgent(true) });
