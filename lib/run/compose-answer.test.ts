import { expect, test } from 'vitest';
import { answerMarkdown, composeAnswer, runReference, withoutOwnAddresses } from './compose-answer.ts';

const source = (index: number, title: string, url = '/knowledge?base=b&document=d') => ({
  index,
  title,
  url,
  domain: 'b',
  snippet: 'A chunk. '.repeat(60),
  page: 3,
});
const answerOf = (outputs: Record<string, unknown>, replies: string[] = []) => composeAnswer({ replies, outputs });

test('sources stand beside the text, whichever output has them, and only those that it cites', () => {
  const value_2 = [source(1, 'Returns'), source(2, 'Shipping', 'https://shop.example/ship')];
  const answer = answerOf({ value: 'Seven days [2].', value_2 });
  expect(answer).toEqual([
    { kind: 'text', markdown: 'Seven days [2].' },
    {
      kind: 'sources',
      sources: [{ index: 2, title: 'Shipping', page: 3, snippet: expect.any(String), url: 'https://shop.example/ship' }],
    },
  ]);
  const [, sources] = answerOf({ value: 'Seven days.', more: { citations: value_2 } });
  expect(sources).toMatchObject({ sources: [{ title: 'Returns' }, { title: 'Shipping' }] });
  const snippet = sources?.kind === 'sources' ? sources.sources[0]?.snippet : '';
  expect(snippet?.length).toBe(300);
  expect(JSON.stringify(withoutOwnAddresses(sources ? [sources] : []))).not.toContain('/knowledge');
});

test('sources of a reply come from the outputs, and from the texts that leave', () => {
  const values = { replies: ['So it is [1].'], outputs: {}, citations: [source(1, 'Manual')] };
  expect(composeAnswer(values)).toMatchObject([{ kind: 'text' }, { kind: 'sources', sources: [{ title: 'Manual' }] }]);
  expect(answerOf({ docs: [source(1, 'Manual')] }, ['So it is [1].'])).toMatchObject([{}, { sources: [{ title: 'Manual' }] }]);
});

test('objects are lists, rows are tables, and JSON that a model wrote is neither shown nor named', () => {
  const sorted = '```json\n{"category":"account","isUrgent":true}\n```';
  expect(answerMarkdown(answerOf({ value: sorted }))).toBe('- **Category**: account\n- **Is urgent**: Yes');
  const rows = [
    { order_id: 7, state: 'sent | on time' },
    { order_id: 8, state: null },
  ];
  expect(answerMarkdown(answerOf({ orders: rows, total: 2 }))).toBe(
    '**Orders**\n\n| Order id | State |\n| --- | --- |\n| 7 | sent \\| on time |\n| 8 |  |\n\n**Total**: 2',
  );
  expect(answerMarkdown(answerOf({ llm: { output: { mood: 'good' }, llmCalls: 1, messages: [{ role: 'user' }] } }))).toBe(
    '- **Mood**: good',
  );
  expect(answerMarkdown(answerOf({ text: '[1]' }))).toBe('[1]');
});

test('ids of nodes are no titles', () => {
  const outputs = { classify_mail: 1, look_up: 'x', other_one: 'y' };
  const answer = composeAnswer({ replies: [], outputs, hasTitles: false });
  expect(answer).toEqual(['1', 'x', 'y'].map((markdown) => ({ kind: 'text', markdown })));
});

test('files are cards of their own', () => {
  const paper = { fileId: 'file_1', name: 'bill.pdf', mediaType: 'application/pdf', sizeBytes: 12 };
  expect(answerOf({ answer: 'Here it is.', paper, same: [paper] })).toEqual([
    { kind: 'text', markdown: 'Here it is.' },
    { kind: 'file', name: 'bill.pdf', size: 12, mediaType: 'application/pdf', url: '/api/v1/files/file_1/content' },
  ]);
  expect(answerOf({ paper, note: 'One', other: 'Two' })).toMatchObject([
    { kind: 'titled', title: 'Note', markdown: 'One' },
    { kind: 'titled', title: 'Other' },
    { kind: 'file' },
  ]);
});

test('an empty answer has no parts', () => {
  expect(answerOf({})).toEqual([]);
  expect(answerOf({ answer: ' ' })).toEqual([]);
  expect(runReference('run_01abcdef')).toBe('abcdef');
});
