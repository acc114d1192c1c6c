import { defineCommand } from '../define-command.ts';

export const keysCommand = defineCommand({
  name: 'keys',
  summary: 'Makes, lists and revokes the keys of a published workflow',
  usage: 'create|list|revoke SLUG [KEY_ID] [options]',
  operands: { min: 2, max: 3 },
  options: {
    name: { kind: 'text', value: 'NAME', help: 'create: what the key is called in lists; else cli' },
    expires: { kind: 'text', value: 'TIME', help: 'create: it opens nothing from then on, as 2030-01-31' },
    rate: { kind: 'text', value: 'N', help: 'create: runs it may start a minute; else any number' },
    json: { kind: 'flag', help: 'create, list: one JSON object a key' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `create prints the key, once: the server keeps only a hash of it. list shows what can be seen of all keys, and their ids.
revoke takes such an id. Sends THREADLOOM_ADMIN_TOKEN, if it is set.`,
  examples: [
    'threadloom keys create triage --name shop --rate 60 --server http://127.0.0.1:3000',
    'threadloom keys list triage --server http://127.0.0.1:3000',
    'threadloom keys revoke triage 0b8W2xKq1Z --server http://127.0.0.1:3000',
  ],
  async run({ operands, options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { manageKeys } = await import('../publish/manage-keys.ts');
    return manageKeys({ operands, options }, { server: requireServer(options, terminal), terminal });
  },
});
