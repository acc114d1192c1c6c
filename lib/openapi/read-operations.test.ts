import { expect, test } from 'vitest';
import { readOperations } from './read-operations.ts';

test('the fields of a body are those of the type in which it is sent', () => {
  const schemaWith = (name: string) => ({ schema: { type: 'object', properties: { [name]: { type: 'string' } } } });
  const content = { 'application/vnd.api+json': schemaWith('data'), 'application/x-www-form-urlencoded': schemaWith('title') };
  const { operations } = readOperations({ openapi: '3.1.0', paths: { '/notes': { post: { requestBody: { content } } } } });
  expect(operations[0]?.body).toMatchObject({ mediaType: 'application/x-www-form-urlencoded', fields: ['title'] });
});

test('a JSON type with parameters or a suffix is sent as JSON', () => {
  const content = { 'application/json; charset=utf-8': { schema: { type: 'object', properties: { a: {} } } } };
  const { operations } = readOperations({ openapi: '3.1.0', paths: { '/notes': { post: { requestBody: { content } } } } });
  expect(operations[0]?.body).toMatchObject({ mediaType: 'application/json', fields: ['a'] });
});

test.each([
  ['a path that is a text', { '/odd': 'x' }, ['/odd']],
  ['a path whose reference leads nowhere', { '/odd': { $ref: '#/components/pathItems/none' } }, ['/odd']],
  ['an operation that is a list', { '/odd': { get: [] } }, ['/odd']],
  ['an operation with an undeclared place in its path', { '/odd/{id}': { get: { parameters: null } } }, ['/odd/{id}']],
  ['null for a path and for an operation', { '/odd': null, '/other': { get: null } }, []],
  ['an extension', { 'x-odd': 'text' }, []],
])('%s is skipped and named, and the others are read', (_, odd, named) => {
  const { operations, skipped } = readOperations({ openapi: '3.1.0', paths: { ...odd, '/fine': { get: {} } } });
  expect(operations.map(({ path }) => path)).toEqual(['/fine']);
  expect(skipped.map(({ path }) => path)).toEqual(named);
});

test.each([
  { parameters: {} },
  { parameters: [null, 7, { in: 'query' }, { $ref: '#/nowhere' }, { name: 'q', in: 'query', schema: null }] },
  { requestBody: null, responses: null, summary: null, description: 7, operationId: null },
  { requestBody: { content: { 'application/json': null } }, responses: { 200: null, default: 'x' } },
  { requestBody: { content: { 'application/json': { schema: { properties: null, required: 'a', type: null } } } } },
])('an operation with odd parts is read: %j', (operation) => {
  const { operations } = readOperations({ openapi: '3.1.0', paths: { '/odd': { post: operation }, '/fine': { get: {} } } });
  expect(operations.map(({ path }) => path)).toEqual(['/odd', '/fine']);
});

test('an operation on a server of its own is skipped, since its requests would reach another one', () => {
  const servers = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
  const { operations, skipped, serverUrl } = readOperations({
    openapi: '3.1.0',
    ...servers('http://a.example/v1', 'https://a.example/v1'),
    paths: {
      '/same': { ...servers('https://a.example/v1/'), get: {} },
      '/upload': { get: {}, post: servers('https://upload.example') },
      '/files': { ...servers('https://files.example'), get: {} },
    },
  });
  expect(serverUrl).toBe('https://a.example/v1');
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /same', 'GET /upload']);
  expect(skipped).toMatchObject([
    { path: '/upload', reason: 'it is on a server of its own, https://upload.example' },
    { path: '/files' },
  ]);
  const alone = readOperations({ openapi: '3.1.0', paths: { '/x': { get: servers('https://b.example') } } });
  expect([alone.serverUrl, alone.operations.length]).toEqual(['https://b.example', 1]);
});
