import type { ApprovalRequest, Decision } from '#engine/contract/define-executor.ts';
import type { ApprovalDecision } from '#lib/ports/run-store.ts';
import type { Clock, NewId } from '#lib/ports/runtime.ts';
import type { EventParent, PendingApproval, RunEventOf } from '#lib/run/run-event.ts';
import type { Beside, RunLog } from '../log/run-log.ts';

/** Thirty days. */
const DEFAULT_EXPIRES_IN_MS = 30 * 24 * 60 * 60 * 1000;
/** More than an author may write. A model may call a tool with an argument of any length, and what a person decides on is in the arguments. */
const MAX_DESCRIPTION_CHARS = 6000;

/** Keys of what is asked of the run as a whole, in the name of each node that cannot go on. */
const OF_ALL_NODES = /^(limit|budget):/;

type Asked = Pick<
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

/** What a run asked of people and what they decided. A decision is taken up once: by the event that says so, in the transaction that marks its row. */
export class RunApprovals {
  readonly #log: RunLog;
  readonly #ports: { readonly clock: Pick<Clock, 'now'>; readonly newId: NewId };
  /** By node and key, in the order in which it was asked. */
  readonly #asked = new Map<string, Asked>();
  readonly #byAction = new Map<string, Asked>();
  readonly #decided = new Map<string, Decided>();
  readonly #remembered = new Set<string>();
  /** Nodes that wait, and do not know yet that there is a decision for them. */
  readonly #news = new Set<string>();
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

  /** What nobody has decided yet, in the order it was asked. */
  get open(): PendingApproval[] {
    const open = [...this.#asked.values()].filter(({ actionId }) => !this.#decided.has(actionId));
    return open.map(({ actionId, nodeId, kind, tool, description, expiresAt }) => ({
      actionId,
      nodeId,
      kind,
      tool,
      description,
      expiresAt,
    }));
  }

  ask({ nodeId, announce }: Asker, request: ApprovalRequest): Decision | undefined {
    const known = this.#asked.get(keyOf({ nodeId, key: request.key }));
    if (known) return this.#decided.get(known.actionId);
    const { key, kind, tool, toolCallId, args, parent, expiresInMs = DEFAULT_EXPIRES_IN_MS } = request;
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
      },
      {
        isUrgent: true,
        ask: {
          actionId,
          nodeId,
          kind,
          tool,
          description,
          expiresAtMs,
          toolCallId: toolCallId ?? null,
          args: JSON.stringify(args ?? null),
        },
      },
    );
    this.#keep({ ...asked, parent });
    return undefined;
  }

  isRemembered(tool: string): boolean {
    return this.#remembered.has(tool);
  }

  hasNew(decisions: readonly ApprovalDecision[]): boolean {
    return decisions.some((decision) => this.#isNew(decision));
  }

  /** Nobody waits for what a node asked that has ended. @returns the ids of what was not decided */
  withdraw(nodeId: string): string[] {
    if (this.#byAction.size === this.#decided.size) return [];
    const left = [...this.#byAction.values()].filter((asked) => asked.nodeId === nodeId && !this.#decided.has(asked.actionId));
    for (const { actionId } of left) this.#decided.set(actionId, { status: 'expired' });
    return left.map(({ actionId }) => actionId);
  }

  /** Takes up what was decided and is new here, and writes that it did. @returns whether anything was */
  learn(decisions: readonly ApprovalDecision[]): boolean {
    const fresh = decisions.filter((decision) => this.#isNew(decision));
    for (const { actionId, status, args, comment, isRemembered } of fresh) {
      const asked = this.#byAction.get(actionId) as Asked;
      const decided: Decided = {
        status,
        ...(args !== null && { args: JSON.parse(args) }),
        ...(comment !== null && { comment }),
        ...(isRemembered && { isRemembered }),
      };
      // Decided for another node meanwhile.
      if (this.#decided.has(actionId)) continue;
      this.#take(asked, decided, { consumed: actionId });
      for (const other of this.#askedAlike(asked)) this.#take(other, decided, { withdrawn: [other.actionId] });
    }
    if (fresh.length > 0) this.wake();
    return fresh.length > 0;
  }

  /** Whoever waits for a decision looks again: there is one, or something else let the run go on. */
  wake(): void {
    for (const tell of this.#listeners.splice(0)) tell();
  }

  /** Writes that it takes a decision up, and goes on with the node that asked. */
  #take({ nodeId, actionId, parent }: Asked, decided: Decided, beside: Pick<Beside, 'consumed' | 'withdrawn'>): void {
    const event = { type: 'approval_decided', nodeId, actionId, ...(parent && { parent }), ...decided };
    this.#log.emit(event as never, { isUrgent: true, ...beside });
    this.#settle(actionId, decided);
    this.#news.add(nodeId);
  }

  /** What other nodes asked about the same limit: one answer is enough for all of them. */
  #askedAlike({ key }: Asked): Asked[] {
    if (!OF_ALL_NODES.test(key)) return [];
    return [...this.#byAction.values()].filter((other) => other.key === key && !this.#decided.has(other.actionId));
  }

  /**
   * Whether there is something new for a node inside of this container. One that was stopped, or ended otherwise, before it looked never will: for its news the
   * container would be begun again and again.
   * @param ended the nodes that have ended
   */
  hasNewsWithin(containerPath: string, ended: Pick<ReadonlyMap<string, unknown>, 'has'>): boolean {
    for (const nodeId of this.#news) if (nodeId.startsWith(`${containerPath}[`) && !ended.has(nodeId)) return true;
    return false;
  }

  /** Resolves when anything is decided in this run. */
  nextDecision(): Promise<void> {
    return new Promise((resolve) => void this.#listeners.push(resolve));
  }

  /** Whether there is something new for this node; asked once. */
  takeNews(nodeId: string): boolean {
    return this.#news.delete(nodeId);
  }

  #isNew({ actionId }: ApprovalDecision): boolean {
    return this.#byAction.has(actionId) && !this.#decided.has(actionId);
  }

  #keep(asked: Asked): void {
    this.#asked.set(keyOf(asked), asked);
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
