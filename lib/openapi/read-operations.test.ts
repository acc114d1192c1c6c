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
