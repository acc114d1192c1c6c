import type { RunBatch, RunStore } from '#lib/ports/run-store.ts';

/** A store for runs that nobody will look up again: everything is accepted and nothing kept. The CLI's keeps a little more, see `bin/run`. */
export class DiscardingRunStore implements RunStore {
  async saveDocument(): Promise<void> {}
  async readDocument(documentHash: string): Promise<string> {
    throw new Error(`Nothing is kept here, so there is no document ${documentHash}`);
  }
  async append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    return new Set(batches.map((batch) => batch.runId));
  }
  async readEvents(): Promise<[]> {
    return [];
  }
  async readRows(): Promise<[]> {
    return [];
  }
  async claimLostRuns(): Promise<[]> {
    return [];
  }
  async claimWaitingRun(): Promise<undefined> {}
  async findRunsWithPendingSignals(): Promise<[]> {
    return [];
  }
  async expireApprovals(): Promise<{ runIds: []; nextAtMs: undefined }> {
    return { runIds: [], nextAtMs: undefined };
  }
  async readDecisions(): Promise<[]> {
    return [];
  }
  async savePayload(): Promise<void> {}
  async readPayload(): Promise<string | undefined> {
    return undefined;
  }
  async touchPayloads(): Promise<void> {}
  async readCommands(): Promise<[]> {
    return [];
  }
  async acknowledgeCommands(): Promise<void> {}
}
