import type { ApprovalRequest, Decision } from '#engine/contract/define-executor.ts';
import type { ApprovalDecision } from '#lib/ports/run-store.ts';
import type { Clock, NewId } from '#lib/ports/runtime.ts';
import { withoutRetries } from '#lib/run/node-path.ts';
import type { EventParent, NewEventOf, PendingApproval, RunEventOf } from '#lib/run/run-event.ts';
import type { CommitExtras, RunLog } from '../log/run-log.ts';

/** Thirty days. */
const DEFAULT_EXPIRES_IN_MS = 30 * 24 * 60 * 60 * 1000;
/** Above what authors may write. Arguments of models have any length, and the request contains them. */
const MAX_DESCRIPTION_CHARS = 6000;

/** Keys of approvals that apply to the whole run and are requested by each blocked node. */
const OF_ALL_NODES = /^(limit|budget):/;

type ApprovalEntry = Pick<
  RunEventOf<'confirm_required'>,
  'nodeId' | 'key' | 'actionId' | 'kind' | 'tool' | 'description' | 'expiresAt'
> & {
  readonly parent?: EventParent | undefined;
};
type Decided = Decision & { readonly isRemembered?: boolean | undefined };

type Asker = {
  readonly nodeId: string;
  /** Called before the first thing that is written for it. */
  readonly announce: () => void;
};

/** What the log of a run says of its approvals. */
export type FoundApprovals = {
  readonly asked: readonly RunEventOf<'confirm_required'>[];
  readonly decided: readonly RunEventOf<'approval_decided'>[];
};

/**
 * The approval requests of a run and their decisions. A decision is applied once: its row is marked
 * with its event.
 */
export class RunApprovals {
  readonly #log: RunLog;
  readonly #ports: { readonly clock: Pick<Clock, 'now'>; readonly newId: NewId };
  /** By node and key, in the order of the requests. */
  readonly #asked = new Map<string, ApprovalEntry>();
  /** The latest by node and key, the same for all attempts of the containers around the node. */
  readonly #latest = new Map<string, ApprovalEntry>();
  readonly #byAction = new Map<string, ApprovalEntry>();
  readonly #decided = new Map<string, Decided>();
  readonly #remembered = new Set<string>();
  /** Their node ended before a decision. */
  readonly #withdrawn = new Set<string>();
  /** Suspended nodes with a decision that they have not resumed with. */
  readonly #pending = new Set<string>();
  readonly #listeners: (() => void)[] = [];

