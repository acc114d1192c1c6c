// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of the config file
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LiveMcpCommands } from './live-mcp-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'live-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

function open(name: string) {
  const file = join(folder, name);
  const warnings: string[] = [];
  const commands = new LiveMcpCommands({
    file,
    variables: { TOKEN: 'abc' },
    first: {},
    log: { warn: (text) => warnings.push(text) },
  });
  return { commands, warnings, write: (text: string) => writeFileSync(file, text) };
}

test('a command that is written to the file is there at the next use, with its variables', () => {
  const { commands, write } = open('added.yaml');
  expect(commands.read()).toEqual({});
  write('mcp:\n  commands:\n    files:\n      command: npx\n      env: { TOKEN: "${TOKEN}" }\n');
  expect(commands.read()).toMatchObject({ files: { command: 'npx', args: [], env: { TOKEN: 'abc' } } });
  expect(commands.read()).toBe(commands.read());
});

test('a file that is broken meanwhile changes nothing and is warned of once', () => {
  const { commands, warnings, write } = open('broken.yaml');
  write('mcp: { commands: { files: { command: npx } } }');
  const before = commands.read();
  write('mcp: { commands: { files: { command: 7 } } }');
  expect(commands.read()).toBe(before);
  write('mcp: [');
  expect(commands.read()).toBe(before);
  expect(commands.read()).toBe(before);
  expect(warnings).toHaveLength(2);
});

test('a file that is missing for a while changes nothing', () => {
  const { commands, write } = open('gone.yaml');
  write('mcp: { commands: { files: { command: npx } } }');
  expect(Object.keys(commands.read())).toEqual(['files']);
  rmSync(join(folder, 'gone.yaml'));
  expect(Object.keys(commands.read())).toEqual(['files']);
  write('{}');
  expect(commands.read()).toEqual({});
});
