import { callerToolName } from '#lib/run/caller-tools.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { RunEventOf, StoredEvent } from '#lib/run/run-event.ts';

/** A call of a tool of the caller, as both APIs write it. */
export type ToolCall = {
  readonly id: string;
  readonly name: string;
  /** JSON. */
  readonly arguments: string;
};

type Requested = { readonly actionId: string; readonly tool: string; readonly args: unknown };

/** A call has the id of what the run waits for, which says where its result belongs. */
const ID_PREFIX = 'call_';

/** @returns undefined for an id that this server did not give */
export function actionIdOf(callId: string): string | undefined {
  return callId.startsWith(ID_PREFIX) ? callId.slice(ID_PREFIX.length) : undefined;
}

/** Whether this server gave the call that id: models give theirs ids with the same beginning. */
export function isCallOfCaller(callId: string): boolean {
  return callId.startsWith(`${ID_PREFIX}act_`);
}

export function toToolCall({ actionId, tool, args }: Requested): ToolCall {
  return { id: ID_PREFIX + actionId, name: callerToolName(tool), arguments: JSON.stringify(args ?? {}) };
}

type Known = {
  /** Requested before the first event that is read. */
  readonly pending?: readonly Requested[] | undefined;
  readonly isOneAtATime?: boolean | undefined;
  /** Ids of what the caller has just answered: a run that still waits for that has not read it. */
  readonly answered?: ReadonlySet<string> | undefined;
};

/** The calls that the caller has to make, from the events of a run in order. */
export class ToolCallReader {
  readonly #requested = new Map<string, Requested>();
  readonly #isOneAtATime: boolean;
  readonly #answered: ReadonlySet<string>;

  constructor({ pending = [], isOneAtATime = false, answered = new Set() }: Known = {}) {
    this.#answered = answered;
    for (const call of pending) this.#requested.set(call.actionId, call);
    this.#isOneAtATime = isOneAtATime;
  }

  /** @returns whether the event is an end that comes from before the answer, and says nothing about it */
  read(stored: StoredEvent): { readonly isBeforeAnswer: boolean } {
    if (stored.type === 'done' && this.#answered.size > 0) return { isBeforeAnswer: this.#isBeforeAnswer(stored) };
    if (stored.type === 'confirm_required') this.#add(stored);
    return { isBeforeAnswer: false };
  }

  #isBeforeAnswer(stored: StoredEvent): boolean {
    const event = readStoredEvent(stored);
    const { approvals = [] } = event?.type === 'done' ? event : {};
    return approvals.some(({ actionId }) => this.#answered.has(actionId));
  }

  #add(stored: StoredEvent): void {
    const event = readStoredEvent(stored);
    if (event?.type === 'confirm_required' && event.kind === 'caller') this.#requested.set(event.actionId, event);
  }

  /** Those that the run waits for at this point. */
  openAt({ status, approvals = [] }: RunEventOf<'done'>): ToolCall[] {
    if (status !== 'waiting') return [];
    const open = approvals.flatMap(({ actionId }) => this.#requested.get(actionId) ?? []).map(toToolCall);
    return this.#isOneAtATime ? open.slice(0, 1) : open;
  }
}