  constructor(log: RunLog, ports: { clock: Pick<Clock, 'now'>; newId: NewId }, found?: FoundApprovals) {
    this.#log = log;
    this.#ports = ports;
    for (const asked of found?.asked ?? []) this.#keep(asked);
    for (const { actionId, status, args, comment, isRemembered } of found?.decided ?? [])
      this.#settle(actionId, {
        status,
        ...(args !== undefined && { args }),
        ...(comment !== undefined && { comment }),
        isRemembered,
      });
  }

  /** Undecided requests, in the order they were made; without waits for a time. */
  get open(): PendingApproval[] {
    return this.#openWhere(({ kind }) => kind !== 'wait');
  }

  /** Waits for a time that are not over. */
  get openWaits(): PendingApproval[] {
    return this.#openWhere(({ kind }) => kind === 'wait');
  }

  #openWhere(isMeant: (entry: ApprovalEntry) => boolean): PendingApproval[] {
    const open = [...this.#asked.values()].filter((entry) => isMeant(entry) && !this.#decided.has(entry.actionId));
    return open.map(({ actionId, nodeId, kind, tool, description, expiresAt }) => ({
      actionId,
      nodeId,
      kind,
      tool,
      description,
      expiresAt,
    }));
  }

  /** @param options `isStored`: whether it gets a row, which other processes can decide. @defaultValue true */
  ask(
    { nodeId, announce }: Asker,
    request: ApprovalRequest,
    { isStored = true }: { isStored?: boolean } = {},
  ): Decision | undefined {
    const known = this.#find(nodeId, request.key);
    if (known) return this.#decided.get(known.actionId);
    const { key, kind, tool, toolCallId, args, fixed, schema, parent, expiresInMs = DEFAULT_EXPIRES_IN_MS } = request;
    const description = shorten(request.description);
    const actionId = this.#ports.newId('act');
    const expiresAtMs = this.#ports.clock.now() + expiresInMs;
    const asked = { nodeId, key, actionId, kind, tool, description, expiresAt: new Date(expiresAtMs).toISOString() };
    announce();
    this.#log.emit(
      {
        type: 'confirm_required',
        ...asked,
        ...(parent && { parent }),
        ...(toolCallId !== undefined && { toolCallId }),
        args: (args ?? null) as null,
        ...(fixed && { fixed }),
        ...(schema && { schema: schema as Record<string, never> }),
      },
      {
        isUrgent: true,
        ...(isStored && {
          ask: {
            actionId,
            nodeId,
            kind,
            tool,
            description,
            expiresAtMs,
            toolCallId: toolCallId ?? null,
            args: JSON.stringify(args ?? null),
            fixed: fixed ? JSON.stringify(fixed) : null,
          },
        }),
      },
    );
    this.#keep({ ...asked, parent });
    return undefined;
  }

  /** The request with this key, which `hasRequested` has to confirm first. */
  requestOf(nodeId: string, key: string): Pick<ApprovalEntry, 'expiresAt'> {
    return this.#asked.get(keyOf({ nodeId, key })) as ApprovalEntry;
  }

  /** Expires a request whose node is running, and so needs no signal to continue. */
  expire(nodeId: string, key: string): void {
    const asked = this.#asked.get(keyOf({ nodeId, key }));
    if (!asked || this.#decided.has(asked.actionId)) return;
    const { actionId } = asked;
    this.#log.emit({ type: 'approval_decided', nodeId, actionId, status: 'expired' }, { withdrawn: [actionId] });
    this.#settle(actionId, { status: 'expired' });
  }

  hasRequested(nodeId: string, key: string): boolean {
    return this.#find(nodeId, key) !== undefined;
  }

  /** A further attempt of a container keeps what was decided in the one before, and waits anew. */
  #find(nodeId: string, key: string): ApprovalEntry | undefined {
    const own = this.#asked.get(keyOf({ nodeId, key }));
    if (own) return own;
    const earlier = this.#latest.get(keyOf({ nodeId: withoutRetries(nodeId), key }));
    const isKept = earlier && earlier.kind !== 'wait' && this.#decided.has(earlier.actionId);
    return isKept && !this.#withdrawn.has(earlier.actionId) ? earlier : undefined;
  }

  isRemembered(tool: string): boolean {
    return this.#remembered.has(tool);
  }

  hasNew(decisions: readonly ApprovalDecision[]): boolean {
    return decisions.some((decision) => this.#isNew(decision));
  }

  /** Withdraws the requests of a node that has ended. @returns the ids of the undecided ones */
  withdraw(nodeId: string): string[] {
    if (this.#byAction.size === this.#decided.size) return [];
    const undecided = [...this.#byAction.values()].filter(
      (asked) => asked.nodeId === nodeId && !this.#decided.has(asked.actionId),
    );
    for (const { actionId } of undecided) {
      this.#decided.set(actionId, { status: 'expired' });
      this.#withdrawn.add(actionId);
    }
    return undecided.map(({ actionId }) => actionId);
  }

  /** Applies and logs the decisions that are new. @returns whether any was */
  apply(decisions: readonly ApprovalDecision[]): boolean {
    const fresh = decisions.filter((decision) => this.#isNew(decision));
    for (const { actionId, status, args, comment, isRemembered } of fresh) {
      const asked = this.#byAction.get(actionId) as ApprovalEntry;
      const decided: Decided = {
        status,
        ...(args !== null && { args: JSON.parse(args) }),
        ...(comment !== null && { comment }),
        ...(isRemembered && { isRemembered }),
      };
      // Decided by the same request of another node.
      if (this.#decided.has(actionId)) continue;
      this.#settleAndLog(asked, decided, { consumed: actionId });
      for (const other of this.#sameRequests(asked)) this.#settleAndLog(other, decided, { withdrawn: [other.actionId] });
    }
    if (fresh.length > 0) this.notify();
    return fresh.length > 0;
  }

  /** Resolves every `nextDecision()`: something was decided, or the run continues from a breakpoint. */
  notify(): void {
    for (const resolve of this.#listeners.splice(0)) resolve();
  }

  #settleAndLog(
    { nodeId, actionId, parent }: ApprovalEntry,
    decided: Decided,
    extras: Pick<CommitExtras, 'consumed' | 'withdrawn'>,
  ): void {
    const { status, args, comment, isRemembered } = decided;
    const event: NewEventOf<'approval_decided'> = {
      type: 'approval_decided',
      nodeId,
      actionId,
      status,
      ...(parent && { parent }),
      ...(args !== undefined && { args: args as NewEventOf<'approval_decided'>['args'] }),
      ...(comment !== undefined && { comment }),
      ...(isRemembered && { isRemembered }),
    };
    this.#log.emit(event, { isUrgent: true, ...extras });
    this.#settle(actionId, decided);
    this.#pending.add(nodeId);
  }

  /** Requests of other nodes about the same limit: one decision counts for all of them. */
  #sameRequests({ key }: ApprovalEntry): ApprovalEntry[] {
    if (!OF_ALL_NODES.test(key)) return [];
    return [...this.#byAction.values()].filter((other) => other.key === key && !this.#decided.has(other.actionId));
  }

  /**
   * Whether a node inside this container has a pending decision.
   * @param ended nodes that ended before they resumed: their decisions must not resume the container forever
   */
  hasPendingWithin(containerPath: string, ended: Pick<ReadonlyMap<string, unknown>, 'has'>): boolean {
    for (const nodeId of this.#pending) if (nodeId.startsWith(`${containerPath}[`) && !ended.has(nodeId)) return true;
    return false;
  }

  /** Resolves when anything is decided in this run. */
  nextDecision(): Promise<void> {
    return new Promise((resolve) => void this.#listeners.push(resolve));
  }

  /** Whether the node has a pending decision; it counts as taken from then on. */
  takePending(nodeId: string): boolean {
    return this.#pending.delete(nodeId);
  }

  #isNew({ actionId }: ApprovalDecision): boolean {
    return this.#byAction.has(actionId) && !this.#decided.has(actionId);
  }

  #keep(asked: ApprovalEntry): void {
    this.#asked.set(keyOf(asked), asked);
    this.#latest.set(keyOf({ nodeId: withoutRetries(asked.nodeId), key: asked.key }), asked);
    this.#byAction.set(asked.actionId, asked);
  }

  #settle(actionId: string, decided: Decided): void {
    this.#decided.set(actionId, decided);
    const asked = this.#byAction.get(actionId);
    if (decided.isRemembered && decided.status === 'confirmed' && asked) this.#remembered.add(asked.tool);
  }
}

function keyOf({ nodeId, key }: { nodeId: string; key: string }): string {
  return `${nodeId} ${key}`;
}

function shorten(text: string): string {
  return text.length > MAX_DESCRIPTION_CHARS ? `${text.slice(0, MAX_DESCRIPTION_CHARS - 1).toWellFormed()}…` : text;
}
