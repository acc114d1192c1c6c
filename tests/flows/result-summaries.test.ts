import { expect, test } from 'vitest';
import { agentSpecSchema } from '#lib/agents/agent-spec.ts';
import { call, json, resultsIn, say, startReplyingModel, startSearchablePage } from '../support/replying-model.ts';
import { eventsOf, workflowOf } from '../support/test-engine.ts';

const FACT = 'The tide at noon is 4.2 metres.';
const page = () => startSearchablePage({ title: 'Tides', text: `${'Water rises and falls. '.repeat(600)}${FACT}` });
const isSummary = (first: string) => first.startsWith('You sum up what a tool returned');

test('a result that is too large reaches the model as a summary and a reference, and the small model is counted', async () => {
  const { url, host } = await page();
  const { flows, fake } = await startReplyingModel(
    ({ first, messages }) =>
      isSummary(first) ? say('At noon: 4.2 metres.') : resultsIn(messages) === 0 ? call('read_url', { url }) : say('4.2 metres'),
    { host },
  );
  const config = { userPrompt: 'How high is the tide at noon?', availableTools: ['read_url'] };
  const { outputs, events } = await flows.run(workflowOf({ ask: ['llm', { ...config, summaryModel: 'b' }] }, []));
  expect(outputs.ask).toMatchObject({ output: '4.2 metres', llmCalls: 3 });
  const [, summary, last] = fake.requests.map(({ body }) => body);
  expect(summary?.model).toBe('b');
  // The whole result is read, with the task, and neither can end the other.
  expect(String(summary?.messages.at(-1).content)).toContain(FACT);
  expect(String(summary?.messages.at(-1).content)).toContain('Task: "How high is the tide at noon?"');
  const seen = JSON.parse(String(last?.messages.at(-1).content));
  expect(seen).toMatchObject({ summary: 'At noon: 4.2 metres.', ref: expect.any(String), chars: expect.any(Number) });
  expect(seen.excerpt.length).toBeLessThanOrEqual(301);
  // The log keeps what the tool returned, and the text of the summary is not the node's answer.
  expect(eventsOf(events, 'tool_result')[0]?.result).not.toHaveProperty('summary');
  expect(
    eventsOf(events, 'content')
      .map(({ content }) => content)
      .join(''),
  ).toBe('4.2 metres');
});

test('agents of the node have their results summarised too, and a failed summary leaves the beginning', async () => {
  const { url, host } = await page();
  const { flows, fake } = await startReplyingModel(
    ({ first, messages }) => {
      if (isSummary(first)) return { status: 401 };
      if (first.includes('You read.'))
        return resultsIn(messages) === 0 ? call('read_url', { url }) : json({ summary: 'Unknown', evidence: [] });
      return resultsIn(messages) === 0 ? call('sub-agent', { name: 'reader', task: 'Read it' }) : say('Unknown');
    },
    { host },
  );
  const reader = agentSpecSchema.parse({
    id: 'reader',
    title: 'Reader',
    description: 'Reads',
    instructions: 'You read.',
    tools: ['read_url'],
  });
  const ask = { userPrompt: 'Tide?', availableTools: ['sub-agent'], agents: ['reader'], summaryModel: 'b' };
  const { status } = await flows.run({ ...workflowOf({ ask: ['llm', ask] }, []), agents: { reader } } as never);
  expect(status).toBe('succeeded');
  expect(fake.requests.filter(({ body }) => body.model === 'b').length).toBeGreaterThan(0);
  const seen = fake.requests.map(({ body }) => body.messages.at(-1)).find(({ role }) => role === 'tool');
  expect(JSON.parse(String(seen.content)).excerpt.length).toBeGreaterThan(1000);
});
