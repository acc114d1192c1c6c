import { randomUUID } from 'node:crypto';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { exitCode } from '../exit-code.ts';
import { followRun } from '../run/follow-run.ts';
import { makeView } from '../run/make-view.ts';
import { readTextInputs } from '../run/read-inputs.ts';
import { openServer } from '../run/server-client.ts';
import { followEndpointRun } from '../run/start-on-server.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { ChatView } from './chat-view.ts';
import { sendMessage } from './send-message.ts';

export type ChatOptions = {
  readonly session: string | undefined;
  readonly message: string | undefined;
  readonly input: readonly string[];
  readonly inputs: string | undefined;
  readonly json: boolean;
};
type Where = { readonly server: string; readonly terminal: Terminal };

/** `threadloom chat`: turns of one session with a published workflow. @returns the exit code of the last turn */
export async function chatWithEndpoint(slug: string, options: ChatOptions, { server, terminal }: Where): Promise<number> {
  const key = terminal.env.THREADLOOM_API_KEY;
  if (!key) throw new UsageError(`To talk to ${slug}, put a key of it into THREADLOOM_API_KEY`);
  const client: Client = openServer(server, { env: terminal.env, key });
  const inputs = await readTextInputs(options);
  const sessionId = options.session ?? `cli-${randomUUID()}`;
  const say = async (content: string) => {
    const view = options.json ? makeView({ json: true, nodeIds: [] }, terminal) : new ChatView(terminal);
    const start = async (onEvent: (event: Parameters<typeof view.show>[0]) => void) => {
      const runId = await sendMessage({ slug, sessionId, content, inputs }, { server, key });
      return followEndpointRun({ client, runId, onEvent }, { server, terminal });
    };
    return followRun(start, { view, terminal });
  };
  const { ask } = terminal;
  if (options.message !== undefined || !ask) {
    const content = options.message ?? (await terminal.readStdin()).trim();
    if (content === '') throw new UsageError('There is no message: give --message, or one on standard input');
    const code = await say(content);
    if (options.session === undefined) terminal.err(`The session is ${sessionId}\n`);
    return code;
  }
  let code: number = exitCode.ok;
  for (;;) {
    const content = (await ask('› ', new AbortController().signal))?.trim();
    if (!content) break;
    code = await say(content).catch((error: unknown) => explainTurn(error, terminal));
  }
  terminal.err(`Continue with --session ${sessionId}\n`);
  return code;
}

/** A message that the server refuses ends its turn, and not the conversation. */
function explainTurn(error: unknown, terminal: Terminal): number {
  if (!(error instanceof ApiError)) throw error;
  terminal.err(`${error.message}\n`);
  return exitCode.failed;
}
