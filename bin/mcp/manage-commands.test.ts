// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of the config file
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Terminal } from '../terminal.ts';
import { manageCommands } from './manage-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

function at(name: string, source?: string) {
  const file = join(folder, name);
  if (source !== undefined) writeFileSync(file, source);
  let out = '';
  const terminal = { env: {}, out: (text: string) => (out += text), err: () => {} } as unknown as Terminal;
  return {
    file,
    text: () => readFileSync(file, 'utf8'),
    out: () => out,
    run: (operands: string[], more: { env?: string[]; cwd?: string; replace?: boolean } = {}) =>
      manageCommands({ operands, options: { config: file, env: [], cwd: undefined, replace: false, ...more } }, terminal),
  };
}

test('adds a command to a file that is not there yet, readable for its owner only', async () => {
  const { file, text, run } = at('new.yaml');
  await run(['add', 'everything', 'npx', '-y', '@modelcontextprotocol/server-everything']);
  expect(parse(text())).toEqual({
    mcp: { commands: { everything: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything'] } } },
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('keeps the comments and settings of the file, and what it says of other commands', async () => {
  const { text, run, out } = at('kept.yaml', '# Ours\nretention_days: 7 # a week\nmcp:\n  commands:\n    a: { command: one }\n');
  await run(['add', 'b', 'two'], { env: ['TOKEN=${TOKEN}'] });
  expect(text()).toContain('# Ours\nretention_days: 7 # a week');
  expect(parse(text()).mcp.commands).toEqual({ a: { command: 'one' }, b: { command: 'two', env: { TOKEN: '${TOKEN}' } } });
  await run(['list']);
  expect(out()).toBe('a\nb\n');
  await run(['remove', 'a']);
  expect(Object.keys(parse(text()).mcp.commands)).toEqual(['b']);
});

test.each([
  ['a name that is taken', ['add', 'a', 'npx'], 'already has'],
  ['a name that no document can use', ['add', 'A b', 'npx'], 'cannot be added'],
  ['a command that is missing', ['add', 'c'], 'The command is missing'],
  ['one that is not there', ['remove', 'zz'], "has no MCP command 'zz'"],
])('refuses %s, and leaves the file as it is', async (_, operands, message) => {
  const { text, run } = at('refused.yaml', 'mcp: { commands: { a: { command: one } } }\n');
  const before = text();
  await expect(run(operands)).rejects.toThrow(message);
  expect(text()).toBe(before);
});

test('a file without values, and one that is not a mapping', async () => {
  const empty = at('empty.yaml', 'mcp:\n');
  await empty.run(['add', 'a', 'npx']);
  expect(parse(empty.text())).toEqual({ mcp: { commands: { a: { command: 'npx' } } } });
  const list = at('list.yaml', '- 1\n');
  await expect(list.run(['add', 'a', 'npx'])).rejects.toThrow('is not a mapping');
  const broken = at('broken.yaml', 'a: [');
  await expect(broken.run(['add', 'a', 'npx'])).rejects.toThrow('is not YAML');
});
