import { expect, test } from 'vitest';
import type { ApiOperation } from '#lib/openapi/api-operation.ts';
import { readOperations } from '#lib/openapi/read-operations.ts';
import { buildRequest } from './build-request.ts';

const array = { type: 'array', items: { type: 'string' } };
const object = { type: 'object', additionalProperties: true };

function operationWith(parameters: readonly object[], path = '/x'): ApiOperation {
  const { operations, skipped } = readOperations({ openapi: '3.1.0', paths: { [path]: { get: { parameters } } } });
  const [operation] = operations;
  if (!operation) throw new Error(JSON.stringify(skipped));
  return operation;
}

const serverUrl = 'https://api.example';
const sent = (operation: ApiOperation, input: object) =>
  buildRequest(operation, { serverUrl, input: input as Record<string, unknown> });

const list = ['blue', 'a b', 'c,d'];
const colour = { R: 100, G: 'x y', none: null };

// https://spec.openapis.org/oas/v3.1.1#style-examples
test.each([
  [{ schema: array }, list, 'color=blue&color=a%20b&color=c%2Cd'],
  [{ schema: array, explode: false }, list, 'color=blue,a%20b,c%2Cd'],
  [{ schema: array, style: 'pipeDelimited', explode: false }, list, 'color=blue%7Ca%20b%7Cc%2Cd'],
  [{ schema: array, style: 'spaceDelimited', explode: false }, ['a', 'b'], 'color=a%20b'],
  [{ schema: array, style: 'pipeDelimited' }, ['a', 'b'], 'color=a%7Cb'],
  [{ schema: array, style: 'pipeDelimited', explode: true }, ['a', 'b'], 'color=a&color=b'],
  [{ schema: object }, colour, 'R=100&G=x%20y'],
  [{ schema: object, explode: false }, colour, 'color=R,100,G,x%20y'],
  [{ schema: object, style: 'pipeDelimited', explode: false }, { R: 1, G: 2 }, 'color=R%7C1%7CG%7C2'],
  [{ schema: object, style: 'deepObject' }, colour, 'color%5BR%5D=100&color%5BG%5D=x%20y'],
  [{ schema: object, style: 'deepObject' }, { a: { b: [1, 2] }, c: null }, 'color%5Ba%5D%5Bb%5D=1&color%5Ba%5D%5Bb%5D=2'],
  [{ content: { 'application/json': { schema: object } } }, { a: [1] }, 'color=%7B%22a%22%3A%5B1%5D%7D'],
  [{ schema: {} }, '你/好?', 'color=%E4%BD%A0%2F%E5%A5%BD%3F'],
  [{ schema: {}, allowReserved: true }, 'a/b?c=d:e[0]#&+', 'color=a/b?c=d:e[0]%23%26%2B'],
  [{ schema: { type: 'integer' } }, 7, 'color=7'],
  [{ schema: { type: 'boolean' } }, false, 'color=false'],
  [{ schema: {} }, '', 'color='],
  [{ schema: { type: ['integer', 'null'] } }, null, ''],
  [{ schema: array }, [], ''],
  [{ schema: array, explode: false }, [null], ''],
  [{ schema: array }, ['a', null, 'b'], 'color=a&color=b'],
])('a query parameter %j of %j is %s', (parameter, color, query) => {
  const { url } = sent(operationWith([{ name: 'color', in: 'query', ...parameter }]), { color });
  expect(url).toBe(`https://api.example/x${query && `?${query}`}`);
});

test.each([
  [{}, 'a b/c', 'a%20b%2Fc'],
  [{}, list, 'blue,a%20b,c%2Cd'],
  [{}, { R: 100, G: 200 }, 'R,100,G,200'],
  [{ explode: true }, { R: 100, G: 200 }, 'R=100,G=200'],
  [{ style: 'label' }, 'blue', '.blue'],
  [{ style: 'label' }, ['a', 'b'], '.a,b'],
  [{ style: 'label', explode: true }, ['a', 'b'], '.a.b'],
  [{ style: 'label', explode: true }, { R: 100, G: 200 }, '.R=100.G=200'],
  [{ style: 'matrix' }, 'blue', ';color=blue'],
  [{ style: 'matrix' }, '', ';color'],
  [{ style: 'matrix' }, ['a', 'b'], ';color=a,b'],
  [{ style: 'matrix', explode: true }, ['a', 'b'], ';color=a;color=b'],
  [{ style: 'matrix' }, { R: 100, G: 200 }, ';color=R,100,G,200'],
  [{ style: 'matrix', explode: true }, { R: 100, G: 200 }, ';R=100;G=200'],
])('a parameter of a path %j of %j is %s', (parameter, color, text) => {
  const operation = operationWith([{ name: 'color', in: 'path', required: true, schema: {}, ...parameter }], '/x/{color}');
  expect(sent(operation, { color }).url).toBe(`https://api.example/x/${text}`);
});

