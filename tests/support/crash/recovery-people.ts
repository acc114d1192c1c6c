import { setTimeout as wait } from 'node:timers/promises';
import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import type { Client } from '#lib/api/client.ts';

const LOOK_EVERY_MS = 200;
const PAGE = 100;

/** Decisions on unknown effects, used in turn. */
const ANSWERS = [
  { confirmed: true },
  { confirmed: false, result: { status: 200, headers: {}, body: null } },
  { confirmed: false, skip: true },
];

/** Approves everything in a workspace, except unknown effects of the runs that are left undecided. */
export class RecoveryPeople {
  readonly #api: Client;
  readonly #isLeftOpen: (runId: string) => boolean;
  readonly #gone = new AbortController();
  readonly #looking: Promise<void>;
  #openRunIds: ReadonlySet<string> = new Set();

  constructor(api: Client, isLeftOpen: (runId: string) => boolean) {
    this.#api = api;
    this.#isLeftOpen = isLeftOpen;
    this.#looking = this.#look();
  }

  /** Runs that waited only for decisions on unknown effects at the last check. */
  get leftOpen(): ReadonlySet<string> {
    return this.#openRunIds;
  }

  async leave(): Promise<void> {
    this.#gone.abort();
    await this.#looking;
  }

  /** Decides the undecided effects: repeats them, enters their results, or skips them. */
  async decideTheRest(): Promise<void> {
    for (const [index, { runId, actionId }] of (await this.#pending()).entries()) {
      const body = ANSWERS[index % ANSWERS.length] as (typeof ANSWERS)[number];
      await this.#api.decideApproval({ params: { id: runId, actionId }, body });
    }
  }

  async #look(): Promise<void> {
    while (!this.#gone.signal.aborted) {
      const pending = await this.#pending().catch(() => []);
      const isLeft = ({ kind, runId }: ApprovalResource) => kind === 'effect' && this.#isLeftOpen(runId);
      const due = pending.filter((approval) => !isLeft(approval));
      for (const { runId, actionId } of due)
        await this.#api.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } }).catch(() => {});
      const busy = new Set(due.map(({ runId }) => runId));
      this.#openRunIds = new Set(
        pending.filter((approval) => isLeft(approval) && !busy.has(approval.runId)).map(({ runId }) => runId),
      );
      await wait(LOOK_EVERY_MS);
    }
  }

  async #pending(): Promise<ApprovalResource[]> {
    const all: ApprovalResource[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#api.listApprovals({ query: { status: 'pending', limit: PAGE, ...(cursor && { cursor }) } });
      all.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return all;
  }
}
