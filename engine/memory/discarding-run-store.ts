import type { ApprovalDecision, ClaimedRun, RunBatch, RunStore, WorkspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';

/** A store that accepts everything and keeps nothing: runs of it cannot be read or resumed. */
export class DiscardingRunStore implements RunStore {
  async saveDocument(_documentHash?: string, _document?: string): Promise<void> {}
  async readDocument(documentHash: string): Promise<string> {
    throw new Error(`There is no document ${documentHash}: this store keeps none`);
  }
  async append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    return new Set(batches.map((batch) => batch.runId));
  }
  async readEvents(_runId?: string, _afterSeq?: number): Promise<StoredEvent[]> {
    return [];
  }
  async readRows(): Promise<[]> {
    return [];
  }
  async claimWaitingRun(_runId?: string): Promise<ClaimedRun | undefined> {
    return undefined;
  }
  async expireApprovals(): Promise<{ runIds: []; nextAtMs: undefined }> {
    return { runIds: [], nextAtMs: undefined };
  }
  async readDecisions(_runId?: string): Promise<ApprovalDecision[]> {
    return [];
  }
  async openTurn(): Promise<undefined> {
    return undefined;
  }
  async savePayload(_workspaceId?: WorkspaceId, _hash?: string, _text?: string): Promise<void> {}
  async readPayload(_workspaceId?: WorkspaceId, _hash?: string): Promise<string | undefined> {
    return undefined;
  }
  async touchPayloads(): Promise<void> {}
  async readCommands(): Promise<[]> {
    return [];
  }
  async acknowledgeCommands(): Promise<void> {}
}
