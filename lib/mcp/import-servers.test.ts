import { expect, test } from 'vitest';
import { readImportedServers } from './import-servers.ts';
import { mcpNameSchema } from './mcp-server.ts';

const namesOf = (...displayNames: string[]) =>
  readImportedServers(Object.fromEntries(displayNames.map((name) => [name, { url: 'https://x.example/mcp' }]))).map(
    ({ name }) => name,
  );

test('names are those that documents can use, each once', () => {
  expect(namesOf('GitHub', 'git hub', 'git-hub', '#42', '报告')).toEqual([
    'github',
    'git-hub',
    'git-hub-2',
    'server',
    'server-2',
  ]);
});

test('the names of published workflows and agents of A2A are not taken', () => {
  const names = namesOf('Workflow', 'a2a', 'x'.repeat(100));
  expect(names.slice(0, 2)).toEqual(['workflow-server', 'a2a-server']);
  expect(names.every((name) => mcpNameSchema.safeParse(name).success)).toBe(true);
});
