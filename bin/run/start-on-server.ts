import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { Terminal } from '../terminal.ts';
import type { LiveRun, StartCall } from './live-run.ts';
import { explainSilence, openServer } from './server-client.ts';

type OnServer = { readonly server: string; readonly terminal: Pick<Terminal, 'err' | 'env'> };

/**
 * Runs a workflow on a server. A lost connection is taken up again; the run goes on meanwhile, and so it does when this process dies.
 * @throws {ApiError} as the server answers; `connection-failed` when it does not
 */
export async function startOnServer({ workflow, inputs, onEvent }: StartCall, { server, terminal }: OnServer): Promise<LiveRun> {
  const client = openServer(server, terminal);
  const hint = ' Leave out --server (and THREADLOOM_URL) to run the workflow here';
  // `async` and the stream of events, not `stream`: a broken connection can then be taken up by the run's id.
  const { runId } = await client.runDocument({ body: { document: workflow, inputs, mode: 'async' } }).catch((error: unknown) => {
    throw explainSilence(error, { server, hint });
  });
  return {
    ...followOnServer({ client, runId, onEvent }, { server, terminal }),
    async isDemoModel(name) {
      const { items } = await client.listModels();
      return items.some((model) => model.name === name && model.isDemo);
    },
  };
}

/**
 * Runs the workflow that is published under a slug, as `startOnServer` does.
 * @throws {ApiError} as the server answers; `connection-failed` when it does not
 */
export async function startEndpoint(
  {
    slug,
    key,
    inputs,
    model,
    onEvent,
  }: Pick<StartCall, 'inputs' | 'onEvent'> & { slug: string; key: string; model: string | undefined },
  { server, terminal }: OnServer,
): Promise<LiveRun> {
  const client = openServer(server, { ...terminal, key });
  const body = { inputs, mode: 'async' as const, ...(model !== undefined && { model }) };
  const { runId } = await client.runDeployment({ params: { slug }, body }).catch((error: unknown) => {
    throw explainSilence(error, { server });
  });
  // Which models a published workflow has is not for its callers to ask.
  return { ...followOnServer({ client, runId, onEvent }, { server, terminal }), isDemoModel: async () => false };
}

function followOnServer(
  { client, runId, onEvent }: { client: Client; runId: string; onEvent: StartCall['onEvent'] },
  { server, terminal }: OnServer,
): Omit<LiveRun, 'isDemoModel'> {
  const follow = async () => {
    const onReconnect = ({ delayMs }: { delayMs: number }) =>
      terminal.err(`The connection to ${server} is lost; trying again in ${formatDuration(delayMs)}. The run goes on there.\n`);
    for await (const event of client.streamEvents(runId, { onReconnect })) onEvent(event);
  };
  return {
    runId,
    ended: follow(),
    describeWait: (actionIds) => describeWait(runId, { actionIds, server }),
    async stop() {
      try {
        await client.stopRun({ params: { id: runId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'run-ended')) throw error;
      }
    },
  };
}

function describeWait(runId: string, { actionIds, server }: { actionIds: readonly string[]; server: string }): string {
  const lines = actionIds.map((actionId) => `  threadloom approvals approve ${runId} ${actionId} --server ${server}\n`);
  return `The run waits for a decision, until the approval expires. Decide with (or with reject):\n${lines.join('')}`;
}
