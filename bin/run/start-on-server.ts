import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { Terminal } from '../terminal.ts';
import type { LiveRun, StartCall } from './live-run.ts';
import { explainSilence, openServer } from './server-client.ts';

type OnServer = { readonly server: string; readonly terminal: Pick<Terminal, 'err' | 'env'> };

/**
 * Runs a workflow on a server. A lost connection is opened again; the run continues meanwhile, and
 * after the end of this process.
 * @throws {ApiError} as the server answers; `connection-failed` when it does not
 */
export async function startOnServer(
  { workflow, inputs, part, onEvent }: StartCall,
  { server, terminal }: OnServer,
): Promise<LiveRun> {
  const client = openServer(server, terminal);
  const hint = ' Leave out --server (and THREADLOOM_URL) to run the workflow here';
  // `async` and the stream of events, not `stream`: a broken connection can be resumed by the run's id.
  const asked = {
    ...(part?.until && { until: [...part.until] }),
    ...(part?.skip && { skip: [...part.skip] }),
    ...(part?.breakpoints && { breakpoints: [...part.breakpoints] }),
  };
  const body = { document: workflow, inputs, mode: 'async' as const, ...asked };
  const { runId } = await client.runDocument({ body }).catch((error: unknown) => {
    throw explainSilence(error, { server, hint });
  });
  return liveOnServer({ client, runId, onEvent }, { server, terminal });
}

type Following = {
  readonly client: Client;
  readonly runId: string;
  readonly onEvent: StartCall['onEvent'];
  readonly after?: number;
};

/**
 * A run on a server as a member of the workspace sees it.
 * @param following `after`: only events with a greater seq
 */
export function liveOnServer(following: Following, where: OnServer): LiveRun {
  return {
    ...followOnServer(following, where),
    async isDemoModel(name) {
      const { items } = await following.client.listModels();
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
  return followEndpointRun({ client, runId, onEvent }, { server, terminal });
}

/** A run on a server as a caller of its endpoint sees it. */
export function followEndpointRun(following: Following, where: OnServer): LiveRun {
  // Which models a published workflow has is not for its callers to ask.
  return { ...followOnServer(following, where), isDemoModel: async () => false };
}

function followOnServer(
  { client, runId, onEvent, after }: Following,
  { server, terminal }: OnServer,
): Omit<LiveRun, 'isDemoModel'> {
  const follow = async () => {
    const onReconnect = ({ delayMs }: { delayMs: number }) =>
      terminal.err(`The connection to ${server} is lost; retrying in ${formatDuration(delayMs)}. The run continues there.\n`);
    for await (const event of client.streamEvents(runId, { onReconnect, ...(after !== undefined && { afterSeq: after }) }))
      onEvent(event);
  };
  return {
    runId,
    ended: follow(),
    describeWait: (left) => describeWait(runId, { ...left, server }),
    async stop() {
      try {
        await client.stopRun({ params: { id: runId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'run-ended')) throw error;
      }
    },
  };
}

type Left = Parameters<LiveRun['describeWait']>[0] & { readonly server: string };

function describeWait(runId: string, { actionIds, breakpoints, resumesAt, server }: Left): string {
  if (actionIds.length === 0 && breakpoints.length === 0 && resumesAt !== undefined)
    return `The run waits until ${resumesAt} and resumes then on the server.\n`;
  const paused = `The run is paused at ${breakpoints.join(', ')}. Continue with (or with --step):\n  threadloom continue ${runId} --server ${server}\n`;
  if (actionIds.length === 0) return paused;
  const lines = actionIds.map((actionId) => `  threadloom approvals approve ${runId} ${actionId} --server ${server}\n`);
  return `The run waits for a decision, until the approval expires. Decide with (or with reject):\n${lines.join('')}${breakpoints.length > 0 ? paused : ''}`;
}
