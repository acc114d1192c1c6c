import { defineCommand } from '../define-command.ts';

export const chatCommand = defineCommand({
  name: 'chat',
  summary: 'Talks to a published workflow, turn by turn',
  usage: 'SLUG [--session NAME] [--message TEXT] [options]',
  operands: { min: 1, max: 1 },
  options: {
    session: { kind: 'text', value: 'NAME', help: 'The session; a known name continues it. Else a new one' },
    message: { kind: 'text', value: 'TEXT', help: 'One message, then exit; without a terminal, standard input is the message' },
    input: { kind: 'texts', value: 'NAME=VALUE', help: 'A further input of each turn, as text' },
    inputs: { kind: 'text', value: 'JSON|@FILE', help: 'Further inputs of each turn' },
    json: { kind: 'flag', help: 'One event a line, as run --json' },
    server: { kind: 'text', value: 'URL', help: 'The server (also THREADLOOM_URL)' },
  },
  details: `Each line is a message. The answer is printed while it is written. An empty line or Ctrl-D ends the command; the session is kept,
and its name is printed. Needs a key of the endpoint in THREADLOOM_API_KEY. Ctrl-C stops the turn that runs.`,
  examples: [
    'THREADLOOM_API_KEY=tlk_… threadloom chat support --server http://127.0.0.1:3000',
    'threadloom chat support --session customer-7 --message "Where is my order?"',
  ],
  async run({ operands: [slug = ''], options, terminal }) {
    const { requireServer } = await import('../run/server-client.ts');
    const { chatWithEndpoint } = await import('../chat/chat-with-endpoint.ts');
    return chatWithEndpoint(slug, options, { server: requireServer(options, terminal), terminal });
  },
});