test.each([null, '', '..', '.', []])('a path without a place for %j is refused', (color) => {
  const operation = operationWith([{ name: 'color', in: 'path', required: true, schema: {} }], '/x/{color}');
  expect(() => sent(operation, { color })).toThrow(/no part of a path/);
});

test.each([
  [{}, ['a', 'b c'], 'a,b c'],
  [{}, { R: 100, G: 200 }, 'R,100,G,200'],
  [{ explode: true }, { R: 100, G: 200 }, 'R=100,G=200'],
  [{}, null, undefined],
])('a header %j of %j is %s', (parameter, color, text) => {
  const operation = operationWith([{ name: 'X-Color', in: 'header', schema: {}, ...parameter }]);
  expect(sent(operation, { 'X-Color': color }).init.headers?.['x-color']).toBe(text);
});

test.each([
  [{}, 'a b;c', 'color=a%20b%3Bc'],
  [{ explode: false }, ['a', 'b'], 'color=a,b'],
  [{}, ['a', 'b'], 'color=a; color=b'],
  [{ explode: false }, { R: 100, G: 200 }, 'color=R,100,G,200'],
  [{}, null, undefined],
])('a cookie %j of %j is %s', (parameter, color, text) => {
  const operation = operationWith([{ name: 'color', in: 'cookie', schema: {}, ...parameter }]);
  expect(operation.inputSchema).toMatchObject({ properties: { color: {} } });
  expect(sent(operation, { color }).init.headers?.cookie).toBe(text);
});

test('several cookies are one header, and one with the name of another parameter is an argument of its own', () => {
  const operation = operationWith([
    { name: 'id', in: 'query' },
    { name: 'id', in: 'cookie', required: true },
    { name: 'theme', in: 'cookie' },
  ]);
  expect(operation.inputSchema).toMatchObject({ required: ['cookie_id'] });
  const { url, init } = sent(operation, { id: 1, cookie_id: 2, theme: 'dark' });
  expect([url, init.headers?.cookie]).toEqual(['https://api.example/x?id=1', 'id=2; theme=dark']);
});

test('an address keeps the query of its path, and operations that were stored before are sent as before', () => {
  const before = (style: 'repeat' | 'comma' | 'deep') => ({
    ...operationWith([]),
    path: '/x?fixed=1',
    parameters: [{ argument: 'q', name: 'q', in: 'query' as const, style }],
  });
  expect(sent(before('repeat'), { q: ['a', 'b'] }).url).toBe('https://api.example/x?fixed=1&q=a&q=b');
  expect(sent(before('repeat'), { q: { a: 1 } }).url).toBe('https://api.example/x?fixed=1&q=%7B%22a%22%3A1%7D');
  expect(sent(before('comma'), { q: ['a', 'b'] }).url).toBe('https://api.example/x?fixed=1&q=a%2Cb');
  expect(sent(before('deep'), { q: { a: 1 } }).url).toBe('https://api.example/x?fixed=1&q%5Ba%5D=1');
});

test.each([
  ['application/merge-patch+json', '{"a":1}'],
  ['application/vnd.api+json; charset=utf-8', '{"a":1}'],
  ['application/json; charset=utf-8', '{"a":1}', 'application/json'],
])('a body of %s is sent as such', (type, body, contentType = type) => {
  const schema = { type: 'object', properties: { a: { type: 'integer' } } };
  const content = { [type]: { schema } };
  const { operations } = readOperations({ openapi: '3.1.0', paths: { '/x': { patch: { requestBody: { content } } } } });
  const { init } = sent(operations[0] as ApiOperation, { a: 1 });
  expect([init.headers?.['content-type'], init.body]).toEqual([contentType, body]);
});

test('fields of a form are written as their encoding says', () => {
  const schema = { type: 'object', properties: { list: array, meta: object, plain: array, note: object } };
  const encoding = { list: { style: 'form', explode: false }, meta: { style: 'deepObject', explode: true }, plain: {} };
  const content = { 'application/x-www-form-urlencoded': { schema, encoding } };
  const { operations } = readOperations({ openapi: '3.1.0', paths: { '/x': { post: { requestBody: { content } } } } });
  const input = { list: ['a', 'b c'], meta: { k: 'v' }, plain: ['a', 'b c'], note: { k: 1 } };
  expect(sent(operations[0] as ApiOperation, input).init.body).toBe(
    'list=a,b%20c&meta%5Bk%5D=v&plain=a&plain=b+c&note=%7B%22k%22%3A1%7D',
  );
});
