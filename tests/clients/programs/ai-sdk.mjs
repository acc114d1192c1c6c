// The AI SDK with its provider of OpenAI, `ai-sdk.mjs 5` or `6`: both APIs, a text, tools of the caller, a failure.
import { endpoints, report, server } from './target.mjs';

const load = {
  5: () => Promise.all([import('ai-5'), import('@ai-sdk/openai-2')]),
  6: () => Promise.all([import('ai-6'), import('@ai-sdk/openai-3')]),
}[process.argv[2]];
const [{ jsonSchema, stepCountIs, streamText, tool }, { createOpenAI }] = await load();

async function read({ key, slug }, api, options = {}) {
  const openai = createOpenAI({ baseURL: `${server}/v1`, apiKey: key });
  const errors = [];
  const result = streamText({
    model: openai[api](slug),
    prompt: 'Tides?',
    maxRetries: 0,
    onError: ({ error }) => errors.push(error.message ?? JSON.stringify(error)),
    ...options,
  });
  const chunks = [];
  for await (const chunk of result.textStream) chunks.push(chunk);
  return { chunks, errors, result };
}

async function readText(api) {
  const { chunks, errors, result } = await read(endpoints.answer, api);
  const { totalTokens } = await result.totalUsage;
  return { text: chunks.join(''), errors, finishReason: await result.finishReason, hasUsage: totalTokens > 0 };
}

async function callTools(api) {
  const calls = [];
  const look = tool({
    description: 'Looks something up',
    inputSchema: jsonSchema({ type: 'object', properties: { place: { type: 'string' } }, required: ['place'] }),
    execute: async ({ place }) => {
      calls.push(place);
      return { found: calls.length };
    },
  });
  const { chunks, errors, result } = await read(endpoints.caller, api, { tools: { look }, stopWhen: stepCountIs(8) });
  const steps = await result.steps;
  return { calls: calls.length, text: chunks.join(''), errors, ends: steps.map(({ finishReason }) => finishReason) };
}

const fail = async (api) => (await read(endpoints.failing, api)).errors;

const results = {};
for (const api of ['chat', 'responses'])
  results[api] = { answer: await readText(api), tools: await callTools(api), failure: await fail(api) };
report(results);
