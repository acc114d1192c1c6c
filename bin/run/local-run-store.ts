import type { ApprovalDecision, ClaimedRun, RunBatch, RunCommand, RunStore } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { makeStoppableRunStore } from './stoppable-run-store.ts';

type LocalRunStore = ReturnType<typeof makeStoppableRunStore> & {
  /**
   * Stores a decision for the run to apply. An approval past its expiry is `expired`, whatever the
   * decision.
   */
  decide(decision: ApprovalDecision): void;
  /** Stores a command to continue a run that is paused at breakpoints. */
  requestContinue(how: { readonly step: boolean }): void;
};

/** Keeps one run while this process lives, so that it can resume after a decision at the terminal. */
export function makeLocalRunStore({ now }: { now: () => number }): LocalRunStore {
  const documents = new Map<string, string>();
  const events: StoredEvent[] = [];
  const expiresAtMs = new Map<string, number>();
  const decisions: ApprovalDecision[] = [];
  const createdAtMs = now();
  const stoppable = makeStoppableRunStore();
  const readStops = stoppable.readCommands;
  let commands: RunCommand[] = [];
  let commandCount = 0;
  let head: RunBatch | undefined;
  const kept = {
    decide(decision: ApprovalDecision): void {
      const isOver = (expiresAtMs.get(decision.actionId) ?? 0) <= now();
      decisions.push(isOver ? { ...decision, status: 'expired', args: null, comment: null } : decision);
    },
    requestContinue({ step }: { step: boolean }): void {
      commands.push({ commandId: `cmd_${++commandCount}`, runId: head?.runId ?? '', kind: 'continue', step });
    },
    readCommands: async (runId: string) => [...(await readStops(runId)), ...commands],
    async acknowledgeCommands(commandIds: readonly string[]) {
      commands = commands.filter(({ commandId }) => !commandIds.includes(commandId));
    },
    async saveDocument(documentHash: string, document: string) {
      documents.set(documentHash, document);
    },
    async readDocument(documentHash: string) {
      const document = documents.get(documentHash);
      if (document === undefined) throw new Error(`There is no document ${documentHash}`);
      return document;
    },
    async append(batches: readonly RunBatch[]) {
      for (const batch of batches) {
        head = batch;
        for (const event of batch.events) events.push(event);
        for (const { actionId, expiresAtMs: atMs } of batch.approvals) expiresAtMs.set(actionId, atMs);
      }
      return new Set(batches.map(({ runId }) => runId));
    },
    readEvents: async (_runId: string, afterSeq: number) => events.filter(({ seq }) => seq > afterSeq),
    async claimWaitingRun(): Promise<ClaimedRun | undefined> {
      if (head?.status !== 'waiting') return undefined;
      head = { ...head, status: 'running', leaseToken: head.leaseToken + 1 };
      return { ...head, lastSeq: events.at(-1)?.seq ?? 0, createdAtMs };
    },
    readDecisions: async () => decisions,
  } satisfies Partial<RunStore> & Pick<LocalRunStore, 'decide' | 'requestContinue'>;
  return Object.assign(stoppable, kept);
}
