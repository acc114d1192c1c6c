import { expect, test } from 'vitest';
import { admitToolResult, dataOfResource, readPromptResult, readResourceResult, readToolResult } from './read-result.ts';

const HIDDEN = 'shown\u{e0041}\u{200b}';
const resource = { uri: 'notes://one', text: HIDDEN };
/** As the connection passes it on. */
const raw = (result: object) => ({ _meta: { 'threadloom/raw': result } });
const read = (result: object, outputSchema?: object) => readToolResult(admitToolResult(raw(result)), outputSchema as never);

test('no text of a result, of an embedded resource or of a prompt has hidden characters', () => {
  const content = [
    { type: 'text', text: HIDDEN },
    { type: 'resource', resource },
  ];
  expect(read({ content }).data).toEqual([
    { type: 'text', text: 'shown' },
    { type: 'resource', uri: 'notes://one', text: 'shown' },
  ]);
  const contents = [{ uri: 'notes://one', text: 'shown' }];
  expect(dataOfResource(readResourceResult(raw({ contents: [resource] }))).data).toEqual({ contents });
  const messages = [{ role: 'user', content: { type: 'resource', resource } }];
  expect(readPromptResult(raw({ description: HIDDEN, messages }))).toMatchObject({
    data: {
      description: 'shown',
      messages: [{ role: 'user', content: { type: 'resource', uri: 'notes://one', text: 'shown' } }],
    },
  });
});

const text = { type: 'text', text: 'kept' };

test.each([
  ['of an unknown type', { type: 'widget', html: '<b>' }, 'the type "widget" is not known'],
  ['without a type', { text: 'a' }, 'the type null is not known'],
  ['that is null', null, 'it is no object'],
  ['of text without a text', { type: 'text', text: null }, 'a text without a text'],
  ['of an image without data', { type: 'image', mimeType: 'image/png' }, 'an image without data'],
  ['of a link without an address', { type: 'resource_link', name: 'a' }, 'a link without an address'],
  ['of a resource without content', { type: 'resource', resource: { uri: 'a:b' } }, 'a resource without content'],
])('a part %s is omitted and named, and the others are kept', (_, part, reason) => {
  expect(read({ content: [part, text] })).toMatchObject({ data: 'kept', warnings: [`part 1 was omitted: ${reason}`] });
  expect(readPromptResult(raw({ messages: [{ role: 'user', content: [part, text] }] }))).toMatchObject({
    data: { messages: [{ role: 'user', content: { type: 'text', text: 'kept' } }] },
    warnings: [`message 1: part 1 was omitted: ${reason}`],
  });
});

test.each([
  ['one part in place of a list', text, 'kept'],
  ['a text in place of a list', 'kept', 'kept'],
  ['null in place of a list', null, ''],
  ['a text that is a number', [{ type: 'text', text: 4 }], '4'],
  ['a text that is an object', [{ type: 'text', text: { a: [1] } }], '{"a":[1]}'],
  ['null where nothing is', [{ ...text, annotations: null, _meta: null }], 'kept'],
  [
    'an image as a data URL without a type',
    [{ type: 'image', mimeType: null, data: 'data:image/gif;base64,R0lG' }],
    [{ type: 'image', mimeType: 'image/gif', mediaType: 'image/gif', name: 'image-1.gif', base64: 'R0lG' }],
  ],
])('%s is read', (_, content, data) => {
  const found = read({ content, isError: null, structuredContent: null, _meta: null });
  expect(found.data).toEqual(data);
  expect(found.warnings).toBeUndefined();
});

test('structured content that breaks its schema is an error, and a missing one is found in the text or said', () => {
  const object = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const orNull = { anyOf: [object, { type: 'null' }] };
  expect(() => read({ content: [text], structuredContent: { n: 'x' } }, object)).toThrow(/n should be integer/);
  expect(read({ content: [], structuredContent: [1] }, { type: 'array' }).data).toEqual([1]);
  expect(read({ content: [], structuredContent: { n: 1 } }, orNull).data).toEqual({ n: 1 });
  expect(read({ content: [] }, orNull).data).toBeNull();
  expect(read({ content: [{ type: 'text', text: '{"n": 2}' }] }, object)).toMatchObject({ data: { n: 2 } });
  expect(read({ content: [text] }, object)).toMatchObject({ data: 'kept', warnings: [expect.stringContaining('output schema')] });
});

test('JSON that is nested too deeply is refused before anything walks it', () => {
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  expect(() => read({ content: [{ type: 'text', text: deep }] })).toThrow(/nested more than/);
  expect(() => read({ content: [text], structuredContent: { deep } })).toThrow(/nested more than/);
});

test('of many odd parts the first are named, without hidden characters', () => {
  const content = [text, ...Array.from({ length: 100_000 }, () => ({ type: `x${HIDDEN}` }))];
  const { data, warnings = [] } = read({ content });
  expect(data).toBe('kept');
  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toBe('and 99990 more');
  expect(warnings[0]).toBe('part 2 was omitted: the type "xshown" is not known');
});

test.each([
  ['the value in place of a result', { total: 5, _meta: {} }, { total: 5 }, '{"total":5}'],
  ['the result of the first versions', { toolResult: 'done' }, 'done', '"done"'],
  ['structured content alone', { content: [], structuredContent: { n: 5 } }, { n: 5 }, '{"n":5}'],
  ['nothing', { content: [] }, '', 'It answered nothing'],
])('%s is the data, and the summary says it', (_, result, data, summary) => {
  expect(read(result)).toEqual({ data, summary });
});

test.each([
  ['structured content', { structuredContent: { error: { message: 'The quota is used up' } } }, 'The quota is used up'],
  ['structured content without a reason', { structuredContent: { code: 7 } }, '{"code":7}'],
  ['an image', { content: [{ type: 'image', data: 'R0lG', mimeType: 'image/gif' }] }, 'it gave no reason, and image'],
  ['nothing', { content: [] }, 'it gave no reason'],
])('a failure whose reason is in %s says so', (_, result, message) => {
  expect(() => read({ isError: true, content: [], ...result })).toThrow(message);
});

test('a link keeps what it says of its target, and a file has the name of its address and is there once', () => {
  const link = {
    type: 'resource_link',
    uri: 'file:///a.csv',
    name: 'a',
    title: 'A',
    description: HIDDEN,
    mimeType: 'text/csv',
    size: 9,
  };
  const blob = {
    type: 'resource',
    resource: { uri: 'drive://x/Q3%20report.pdf?v=1', mimeType: 'application/pdf', blob: 'JVBERg==' },
  };
  const unnamed = { type: 'resource', resource: { uri: 'x:1', blob: 'JVBERg==' } };
  const media = { type: 'resource', mimeType: 'application/pdf', mediaType: 'application/pdf', base64: 'JVBERg==' };
  expect(read({ content: [link, blob, unnamed] }).data).toEqual([
    { type: 'link', uri: 'file:///a.csv', name: 'a', title: 'A', description: 'shown', mimeType: 'text/csv', sizeBytes: 9 },
    { ...media, uri: 'drive://x/Q3%20report.pdf?v=1', name: 'Q3 report.pdf' },
    { ...media, uri: 'x:1', name: 'resource-3' },
  ]);
});
