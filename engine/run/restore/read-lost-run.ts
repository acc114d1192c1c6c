import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type RestoredRun, restoreResults } from './restore-results.ts';

/** What the store holds of a run whose process is gone. */
type Stored = { readonly document: string; readonly inputs: string; readonly events: readonly StoredEvent[] };

export type LostRun = {
  /** Missing when this build does not know the document's format. */
  readonly workflow: Workflow | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly restored: RestoredRun;
  /** Why the run cannot be read; then nothing of it is known. */
  readonly problem?: string;
  /** A newer build wrote events of it. This build would resume from an incomplete state. */
  readonly isNewer: boolean;
  /** Nothing of it was started yet. */
  readonly isFresh: boolean;
};

/** Problems of a document that a newer build would not have. */
const NEWER: readonly string[] = ['format-newer', 'unknown-type', 'version-newer'];
/** What is written of a run before a process takes it. */
const BEFORE_START: readonly string[] = ['run_started', 'queued'];

/** Never throws: one unreadable run must not block the others or the start of the server. */
export function readLostRun({ document, inputs, events }: Stored, nodes: NodeRegistry): LostRun {
  // A fork that is queued has what it takes over in its log already.
  const isFresh = events.at(-1)?.type === 'queued' || events.every(({ type }) => BEFORE_START.includes(type));
  try {
    const known = events.flatMap((event) => readStoredEvent(event) ?? []);
    const { workflow, problems } = readWorkflow(JSON.parse(document), nodes);
    return {
      workflow,
      inputs: JSON.parse(inputs) as Record<string, unknown>,
      // Events of a newer build stay in the log and are passed over.
      restored: restoreResults(known),
      isNewer: known.length < events.length || problems.some(({ code }) => NEWER.includes(code)),
      isFresh,
    };
  } catch (error) {
    const nothing = { workflow: undefined, inputs: {}, restored: restoreResults([]), isNewer: false };
    return { ...nothing, problem: (error as Error).message, isFresh };
  }
}
