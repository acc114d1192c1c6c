// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of the config file, meant as it stands
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { readEnvironment } from './environment.ts';
import { loadConfig, parseConfig } from './load-config.ts';

const parse = (source: string, variables: Record<string, string> = {}) => parseConfig(source, { file: 'test.yaml', variables });

function messageOf(source: string, variables: Record<string, string> = {}): string {
  try {
    parse(source, variables);
  } catch (error) {
    if (AppError.is(error) && error.code === 'config-invalid') return error.message;
    throw error;
  }
  return 'no error';
}

test('an empty file has every default', () => {
  expect(parse('')).toEqual({
    allowed_hosts: [],
    mcp: { commands: {} },
    knowledge: { embeddings: {}, rerankers: {} },
    models: {},
    graphs: {},
    tool_modules: {},
    backup_every_hours: 0,
    backup_keep: 7,
    limits: {},
    http: { allowed_private_hosts: [] },
    tools: {},
    streams: { max_per_key: 100, max_per_run: 100, max: 1000 },
    sandbox: { required_walls: [], tool_hosts: [], environment: {} },
    files: {
      deny_globs: [],
      max_file_bytes: 10_000_000,
      max_upload_bytes: 5_000_000_000,
      visitor_file_bytes: 10_000_000,
      visitor_bytes_per_day: 1_000_000_000,
      key_bytes_per_day: 20_000_000_000,
    },
    commands: { allow_commands: [] },
    retention_days: 30,
    max_history_items: 0,
    i18n: { default_language: 'en', supported_languages: ['en', 'zh-CN'], aliases: {} },
    trusted_proxies: [],
    max_active_sessions: 30,
    max_active_sessions_per_workspace: 0,
  });
});

describe('tools, search and files', () => {
  test('are read as written', () => {
    const source = `
tools: { http_request: { approval: always }, write_file: { enabled: false } }
search: { provider: searxng, base_url: "http://127.0.0.1:8888" }
files: { deny_globs: ["*.key"], max_file_bytes: 1000 }`;
    expect(parse(source)).toMatchObject({
      tools: { http_request: { enabled: true, approval: 'always' }, write_file: { enabled: false, approval: 'default' } },
      search: { provider: 'searxng', base_url: 'http://127.0.0.1:8888' },
      files: { deny_globs: ['*.key'], max_file_bytes: 1000 },
    });
  });

  test.each([
    ['tools: { read_url: { enable: false } }', 'tools.read_url.enable is not a known key. Did you mean tools.read_url.enabled?'],
    ['tools: { read_url: { risk: none } }', 'tools.read_url.risk is "none"'],
    ['commands: { allow_commands: ["git status"] }', 'Write the name of a program, as in git, or *'],
    ['tools: { read_url: { approval: sometimes } }', 'tools.read_url.approval is "sometimes"'],
    ['graphs: { a: { modul: b } }', 'graphs.a.modul is not a known key. Did you mean graphs.a.module?'],
    ['search: { provider: google }', 'search.provider is "google"'],
    ['search: { provider: searxng }', 'search.base_url: searxng needs the address of its server'],
    ['search: { provider: tavily, apikey: x }', 'search.apikey is not a known key. Did you mean search.api_key?'],
    ['limits: { dya: {} }', 'limits.dya is not a known key. Did you mean limits.day?'],
    ['limits: { day: { max_cost: 1 } }', 'limits.day.max_cost is not a known key. Did you mean limits.day.max_cost_usd?'],
    ['files: { max_bytes: 1 }', 'files.max_bytes is not a known key'],
    ['files: { max_file_bytes: 0 }', 'files.max_file_bytes is 0'],
  ])('%s is an error that names the key', (source, expected) => {
    expect(messageOf(source)).toContain(expected);
  });

  test('a search key is read from the environment, and its value is in no message', () => {
    const source = 'search: { provider: tavily, api_key: "${TAVILY_API_KEY}" }';
    expect(parse(source, { TAVILY_API_KEY: 'tvly-1' }).search).toMatchObject({ api_key: 'tvly-1' });
    expect(messageOf(source, { TAVILY_API_KEY: 'tvly\n1' })).not.toContain('tvly');
  });
});

