import { expect, test } from 'vitest';
import { givenJsonSchema } from '#lib/tools/json-schema-input.ts';
import type { McpServerRecord } from '../db/repositories/mcp-server-repository.ts';
import { definitionOf } from './to-sourced-tools.ts';

test('descriptions of arguments reach models without hidden characters', () => {
  const server = { name: 'shop', displayName: 'Shop', timeoutS: 10, url: 'https://shop.example/mcp', commandName: null };
  const schemaWith = (description: string) => ({ type: 'object', properties: { id: { type: 'string', description } } });
  const tool = {
    name: 'find',
    inputSchema: schemaWith('The id.\u{e0041}'),
    outputSchema: schemaWith('The id.\u200b'),
    hints: {},
  };
  const { input, output } = definitionOf(server as McpServerRecord, tool);
  expect(givenJsonSchema(input)).toEqual(schemaWith('The id.'));
  expect(givenJsonSchema(output)).toEqual(schemaWith('The id.'));
});
