import { expect, test } from 'vitest';
import { commandLineOf } from './command-line.ts';

const line = (command: string, args: string[] = [], env: Record<string, string> = {}) =>
  commandLineOf('files', { command, args, env });

test('is the one command that lists a server of npm', () => {
  expect(line('npx', ['-y', '@modelcontextprotocol/server-filesystem', '/srv/data'])).toBe(
    'npx threadloom mcp add files -- npx -y @modelcontextprotocol/server-filesystem /srv/data',
  );
});

test('nothing of the import is code of the shell', () => {
  expect(line('npx', ['$(rm -rf ~)', 'a; b', "it's"], { TOKEN: '`id`' })).toBe(
    `npx threadloom mcp add files --env 'TOKEN=\`id\`' -- npx '$(rm -rf ~)' 'a; b' 'it'\\''s'`,
  );
});

test('there is no command for texts that cannot be checked by reading', () => {
  expect(line('npx', ['a\nrm -rf ~'])).toBeUndefined();
  expect(line('npx\u202e')).toBeUndefined();
});
