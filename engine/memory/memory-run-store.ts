import type { ApprovalDecision, ClaimedRun, RunBatch, WorkspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { DiscardingRunStore } from './discarding-run-store.ts';

type KeptRun = {
  head: RunBatch;
  readonly createdAtMs: number;
  readonly events: StoredEvent[];
  readonly decisions: ApprovalDecision[];
  readonly expiresAtMs: Map<string, number>;
};

/** Keeps runs in this process until `forget`, so that suspended ones can resume. */
export class MemoryRunStore extends DiscardingRunStore {
  readonly #now: () => number;
  readonly #documents = new Map<string, string>();
  readonly #runs = new Map<string, KeptRun>();
  readonly #payloads = new Map<string, string>();

  constructor({ now }: { now: () => number }) {
    super();
    this.#now = now;
  }

  /** Expired approvals are decided as `expired`, whatever the decision says. */
  decide(runId: string, decision: ApprovalDecision): void {
    const run = this.#runs.get(runId);
    const isExpired = (run?.expiresAtMs.get(decision.actionId) ?? 0) <= this.#now();
    run?.decisions.push(isExpired ? { ...decision, status: 'expired', args: null, comment: null } : decision);
  }

  forget(runId: string): void {
    this.#runs.delete(runId);
  }

  override async saveDocument(documentHash: string, document = ''): Promise<void> {
    this.#documents.set(documentHash, document);
  }

  override async readDocument(documentHash: string): Promise<string> {
    return this.#documents.get(documentHash) ?? super.readDocument(documentHash);
  }

  override async append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    for (const batch of batches) {
      const known = this.#runs.get(batch.runId);
      const run = known ?? {
        head: batch,
        createdAtMs: this.#now(),
        events: [],
        decisions: [],
        expiresAtMs: new Map<string, number>(),
      };
      run.head = batch;
      run.events.push(...batch.events);
      for (const { actionId, expiresAtMs } of batch.approvals) run.expiresAtMs.set(actionId, expiresAtMs);
      this.#runs.set(batch.runId, run);
    }
    return new Set(batches.map(({ runId }) => runId));
  }

  override async readEvents(runId = '', afterSeq = 0): Promise<StoredEvent[]> {
    return this.#runs.get(runId)?.events.filter(({ seq }) => seq > afterSeq) ?? [];
  }

  override async claimWaitingRun(runId = ''): Promise<ClaimedRun | undefined> {
    const run = this.#runs.get(runId);
    if (run?.head.status !== 'waiting') return undefined;
    run.head = { ...run.head, status: 'running', leaseToken: run.head.leaseToken + 1 };
    return { ...run.head, lastSeq: run.events.at(-1)?.seq ?? 0, createdAtMs: run.createdAtMs };
  }

  override async readDecisions(runId = ''): Promise<ApprovalDecision[]> {
    return this.#runs.get(runId)?.decisions ?? [];
  }

  override async savePayload(workspaceId?: WorkspaceId, hash?: string, text = ''): Promise<void> {
    this.#payloads.set(`${workspaceId} ${hash}`, text);
  }

  override async readPayload(workspaceId?: WorkspaceId, hash?: string): Promise<string | undefined> {
    return this.#payloads.get(`${workspaceId} ${hash}`);
  }
}