test('a model has the defaults of the specification', () => {
  expect(parse('models: { main: { provider: openai, model: gpt-x } }').models.main).toEqual({
    enable: true,
    provider: 'openai',
    model: 'gpt-x',
    temperature: 0.7,
    timeout_s: 60,
    retry: 2,
    max_rounds: 10,
    max_context: 128_000,
    max_output: 4096,
    support_vision: false,
    stream: true,
    stream_include_usage: true,
    history_compaction_ratio: 0.8,
    history_compaction_reset: 'zero',
    prompt_cache: true,
    toolProtocol: 'native',
    mock_if_unconfigured: true,
  });
});

test('variables are filled in, defaults where they are missing or empty', () => {
  const source =
    'models: { main: { provider: openai-compatible, base_url: "http://${HOST:-localhost}:${PORT}/v1", model: "${MODEL:-small}" } }';
  expect(parse(source, { PORT: '9', MODEL: '' }).models.main).toMatchObject({
    base_url: 'http://localhost:9/v1',
    model: 'small',
  });
});

test('a variable gives a number or a boolean where one is wanted, and stays a text elsewhere', () => {
  const source = [
    'retention_days: ${DAYS:-7}',
    'max_active_sessions: "${SESSIONS}"',
    'models: { main: { provider: openai-compatible, base_url: "http://127.0.0.1:1/v1", model: "${MODEL}", enable: "${ON}" } }',
  ].join('\n');
  const variables = { SESSIONS: '12', MODEL: '4711', ON: 'off' };
  expect(parse(source, variables)).toMatchObject({
    retention_days: 7,
    max_active_sessions: 12,
    models: { main: { model: '4711', enable: false } },
  });
  expect(messageOf(source, { ...variables, SESSIONS: 'many' })).toContain('max_active_sessions is "many"');
  expect(messageOf('retention_days: "x${DAYS}"', { DAYS: '7' })).toContain('retention_days is "x7"');
});

test('a key whose variable is missing is empty, so that the file still loads', () => {
  expect(parse('models: { main: { provider: openai, model: m, api_key: "${OPENAI_API_KEY}" } }').models.main?.api_key).toBe('');
});

describe('errors name the key and what to do', () => {
  test.each([
    [
      'models: { main: { provider: opena, model: m } }',
      'test.yaml: models.main.provider is "opena": Invalid option: expected one of "openai"|"openai-compatible"|"anthropic"|"google"|"demo"',
    ],
    [
      'models: { main: { provider: openai, model: m, temprature: 1 } }',
      'test.yaml: models.main.temprature is not a known key. Did you mean models.main.temperature?',
    ],
    ['htp: {}', 'test.yaml: htp is not a known key. Did you mean http?'],
    ['http: { proxies: [] }', 'test.yaml: http.proxies is not a known key. Known here: allowed_private_hosts'],
    [
      'models: { main: { provider: openai-compatible, model: m } }',
      'test.yaml: models.main.base_url: openai-compatible needs the address of its server',
    ],
    [
      'models: { main: { provider: openai, model: "${NAME}" } }',
      'models.main.model refers to the environment variable NAME, which is not set. Set it, or write ${NAME:-default}',
    ],
    [
      'default_model: mian\nmodels: { main: { provider: demo, model: demo } }',
      'test.yaml: default_model is "mian", and there is no such model under models. Did you mean main?',
    ],
    [
      'default_model: main\nmodels: { main: { provider: demo, model: demo, enable: false } }',
      'test.yaml: default_model is "main", which has enable: false',
    ],
    [
      'http: { allowed_private_hosts: ["http://10.0.0.1"] }',
      'test.yaml: http.allowed_private_hosts.0 is "http://10.0.0.1": Write host:port, as in 127.0.0.1:8080',
    ],
    [
      'sandbox: { remote: { url: "10.0.0.7:3100", token: "a-token-of-16-letters" } }',
      'test.yaml: sandbox.remote.url is "10.0.0.7:3100": Write where it runs, as http://10.0.0.7:3100',
    ],
    [
      'sandbox: { remote: { adress: "http://10.0.0.7:3100", token: "a-token-of-16-letters" } }',
      'test.yaml: sandbox.remote.url: Write where it runs, as http://10.0.0.7:3100; sandbox.remote.adress is not a known key. Known here: url, token',
    ],
    [
      'http: &a\n  allowed_private_hosts: [*a]',
      'test.yaml, line 2: an alias (*name) is inside of what it names, or the aliases come to too many values',
    ],
    [
      `a: &a [x, x]\n${Array.from(
        { length: 12 },
        (_, n) =>
          `b${n}: &b${n} [${Array(9)
            .fill(n === 0 ? '*a' : `*b${n - 1}`)
            .join(', ')}]`,
      ).join('\n')}`,
      'test.yaml, line 2: an alias (*name) is inside of what it names, or the aliases come to too many values',
    ],
    ['models:\n  __proto__: { provider: demo }', 'test.yaml, line 2: __proto__ is not a known key'],
    ['sandbox: { tool_host: [] }', 'test.yaml: sandbox.tool_host is not a known key. Did you mean sandbox.tool_hosts?'],
    ['i18n: { default_language: fr }', 'test.yaml: i18n.default_language is "fr": Invalid option: expected one of "en"|"zh-CN"'],
  ])('%s', (source, message) => {
    expect(messageOf(source)).toBe(message);
  });

  test('broken YAML is reported with its line', () => {
    expect(messageOf('models: [')).toContain('line 1');
  });

  test('a key of the wrong type is not shown', () => {
    expect(messageOf('models: { main: { provider: openai, model: m, api_key: 12345678 } }')).not.toContain('12345678');
    const remote = messageOf('sandbox: { remote: { url: "http://10.0.0.7:3100", token: "too-short" } }');
    expect(remote).toBe('test.yaml: sandbox.remote.token: Too small: expected string to have >=16 characters');
    const twoLines = messageOf('models: { main: { provider: openai, model: m, api_key: "${KEY}" } }', { KEY: 'sk-1234\n5678' });
    expect(twoLines).toMatch(/api_key: The key holds a line break/);
    expect(twoLines).not.toContain('sk-1234');
  });
});

