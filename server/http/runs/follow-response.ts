import { setTimeout as wait } from 'node:timers/promises';
import type { EventHub } from '#lib/ports/event-hub.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import { responseSchema, type WorkflowResponse } from '#lib/run/response-fields.ts';
import { respondingNode } from '#lib/workflow/responding-node.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';

/** Poll interval for runs whose events the hub may not publish, in milliseconds. */
const LOOK_EVERY_MS = 1000;
const PAGE = 5000;

type Sources = {
  readonly workflow: Pick<Workflow, 'nodes'>;
  readonly hub: Pick<EventHub, 'subscribe'>;
  readonly stored: Pick<RunRepository, 'readEvents'>;
  readonly signal: AbortSignal;
};
/** What the first `respond` node of a run gave. */
export type NodeResponse = WorkflowResponse & { readonly bodyType: 'value' | 'file' };

/**
 * The answer of the first `respond` node of a run, whichever process executes it; undefined when the run ended or was
 * suspended without one, or `signal` aborted.
 */
export async function followResponse(
  runId: string,
  { workflow, hub, stored, signal }: Sources,
): Promise<NodeResponse | undefined> {
  let wake = () => {};
  const leaveHub = hub.subscribe(runId, () => wake());
  try {
    let isOver = false;
    for (let afterSeq = 0; !signal.aborted; ) {
      const published = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const events = await stored.readEvents(runId, afterSeq, PAGE);
      for (const event of events) {
        afterSeq = event.seq;
        // A run that waited has further events behind it.
        isOver = event.type === 'done';
        const read = event.type === 'node_finished' ? readStoredEvent(event) : undefined;
        const node = read?.type === 'node_finished' && read.fired?.out ? respondingNode(workflow, read.nodeId) : undefined;
        if (read?.type !== 'node_finished' || !node) continue;
        const response = responseSchema.safeParse(read.fired?.out);
        if (response.success) return { ...response.data, bodyType: node.config.bodyType === 'file' ? 'file' : 'value' };
      }
      if (events.length > 0) continue;
      if (isOver) return undefined;
      await Promise.race([published, wait(LOOK_EVERY_MS, undefined, { signal, ref: false })]);
    }
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    leaveHub();
  }
}
