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
};

/** Never throws: one run that cannot be read must not keep the others from going on, nor the server from starting. */
export function readLostRun({ document, inputs, events }: Stored, nodes: NodeRegistry): LostRun {
  try {
    return {
      workflow: readWorkflow(JSON.parse(document), nodes).workflow,
      inputs: JSON.parse(inputs) as Record<string, unknown>,
      // Events of a newer build stay in the log and are passed over.
      restored: restoreResults(events.flatMap((event) => readStoredEvent(event) ?? [])),
    };
  } catch (error) {
    return { workflow: undefined, inputs: {}, restored: restoreResults([]), problem: (error as Error).message };
  }
}