test('a file that was named must be there, the default one need not', async () => {
  await expect(loadConfig({ configPath: '/nonexistent/config.yaml', variables: {} })).rejects.toThrow(
    /nonexistent\/config.yaml cannot be read/,
  );
  const folder = await mkdtemp(join(tmpdir(), 'threadloom-config-'));
  try {
    await writeFile(join(folder, 'c.yaml'), 'models: { a: { provider: demo, model: demo } }');
    expect(Object.keys((await loadConfig({ configPath: join(folder, 'c.yaml'), variables: {} })).models)).toEqual(['a']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('the environment', () => {
  test('has its defaults', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      isDevelopment: false,
      databaseUrl: undefined,
    });
  });

  test('an empty variable counts as missing', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '', THREADLOOM_DEV: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      isDevelopment: false,
    });
  });

  test.each([
    ['on', true],
    ['1', true],
    ['True', true],
    ['yes', true],
    ['off', false],
    ['no', false],
    ['0', false],
    ['FALSE', false],
    [' ', false],
  ])('a switch is turned by %j', (given, isOn) => {
    expect(readEnvironment({ THREADLOOM_HEADLESS: given, THREADLOOM_DEV: given })).toMatchObject({
      isHeadless: isOn,
      isDevelopment: isOn,
    });
  });

  test('a wrong one is named with its value', () => {
    expect(() => readEnvironment({ THREADLOOM_HEADLESS: 'offf' })).toThrow(/THREADLOOM_HEADLESS is "offf": Write on or off/);
    expect(() => readEnvironment({ PORT: '99999' })).toThrow(/PORT is "99999"/);
    for (const [token, reason] of [
      ['tlk_0123456789abcdef', /may not begin with tlk_ or tlw_/],
      ['tlw_0123456789abcdef', /may not begin with tlk_ or tlw_/],
      ['fifteen-letters', /16/],
      ['sixteen letters!', /no spaces/],
      ['schlüssel-der-tür', /ASCII/],
    ] as const)
      expect(() => readEnvironment({ THREADLOOM_ADMIN_TOKEN: token })).toThrow(reason);
    expect(() => readEnvironment({ REDIS_URL: 'http://user:pw@x', DATABASE_URL: 'postgresql://x' })).toThrow(
      /REDIS_URL is not usable/,
    );
    expect(() => readEnvironment({ REDIS_URL: 'redis://127.0.0.1' })).toThrow(/REDIS_URL needs DATABASE_URL/);
  });
});
