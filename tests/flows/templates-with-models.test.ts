import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import {
  call,
  json,
  type Reply,
  resultsIn,
  say,
  startReplyingModel,
  startSearchablePage,
} from '#tests/support/replying-model.ts';
import { eventsOf } from '#tests/support/test-engine.ts';

const opening = (key: Parameters<typeof promptText>[1]) => promptText('en', key, { max: 20 }).slice(0, 25);

/** The template, and an engine whose models answer by `reply`. */
async function prepare(id: string, reply: Reply, around?: Parameters<typeof startReplyingModel>[1]) {
  const file = fileURLToPath(new URL(`../../templates/${id}.workflow.json`, import.meta.url));
  const workflow: Workflow = workflowSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { workflow, ...(await startReplyingModel(reply, around)) };
}

test('plan-and-execute plans, changes the plan after a step that failed, and checks it before it answers', async () => {
  const { workflow, flows } = await prepare('plan-and-execute', ({ messages, last }) => {
    if (last.includes(opening('plan-make'))) return json({ steps: ['Read the time in Shanghai', 'Ask the calendar'] });
    if (last.includes('A step failed: No tool reads calendars')) return json({ steps: ['Choose by office hours'] });
    if (last.includes(opening('plan-check'))) return json({ verdict: 'complete' });
    if (last.includes(opening('plan-answer'))) return json({ answer: 'Tuesday, 8:00 in San Francisco', open: ['Calendars'] });
    const step = messages.findLast(({ content }) => content?.startsWith('Do step '))?.content ?? '';
    if (step.includes('Ask the calendar')) return json({ status: 'failed', result: 'No tool reads calendars' });
    return resultsIn(messages) === 0
      ? call('time-now', { timezone: 'Asia/Shanghai' })
      : json({ status: 'done', result: 'Known' });
  });
  const { status, outputs, events } = await flows.run(workflow);
  expect({ status, outputs }).toEqual({
    status: 'succeeded',
    outputs: { answer: 'Tuesday, 8:00 in San Francisco', open: ['Calendars'] },
  });
  const plans = eventsOf(events, 'plan_updated');
  expect(plans.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['planned', 'replanned', 'complete']));
  expect(plans.at(-1)?.todos.map(({ text, status: end }) => [text, end])).toEqual([
    ['Read the time in Shanghai', 'done'],
    ['Ask the calendar', 'failed'],
    ['Choose by office hours', 'done'],
  ]);
});

test('review-with-judge lets three models review, and returns the review that the judge chose', async () => {
  const review = (advice: string) => ({ verdict: 'mend', problems: [{ quote: 'never', why: 'It can', mend: 'rarely' }], advice });
  const { workflow, flows, fake } = await prepare('review-with-judge', ({ first, body }) => {
    if (first.includes(opening('judge'))) return json({ winner: 'B', reason: 'It quotes exactly.' });
    return json(review(`by ${body.model}`));
  });
  const node = workflow.nodes.find(({ id }) => id === 'review');
  if (node) node.config = { ...node.config, candidateModels: ['main', 'b', 'c'] };
  const { status, outputs, events } = await flows.run(workflow);
  expect({ status, outputs }).toEqual({ status: 'succeeded', outputs: { ...review('by b') } });
  expect(fake.requests.map(({ body }) => body.model).toSorted()).toEqual(['a', 'a', 'b', 'c']);
  const candidates = eventsOf(events, 'tool_result').map(({ result }) => result as { model: string; isChosen: boolean });
  expect(candidates.map(({ model, isChosen }) => [model, isChosen])).toEqual([
    ['main', false],
    ['b', true],
    ['c', false],
  ]);
});

test('orchestrator gives each agent its part, and merges what they found', async () => {
  const page = await startSearchablePage({ title: 'Holidays', text: 'Tuesday is Culture Day.' });
  const { workflow, flows, fake } = await prepare(
    'orchestrator',
    ({ first, messages, body }) => {
      const names = (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name);
      if (first.startsWith('You answer a question with the help of agents.'))
        return (
          [
            call('sub-agent', { name: 'time', task: 'What time is it in Tokyo?' }),
            call('sub-agent', { name: 'research', task: 'Is today a holiday in Japan?' }),
          ][resultsIn(messages)] ?? say('No: it is Culture Day [1].')
        );
      if (names.includes('time-now'))
        return resultsIn(messages) === 0
          ? call('time-now', { timezone: 'Asia/Tokyo' })
          : json({ summary: 'It is morning.', evidence: [] });
      return (
        [call('web_search', { query: 'holidays Japan' }), call('read_url', { url: page.url })][resultsIn(messages)] ??
        json({ summary: 'Tuesday is Culture Day [1].', evidence: [{ url: page.url, quote: 'Culture Day' }] })
      );
    },
    page,
  );
  const { status, outputs, events } = await flows.run(workflow);
  expect({ status, outputs }).toEqual({ status: 'succeeded', outputs: { answer: 'No: it is Culture Day [1].' } });
  const inAgents = eventsOf(events, 'tool_result').map(({ name, status: end, parent }) => [parent?.agent, name, end]);
  expect(inAgents).toEqual([
    ['time', 'time-now', 'success'],
    [undefined, 'sub-agent', 'success'],
    ['research', 'web_search', 'success'],
    ['research', 'read_url', 'success'],
    [undefined, 'sub-agent', 'success'],
  ]);
  // What the agents read stays with them: the caller gets their findings alone.
  const sent = JSON.stringify(fake.requests.at(-1)?.body.messages);
  expect(sent).toContain('Tuesday is Culture Day');
  expect(sent).not.toContain('About Holidays');
});
