import { followRun } from '../run/follow-run.ts';
import { makeView } from '../run/make-view.ts';
import { explainSilence, openServer } from '../run/server-client.ts';
import { liveOnServer } from '../run/start-on-server.ts';
import type { Terminal } from '../terminal.ts';

type ContinueCall = {
  readonly operands: readonly string[];
  readonly options: { readonly step: boolean; readonly clear: boolean; readonly json: boolean };
};

/** `threadloom continue`: continues a run from its breakpoints, and follows it. @returns the exit code */
export async function continueRun(
  { operands: [runId = ''], options: { step, clear, json } }: ContinueCall,
  { server, terminal }: { readonly server: string; readonly terminal: Terminal },
): Promise<number> {
  const client = openServer(server, terminal);
  const params = { id: runId };
  try {
    const { lastSeq } = await client.getRun({ params });
    const { document } = await client.getRunWorkflow({ params });
    const view = makeView({ json, nodeIds: document.nodes.map(({ id }) => id) }, terminal);
    const body = { step, ...(clear && { breakpoints: [] }) };
    return await followRun(
      async (onEvent) => {
        await client.continueRun({ params, body });
        return liveOnServer({ client, runId, onEvent, after: lastSeq }, { server, terminal });
      },
      { view, terminal },
    );
  } catch (error) {
    throw explainSilence(error, { server });
  }
}
