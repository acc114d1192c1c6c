import { ApiError } from '#lib/api/api-error.ts';
import { makeClient } from '#lib/api/client.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { LiveRun, StartCall } from './live-run.ts';

/**
 * Runs a workflow on a server. A lost connection is taken up again; the run goes on meanwhile, and so it does when this process dies.
 * @throws {ApiError} as the server answers; `connection-failed` when it does not
 */
export async function startOnServer(
  { workflow, inputs, onEvent }: StartCall,
  { server, terminal }: { server: string; terminal: Pick<Terminal, 'err'> },
): Promise<LiveRun> {
  const client = makeClient({ baseUrl: parseServer(server) });
  // `async` and the stream of events, not `stream`: a broken connection can then be taken up by the run's id.
  const { runId } = await client.runDocument({ body: { document: workflow, inputs, mode: 'async' } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'connection-failed') throw error;
    const message = `${server} does not answer. Is the server running? Leave out --server (and THREADLOOM_URL) to run the workflow here`;
    throw new ApiError({ status: 0, code: error.code }, message, { cause: error });
  });
  const follow = async () => {
    const onReconnect = ({ delayMs }: { delayMs: number }) =>
      terminal.err(`The connection to ${server} is lost; trying again in ${formatDuration(delayMs)}. The run goes on there.\n`);
    for await (const event of client.streamEvents(runId, { onReconnect })) onEvent(event);
  };
  return {
    runId,
    ended: follow(),
    async stop() {
      try {
        await client.stopRun({ params: { id: runId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'run-ended')) throw error;
      }
    },
    async isDemoModel(name) {
      const { items } = await client.listModels();
      return items.some((model) => model.name === name && model.isDemo);
    },
  };
}

function parseServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return text;
  throw new UsageError(`The server '${text}' is no address: write it as http://127.0.0.1:3000`);
}
