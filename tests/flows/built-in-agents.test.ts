import { expect, test } from 'vitest';
import type { WorkerResult } from '#lib/agents/worker-task.ts';
import { call, json, resultsIn, startReplyingModel, startSearchablePage } from '#tests/support/replying-model.ts';
import { eventsOf, workflowOf } from '#tests/support/test-engine.ts';

const offered = (body: { tools?: { function: { name: string } }[] }) => (body.tools ?? []).map((tool) => tool.function.name);

test('research searches, reads the page that it found, and reports what it says with its address', async () => {
  const page = await startSearchablePage({ title: 'Tides', text: 'The Moon raises the tides.' });
  const { flows, fake } = await startReplyingModel(
    ({ messages }) =>
      [call('web_search', { query: 'tides' }), call('read_url', { url: page.url })][resultsIn(messages)] ??
      json({ summary: 'The Moon raises them [1].', evidence: [{ url: page.url, quote: 'The Moon raises the tides' }] }),
    page,
  );
  const { status, outputs, events } = await flows.run(
    workflowOf({ ask: ['sub-agent', { agent: 'research', task: 'Why tides?' }] }, []),
  );
  expect(status).toBe('succeeded');
  const { summary, evidence, citations } = outputs.ask as WorkerResult;
  expect(summary).toBe('The Moon raises them [1].');
  expect(evidence).toEqual([{ url: page.url, quote: 'The Moon raises the tides' }]);
  expect(citations).toMatchObject([{ index: 1, url: page.url, title: 'Tides' }]);
  expect(eventsOf(events, 'tool_result').map(({ name, status: end }) => [name, end])).toEqual([
    ['web_search', 'success'],
    ['read_url', 'success'],
  ]);
  // Nothing that writes is offered.
  expect(offered(fake.requests[0]?.body ?? {}).sort()).toEqual(['read_result', 'read_url', 'web_search']);
});

test('orchestrator splits its task between the other built-in agents and merges what they report', async () => {
  const page = await startSearchablePage({ title: 'Holidays', text: 'Tuesday is Culture Day.' });
  const { flows, fake } = await startReplyingModel(({ first, messages, body }) => {
    if (first.startsWith('You are an orchestrator'))
      return (
        [
          call('sub-agent', { name: 'time', task: 'What weekday is it in Tokyo?', scope: 'The weekday alone' }),
          call('sub-agent', { name: 'research', task: 'Which day is a holiday?', scope: 'Holidays alone' }),
        ][resultsIn(messages)] ?? json({ summary: 'Tuesday, a holiday [1].', evidence: [] })
      );
    if (offered(body).includes('time-now'))
      return resultsIn(messages) === 0
        ? call('time-now', { timezone: 'Asia/Tokyo' })
        : json({ summary: 'Tuesday.', evidence: [] });
    return resultsIn(messages) === 0 ? call('read_url', { url: page.url }) : json({ summary: 'Culture Day [1].', evidence: [] });
  }, page);
  const { status, outputs, events } = await flows.run(
    workflowOf({ ask: ['sub-agent', { agent: 'orchestrator', task: 'Is today a holiday in Japan?' }] }, []),
  );
  expect(status).toBe('succeeded');
  // What its agents cite gets the numbers of the orchestrator.
  expect(outputs.ask).toMatchObject({ summary: 'Tuesday, a holiday [1].', citations: [{ index: 1, url: page.url }] });
  expect(eventsOf(events, 'tool_result').map(({ name, parent }) => [parent?.agent, name])).toEqual([
    ['time', 'time-now'],
    ['orchestrator', 'sub-agent'],
    ['research', 'read_url'],
    ['orchestrator', 'sub-agent'],
  ]);
  const tasks = fake.requests.map(({ body }) => String(body.messages[1].content));
  expect(tasks).toContainEqual('Which day is a holiday?\n\nScope of the task: Holidays alone');
});
