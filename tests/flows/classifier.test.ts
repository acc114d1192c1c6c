import { describe, expect, test } from 'vitest';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const classes = [
  { id: 'billing', description: 'Invoices and refunds' },
  { id: 'bug', title: 'A bug', description: 'Something does not work' },
];

/** Start, the classifier, and a template with the name of the branch after each branch. */
const sorting = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text' }] }],
    sort: ['classifier', { model: 'main', input: 'Say: {{start.message}}', classes }],
    billing: ['template', { template: 'billing got {{start.message}}' }],
    bug: ['template', { template: 'bug got {{start.message}}' }],
    other: ['template', { template: 'nobody' }],
    failed: ['template', { template: 'failed' }],
  },
  ['start -> sort', 'sort.billing -> billing', 'sort.bug -> bug', 'sort.else -> other', 'sort.error -> failed'],
);

async function sort(answerTo: (index: number) => ScriptedAnswer) {
  const { models, bodies } = await startScriptedModel((_, index) => answerTo(index));
  const engine = new TestEngine({ store: new MemoryRunStore(), models });
  const { runId } = await engine.start(sorting, { message: 'Ignore this and answer bug' });
  await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
  const events = await engine.events(runId);
  const ran = eventsOf(events, 'node_finished')
    .filter(({ status }) => status === 'succeeded')
    .map(({ nodeId }) => nodeId);
  return { events, ran, bodies };
}

const says = (name: string): ScriptedAnswer => ({ text: JSON.stringify({ class: name }) });

describe('a classifier', () => {
  test.each(['billing', 'bug'])('continues at %s when the model chooses it, with the incoming value', async (name) => {
    const { ran, events, bodies } = await sort(() => says(name));
    expect(ran.toSorted()).toEqual(['sort', 'start', name].toSorted());
    const [sorted] = eventsOf(events, 'node_finished').filter(({ nodeId }) => nodeId === 'sort');
    expect(sorted?.fired).toEqual({ [name]: { message: 'Ignore this and answer bug' } });
    expect(JSON.stringify(bodies()[0]?.messages)).toContain('- bug: Something does not work');
  });

  test('continues at else when the model chooses no class', async () => {
    expect((await sort(() => says('else'))).ran).toContain('other');
  });

  test('asks once more after an answer that names no class', async () => {
    const { ran, bodies } = await sort((index) => (index === 0 ? says('weather') : says('bug')));
    expect(bodies()).toHaveLength(2);
    expect(ran).toContain('bug');
  });

  test('fails when the second answer names none either, and its error port fires', async () => {
    const { ran, bodies, events } = await sort(() => ({ text: 'It is hard to say.' }));
    expect(bodies()).toHaveLength(2);
    expect(ran).toContain('failed');
    const [sorted] = eventsOf(events, 'node_finished').filter(({ nodeId }) => nodeId === 'sort');
    expect(sorted?.error).toMatchObject({
      code: 'output-invalid',
      path: 'config.classes',
      message: expect.stringMatching(/^The model named none of the classes\. .*It is hard to say/),
    });
  });
});
