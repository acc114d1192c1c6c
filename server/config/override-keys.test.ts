// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of the config file, which nothing expands here
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { toolRegistry } from '#tools/registry.gen.ts';
import { SecretBox } from '../secrets/secret-box.ts';
import { configSchema } from './config-schema.ts';
import { fileOverride } from './file-override.ts';
import { LiveConfig } from './live-config.ts';
import { parseConfig } from './load-config.ts';
import { isLoosened, splitOverride } from './override-keys.ts';
import { sealValue } from './sealed-values.ts';

const secrets = new SecretBox([randomBytes(32)]);
const PLANTED = 'planted-variable-4711';

/** The live config of a config file and an override, and what was logged. */
async function open(config: object, override: object) {
  const folder = await mkdtemp(join(tmpdir(), 'threadloom-override-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [configPath, path] = [join(folder, 'config.yaml'), join(folder, 'override.yaml')];
  await writeFile(configPath, stringify(config));
  await writeFile(path, stringify(override));
  const warned: string[] = [];
  const log = {
    warn: (message: string, about?: object) => void warned.push(`${message} ${JSON.stringify(about)}`),
    error: () => {},
  };
  const environment = { configPath, variables: { PLANTED } };
  const live = await LiveConfig.open({ environment, override: fileOverride(path), secrets, log });
  onTestFinished(() => live.close());
  return { live, warned };
}

type Json = {
  readonly properties?: Record<string, Json>;
  readonly additionalProperties?: Json | boolean;
  readonly type?: string;
};

/** Positions of every setting of the config file. */
function positionsIn(schema: Json, path: readonly string[] = []): (readonly string[])[] {
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, inner]) => positionsIn(inner, [...path, key]));
  if (typeof schema.additionalProperties === 'object') return positionsIn(schema.additionalProperties, [...path, 'main']);
  return [path];
}
const positions = positionsIn(z.toJSONSchema(configSchema, { io: 'input' }) as Json);
const nested = (path: readonly string[], value: unknown) => path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

const ofStudio = [
  /^models\./,
  /^default_model$/,
  /^limits\.day\./,
  /^http\.allowed_private_hosts$/,
  /^search\./,
  /^knowledge\.embeddings\./,
  /^tools\.main\.(enabled|approval|risk)$/,
  /^retention_days$/,
  /^max_history_items$/,
];

test('of all settings of the config file an override sets those of the studio, and names each other one', () => {
  expect(positions.length).toBeGreaterThan(80);
  for (const path of positions) {
    const key = path.join('.');
    const { kept, refused } = splitOverride(nested(path, 'x'), {});
    if (ofStudio.some((pattern) => pattern.test(key)))
      expect({ key, kept, refused }).toEqual({ key, kept: nested(path, 'x'), refused: [] });
    else
      expect({ key, refused: refused.join() }).toEqual({ key, refused: expect.stringMatching(new RegExp(`^${path[0]}(\\.|$)`)) });
  }
});

test('a part of the config file that holds more than the studio writes is not removed as a whole', () => {
  for (const key of ['http', 'tools', 'knowledge', 'limits', 'mcp', 'commands', 'sandbox', 'files'])
    expect(splitOverride({ [key]: null }, {})).toEqual({ kept: {}, refused: [key] });
  expect(splitOverride({ tools: { write_file: null } }, {}).refused).toEqual(['tools.write_file']);
  expect(splitOverride(['mcp'], {}).refused).toEqual(['the whole text']);
});

test('with an override that names programs, modules and folders the server starts, uses none and says so', async () => {
  const { live, warned } = await open(
    { retention_days: 30 },
    {
      mcp: { commands: { evil: { command: '/bin/sh', args: ['-c', 'id'] } } },
      commands: { allow_commands: ['*'] },
      graphs: { evil: { module: '/tmp/evil.mjs' } },
      tool_modules: { evil: { module: '/tmp/evil.mjs' } },
      sandbox: { tool_hosts: ['*.example'], required_walls: [], environment: { A: 'b' } },
      backup_folder: '/etc',
      public_url: 'https://evil.example',
      tools: { execute_command: { enabled: true, approval: 'never', risk: 'low' }, write_file: { approval: 'never' } },
      max_history_items: 5,
    },
  );
  expect(live.current).toEqual({ ...live.base, max_history_items: 5, tools: expect.anything() });
  expect(live.current.tools).toEqual({
    execute_command: { enabled: true, approval: 'default' },
    write_file: { enabled: true, approval: 'never' },
  });
  const keys = ['mcp', 'commands', 'graphs', 'tool_modules', 'sandbox', 'backup_folder', 'public_url'];
  for (const key of [...keys, 'tools.execute_command.approval', 'tools.execute_command.risk'])
    expect(warned.join('\n')).toContain(`"key":"${key}`);
});

