import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { Citation } from '#lib/text/citation.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

type Config = Record<string, unknown>;
const pages = [
  { title: 'Tides', url: 'https://sea.example/tides', snippet: 'Tides follow the moon.' },
  { title: 'Waves', url: 'https://sea.example/waves', snippet: 'Waves follow the wind.' },
];

/** A run of one model node with a search that finds these pages. */
async function ask(answers: readonly ScriptedAnswer[], config: Config = {}, found = pages) {
  const model = await startScriptedModel((_, index) => answers[index] ?? { text: 'no more' });
  const search = { search: async () => found };
  const engine = new TestEngine({ models: model.models, tools: makeToolKit({ payloads: makeMemoryPayloads(), search }) });
  const node = ['llm', { model: 'main', userPrompt: 'Why tides?', availableTools: ['web_search'], ...config }] as [
    string,
    Config,
  ];
  const ended = await engine.run(workflowOf({ ask: node }, []));
  const results = eventsOf(ended.events, 'tool_result');
  const toolMessageOf = (request: number) =>
    model.bodies()[request]?.messages.findLast(({ role }: { role: string }) => role === 'tool');
  return { ...ended, results, bodies: model.bodies, toolMessageOf };
}
const searchFor = (query: string, id?: string): ScriptedAnswer => ({
  calls: [{ name: 'web_search', args: JSON.stringify({ query }), ...(id !== undefined && { id }) }],
});

test('the answer cites pages by number, and the node lists what it cites', async () => {
  const { outputs, toolMessageOf, results, events } = await ask([
    searchFor('tides waves'),
    { text: 'Wind makes waves [2]. Fish swim [9].' },
  ]);
  expect(JSON.parse(toolMessageOf(1)?.content).citeAs).toEqual({ [pages[0]?.url ?? '']: '[1]', [pages[1]?.url ?? '']: '[2]' });
  const { citations } = outputs.ask as { citations: Citation[] };
  expect(eventsOf(events, 'content').at(-1)).toMatchObject({ content: '', citations });
  expect(citations).toEqual([{ index: 2, domain: 'sea.example', ...pages[1] }]);
  expect(results[0]?.citations?.map(({ url }) => url)).toEqual(pages.map(({ url }) => url));
});

test('nodes that share a conversation share its numbers', async () => {
  const model = await startScriptedModel(
    (_, index) => [searchFor('tides'), { text: 'Moon [1]' }, { text: 'As I said [1].' }][index] ?? { text: '' },
  );
  const search = { search: async () => pages };
  const engine = new TestEngine({ models: model.models, tools: makeToolKit({ payloads: makeMemoryPayloads(), search }) });
  const shared = { model: 'main', conversation: 'talk' };
  const flow = workflowOf(
    {
      first: ['llm', { ...shared, userPrompt: 'Why?', availableTools: ['web_search'] }],
      second: ['llm', { ...shared, userPrompt: 'Again?' }],
    },
    ['first -> second'],
  );
  const { outputs } = await engine.run(flow);
  expect((outputs.second as { citations: Citation[] }).citations.map(({ title }) => title)).toEqual(['Tides']);
});

test('a search without a fitting page is invalid by rule, and the model learns why', async () => {
  const { results, toolMessageOf } = await ask([searchFor('volcanoes'), { text: 'I found nothing.' }]);
  const reason = 'None of the 2 pages found mentions a word of the query';
  expect(results[0]?.verdict).toEqual({ isValid: false, by: 'rule', reason, problems: [reason] });
  expect(JSON.parse(toolMessageOf(1)?.content)).toMatchObject({ verdict: 'invalid', reason, doNotRelyOnIt: true });
});

test.each([
  ['another name', { name: 'look_up', with: { num_results: 2 } }, { query: 'volcanoes' }],
  ['a fixed query', { with: { query: 'volcanoes' } }, {}],
])('a search with %s is checked, too', async (_, binding, args) => {
  const { name = 'web_search' } = binding as { name?: string };
  const { results } = await ask([{ calls: [{ name, args: JSON.stringify(args) }] }, { text: 'I found nothing.' }], {
    availableTools: [{ tool: 'web_search', ...binding }],
  });
  expect(results[0]).toMatchObject({ name, status: 'success', verdict: { isValid: false, by: 'rule' } });
});

test('an empty search is invalid too; switched off, nothing is checked', async () => {
  const empty = await ask([searchFor('tides'), { text: 'Nothing.' }], {}, []);
  expect(empty.results[0]?.verdict?.reason).toBe('The search found no page');
  const off = await ask([searchFor('volcanoes'), { text: 'x' }], { validateResults: 'off' });
  expect(off.results[0]?.verdict).toBeUndefined();
  expect(JSON.parse(off.toolMessageOf(1)?.content).verdict).toBeUndefined();
});

test('a stricter model judges what the rule lets pass; its call is in the trace and paid once', async () => {
  const verdict = { isValid: false, reason: 'The pages are an advertisement.', problems: ['no source', 'no date'] };
  const answers = [searchFor('tides'), { text: JSON.stringify(verdict) }, { text: 'Then I do not know.' }];
  const { results, bodies, outputs, events } = await ask(answers, { validateResults: 'model', validatorModel: 'words' });
  expect(results[0]?.verdict).toEqual({ ...verdict, by: 'words' });
  expect(bodies()[1]?.messages[1].content).toContain('Tides follow the moon.');
  expect(outputs.ask).toMatchObject({ output: 'Then I do not know.', llmCalls: 2 });
  expect(eventsOf(events, 'llm_result')).toHaveLength(3);
});

test('prose of the judging model is an unclear verdict, with which the result is accepted', async () => {
  const answers = [searchFor('tides'), { text: 'well, hm' }, { text: 'The moon.' }];
  const { results, outputs, toolMessageOf } = await ask(answers, { validateResults: 'model', validatorModel: 'words' });
  const reason = 'The model gave no verdict but said: well, hm';
  expect(results[0]?.verdict).toEqual({ isValid: true, isUnclear: true, by: 'words', reason });
  expect(JSON.parse(toolMessageOf(2)?.content).verdict).toBeUndefined();
  expect(outputs.ask).toMatchObject({ output: 'The moon.' });
});

test('the judging model is called without chance, and for JSON', async () => {
  const answers = [searchFor('tides'), { text: '{"isValid":true,"reason":"It fits.","problems":[]}' }, { text: 'The moon.' }];
  const { bodies } = await ask(answers, { validateResults: 'model', validatorModel: 'words' });
  expect(bodies()[1]).toMatchObject({ temperature: 0, response_format: { type: 'json_object' } });
});
