import type { EventHub } from '#lib/ports/event-hub.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import { responseSchema, type WorkflowResponse } from '#lib/run/response-fields.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { isShortWait } from '#lib/run/short-wait.ts';
import { respondingNode } from '#lib/workflow/responding-node.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';
import { wakeOnEvents } from './wake-on-events.ts';

const PAGE = 5000;

type Sources = {
  readonly workflow: Pick<Workflow, 'nodes'>;
  readonly hub: Pick<EventHub, 'subscribe'>;
  readonly stored: Pick<RunRepository, 'readEvents'>;
  readonly signal: AbortSignal;
  /** The longest wait for a time that is no end. */
  readonly waitMs: number;
};
/** What the first `respond` node of a run gave. */
export type NodeResponse = WorkflowResponse & { readonly bodyType: 'value' | 'file' };

/**
 * The answer of the first `respond` node of a run, whichever process executes it; undefined when the run ended or was
 * suspended without one, or `signal` aborted.
 */
export async function followResponse(
  runId: string,
  { workflow, hub, stored, signal, waitMs }: Sources,
): Promise<NodeResponse | undefined> {
  let isOver = false;
  let afterSeq = 0;
  for await (const _ of wakeOnEvents(runId, { hub, signal })) {
    while (!signal.aborted) {
      const events = await stored.readEvents(runId, afterSeq, PAGE);
      if (events.length === 0) break;
      for (const event of events) {
        afterSeq = event.seq;
        // A run that waited has further events behind it.
        isOver = isEnd(event, waitMs);
        const response = responseIn(event, workflow);
        if (response) return response;
      }
    }
    if (isOver) return undefined;
  }
  return undefined;
}

function isEnd(stored: StoredEvent, mostMs: number): boolean {
  const event = stored.type === 'done' ? readStoredEvent(stored) : undefined;
  return event?.type === 'done' && !isShortWait(event, { nowMs: event.at, mostMs });
}

function responseIn(event: StoredEvent, workflow: Pick<Workflow, 'nodes'>): NodeResponse | undefined {
  const read = event.type === 'node_finished' ? readStoredEvent(event) : undefined;
  const node = read?.type === 'node_finished' && read.fired?.out ? respondingNode(workflow, read.nodeId) : undefined;
  if (read?.type !== 'node_finished' || !node) return undefined;
  const response = responseSchema.safeParse(read.fired?.out);
  return response.success ? { ...response.data, bodyType: node.config.bodyType === 'file' ? 'file' : 'value' } : undefined;
}
