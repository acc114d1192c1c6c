import { expect, test } from 'vitest';
import { textTool } from '#tests/support/text-tool.ts';
import { toToolGroups } from './tool-resource.ts';

test('each tool is listed under its source, whose id is the part of the tool before @', () => {
  const service = (id: string) => ({ service: { id, title: id } });
  const tools = [
    textTool('read_url'),
    textTool('slack@post', { group: 'services', ...service('slack') }),
    textTool('docs@find', { group: 'mcp' }),
    textTool('knowledge@handbook', { group: 'knowledge', ...service('kb1') }),
    textTool('workflow@find-order', { group: 'published' }),
    textTool('a2a@billing', { group: 'a2a' }),
    textTool('search@tavily', { group: 'modules' }),
  ];
  const definitions = Object.fromEntries(tools.map((tool) => [tool.id, tool]));
  const groups = toToolGroups({ definitions, settings: {}, capabilities: new Set() });
  expect(
    Object.fromEntries(groups.map(({ source, id, tools: listed }) => [`${source} ${id}`, listed.map((one) => one.id)])),
  ).toEqual({
    'built-in built-in': ['read_url'],
    'openapi slack': ['slack@post'],
    'mcp docs': ['docs@find'],
    'knowledge knowledge': ['knowledge@handbook'],
    'workflow workflow': ['workflow@find-order'],
    'a2a a2a': ['a2a@billing'],
    'module search': ['search@tavily'],
  });
});
