import { defineCommand } from '../define-command.ts';
import { UsageError } from '../usage-error.ts';

export const deployCommand = defineCommand({
  name: 'deploy',
  summary: 'Publishes a workflow on a server',
  usage: 'FILE --slug SLUG [--server URL] [options]',
  operands: { min: 1, max: 1 },
  options: {
    slug: { kind: 'text', value: 'SLUG', help: 'The name in its address: lowercase letters, digits and hyphens' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
    events: { kind: 'text', value: 'LEVEL', help: 'What callers see of a run: summary (at first) or full' },
    hosts: {
      kind: 'text',
      value: 'HOSTS',
      help: 'Where requests may go whose host a value or a model chooses: names with commas between, any, or none (at first)',
    },
    'allow-models': {
      kind: 'text',
      value: 'NAMES',
      help: 'Models that callers may name, with commas between, or none (at first)',
    },
    'allow-tool-names': { kind: 'text', value: 'YES', help: 'Whether callers may take tools away: yes or no (at first)' },
    'allow-decisions': {
      kind: 'text',
      value: 'YES',
      help: 'Whether keys may decide approvals of their runs: yes or no (at first)',
    },
    'allow-caller-tools': {
      kind: 'text',
      value: 'YES',
      help: 'Whether callers of the OpenAI API may give tools of their own: yes or no (at first)',
    },
    'public-card': { kind: 'text', value: 'YES', help: 'Whether the A2A card is read without a key: yes or no (at first)' },
    'allow-origins': {
      kind: 'text',
      value: 'ORIGINS',
      help: 'Web pages whose scripts may use a key (CORS), as https://shop.example.com with commas between, or none (at first)',
    },
    'share-runs': { kind: 'text', value: 'YES', help: 'Whether runs belong to all keys of the endpoint: yes or no (at first)' },
  },
  details: `The document becomes the draft of the workflow behind SLUG, a new one where the slug is free, and is published as its next version.
Content that equals an earlier version reuses its number. Options that are not given keep their previous values. FILE - is standard input.
Sends THREADLOOM_ADMIN_TOKEN, if it is set.`,
  examples: [
    'threadloom deploy triage.workflow.json --slug triage --server http://127.0.0.1:3000',
    'threadloom deploy research.workflow.json --slug research --hosts "api.example.com,*.example.org"',
    'threadloom deploy triage.workflow.json --slug triage --allow-models small,large --allow-tool-names yes',
  ],
  async run({ operands: [file = ''], options, terminal }) {
    const { slug, events } = options;
    if (slug === undefined) throw new UsageError('Name the endpoint with --slug SLUG');
    if (events !== undefined && events !== 'summary' && events !== 'full')
      throw new UsageError(`--events is summary or full, not '${events}'`);
    const allow = {
      ...listOf(options['allow-models'], 'models'),
      ...listOf(options['allow-origins'], 'origins'),
      ...answerTo('allow-tool-names', options['allow-tool-names'], 'toolNames'),
      ...answerTo('allow-decisions', options['allow-decisions'], 'decisions'),
      ...answerTo('share-runs', options['share-runs'], 'sharedRuns'),
      ...answerTo('allow-caller-tools', options['allow-caller-tools'], 'callerTools'),
      ...answerTo('public-card', options['public-card'], 'publicCard'),
    };
    const { requireServer } = await import('../run/server-client.ts');
    const { deployFile } = await import('../publish/deploy-file.ts');
    const hosts = openHosts(options.hosts);
    return deployFile({ file, slug, events, hosts, allow, server: requireServer(options, terminal) }, terminal);
  },
});

function openHosts(names: string | undefined): string[] | undefined {
  if (names === undefined || names === 'none') return names === undefined ? undefined : [];
  return names === 'any' ? ['*'] : names.split(',').map((name) => name.trim());
}

function listOf<Name extends string>(names: string | undefined, name: Name): { [Key in Name]?: string[] } {
  if (names === undefined) return {};
  return { [name]: names === 'none' ? [] : names.split(',').map((one) => one.trim()) } as { [Key in Name]?: string[] };
}

function answerTo<Name extends string>(option: string, answer: string | undefined, name: Name): { [Key in Name]?: boolean } {
  if (answer === undefined) return {};
  if (answer !== 'yes' && answer !== 'no') throw new UsageError(`--${option} is yes or no, not '${answer}'`);
  return { [name]: answer === 'yes' } as { [Key in Name]?: boolean };
}
