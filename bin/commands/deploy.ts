import { defineCommand } from '../define-command.ts';
import { UsageError } from '../usage-error.ts';

export const deployCommand = defineCommand({
  name: 'deploy',
  summary: 'Publishes a workflow on a server',
  usage: 'FILE --slug SLUG [--server URL] [--events LEVEL]',
  operands: { min: 1, max: 1 },
  options: {
    slug: { kind: 'text', value: 'SLUG', help: 'The name in its address: small letters, digits and hyphens' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
    events: { kind: 'text', value: 'LEVEL', help: 'What callers see of a run: summary (at first) or full' },
  },
  details: `The document becomes the draft of the workflow behind SLUG, a new one where the slug is free, and is published as its next version.
What was published before keeps its number. FILE - is standard input. A server that wants one gets THREADLOOM_ADMIN_TOKEN.`,
  examples: ['threadloom deploy triage.workflow.json --slug triage --server http://127.0.0.1:3000'],
  async run({ operands: [file = ''], options, terminal }) {
    const { slug, events } = options;
    if (slug === undefined) throw new UsageError('Name the endpoint with --slug SLUG');
    if (events !== undefined && events !== 'summary' && events !== 'full')
      throw new UsageError(`--events is summary or full, not '${events}'`);
    const { requireServer } = await import('../run/server-client.ts');
    const { deployFile } = await import('../publish/deploy-file.ts');
    return deployFile({ file, slug, events, server: requireServer(options, terminal) }, terminal);
  },
});