test('approvals of what leaves the sandbox are loosened by the config file alone', () => {
  const withHosts = { sandbox: { tool_hosts: ['api.example.com'] } };
  const onMachine = Object.values(toolRegistry).filter(({ requires }) => requires === 'commands');
  expect(onMachine.map(({ id }) => id)).toEqual(['execute_command']);
  for (const [id, file] of [
    ['execute_command', {}],
    ['code_execute', withHosts],
  ] as const) {
    expect(isLoosened(['tools', id, 'approval'], 'never', file)).toBe(true);
    expect(isLoosened(['tools', id, 'risk'], 'medium', file)).toBe(true);
    expect(isLoosened(['tools', id, 'approval'], 'always', file)).toBe(false);
    expect(isLoosened(['tools', id, 'enabled'], false, file)).toBe(false);
  }
  expect(isLoosened(['tools', 'code_execute', 'approval'], 'never', {})).toBe(false);
});

test('no text of an override is expanded, whichever setting it is, and each is named', async () => {
  const text = 'a-${PLANTED}';
  const url = 'http://127.0.0.1:1/${PLANTED:-x}/v1';
  const { live, warned } = await open(
    {},
    {
      models: {
        main: { provider: 'openai-compatible', base_url: url, api_key: text, model: text, credential: null, stop: [text] },
      },
      search: { provider: 'searxng', base_url: url, api_key: text },
      knowledge: {
        embeddings: { main: { base_url: url, api_key: text, model: text, query_prefix: text, document_prefix: text } },
      },
    },
  );
  expect(live.current.models.main).toMatchObject({ base_url: url, api_key: text, model: text, stop: [text] });
  expect(JSON.stringify([live.current, warned])).not.toContain(PLANTED);
  for (const key of ['models.main.base_url', 'search.api_key', 'knowledge.embeddings.main.query_prefix'])
    expect(warned.join('\n')).toContain(`"key":"${key}"`);
});

test('a model of the config file that an override moves does not take its key along', () => {
  const file =
    'models: { main: { provider: openai-compatible, base_url: "http://a.example/v1", api_key: "${PLANTED}", model: m } }';
  const keyOf = (main: object) =>
    parseConfig(file, {
      file: 'file.yaml',
      variables: { PLANTED },
      override: { file: 'override.yaml', source: stringify({ models: { main } }), secrets, onUnreadable: () => {} },
    }).models.main?.api_key;
  for (const base_url of ['http://b.example/v1', 'https://a.example/v1', 'http://a.example:81/v1', 'http://a.example.b.example/'])
    expect({ base_url, key: keyOf({ base_url }) }).toEqual({ base_url, key: '' });
  expect(keyOf({ provider: 'anthropic' })).toBe('');
  expect(keyOf({ provider: 'openai', base_url: null })).toBe('');
  expect(keyOf({ base_url: 'http://b.example/v1', api_key: 'own' })).toBe('own');
  expect(keyOf({ base_url: 'http://a.example/v2', temperature: 0 })).toBe(PLANTED);
});

test('an embedding model, the search provider and the risk of a tool in the config file are changed there alone', async () => {
  const { live } = await open(
    {
      knowledge: { embeddings: { main: { base_url: 'http://a.example/v1', api_key: 'k', model: 'm' } } },
      search: { provider: 'tavily', api_key: 'k' },
      tools: { http_request: { risk: 'high' } },
    },
    {
      knowledge: { embeddings: { main: { base_url: 'http://evil.example/v1' } } },
      search: { base_url: 'http://evil.example' },
      tools: { http_request: { risk: 'low' } },
    },
  );
  expect(live.current).toEqual(live.base);
});

test('a sealed key opens for the provider and address that it was written for, and for no other one', () => {
  const path = ['models', 'main', 'api_key'];
  const address = { provider: 'openai-compatible', base_url: 'http://a.example/v1' };
  const api_key = sealValue(PLANTED, { path, address, secrets });
  const unreadable: string[] = [];
  const keyOf = (main: object) =>
    parseConfig('models: { main: { provider: openai-compatible, base_url: "http://a.example/v1", model: m } }', {
      file: 'file.yaml',
      variables: {},
      override: {
        file: 'override.yaml',
        source: stringify({ models: { main: { api_key, ...main } } }),
        secrets,
        onUnreadable: (key) => void unreadable.push(key.join('.')),
      },
    }).models.main?.api_key;
  expect(keyOf({})).toBe(PLANTED);
  expect(keyOf({ base_url: 'http://a.example/v2' })).toBe(PLANTED);
  expect(unreadable).toEqual([]);
  for (const change of [{ base_url: 'http://evil.example/v1' }, { base_url: 'https://a.example/v1' }, { provider: 'openai' }])
    expect(keyOf(change)).toBe('');
  // A key of an earlier version, which knew no addresses.
  expect(keyOf({ api_key: `sealed:${secrets.seal('old', 'config/models/main/api_key')}` })).toBe('old');
  expect(keyOf({ api_key: api_key.replace('sealed:host:', 'sealed:') })).toBe('');
  expect(unreadable).toHaveLength(4);
});
