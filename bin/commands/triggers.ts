import { defineCommand } from '../define-command.ts';

export const triggersCommand = defineCommand({
  name: 'triggers',
  summary: 'Lists triggers, their events, and switches them',
  usage: 'list|events|on|off|secret|replay WORKFLOW_ID|SLUG|EVENT_ID [TRIGGER] [options]',
  operands: { min: 2, max: 3 },
  options: {
    status: { kind: 'text', value: 'STATUS', help: 'events: only pending, started, filtered, duplicate, skipped or refused' },
    limit: { kind: 'text', value: 'N', help: 'events: how many, newest first; else 20' },
    secret: { kind: 'text', value: 'TEXT', help: 'secret: that of the service that sends requests; else a new one is made' },
    draft: { kind: 'flag', help: 'replay: a run of the draft instead of the published version' },
    json: { kind: 'flag', help: 'One JSON object a line' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `list takes a workflow, and shows the triggers of its deployments with their addresses and next times. events, on, off and secret
take the slug and the trigger. replay takes an event of that list and starts a run for it again. Sends THREADLOOM_ADMIN_TOKEN, if it is set.`,
  examples: [
    'threadloom triggers list wf_01… --server http://127.0.0.1:3000',
    'threadloom triggers events support hook --status refused',
    'threadloom triggers replay evt_01… --draft',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { manageTriggers } = await import('../triggers/manage-triggers.ts');
    return manageTriggers({ operands, options }, { server: requireServer(options, terminal), terminal });
  },
});
