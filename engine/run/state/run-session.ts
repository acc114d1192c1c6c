import { withoutIterations } from '#lib/run/node-path.ts';
import { applySessionChange, FIRST_TURN, type SessionChange, type SessionState, scopeOfSession } from '#lib/run/session-state.ts';
import { type SessionSettings, type SessionVariable, sessionValue } from '#lib/workflow/session-settings.ts';

/** The state of the session as this run sees it. Each node that ends changes it, in the order of the log. */
export class RunSession {
  readonly #shared: { state: SessionState };
  readonly #settings: SessionSettings;
  readonly #callPath: string;

  /** @param state undefined for a run without a session, which is like the first turn of one */
  constructor(
    state: SessionState | undefined,
    settings: SessionSettings = {},
    { shared = { state: state ?? FIRST_TURN }, callPath = '' }: { shared?: { state: SessionState }; callPath?: string } = {},
  ) {
    this.#shared = shared;
    this.#settings = settings;
    this.#callPath = callPath;
  }

  /** The session as a called workflow sees it: variables and conversations of its own, in the same turn. */
  within(callPath: string, settings: SessionSettings): RunSession {
    return new RunSession(undefined, settings, { shared: this.#shared, callPath: withoutIterations(callPath) });
  }

  get state(): SessionState {
    return this.#shared.state;
  }

  get variables(): readonly SessionVariable[] {
    return this.#settings.variables ?? [];
  }

  /** Replaces the state with that after the previous turn. */
  restore(state: SessionState): void {
    this.#shared.state = state;
  }

  /** What `{{session}}` reads in a state. */
  valueAt(state: SessionState): Readonly<Record<string, unknown>> {
    return sessionValue(state, this.#settings, this.#callPath);
  }

  /** The messages that earlier turns, and nodes of this one, left under a name. */
  conversation(name: string): readonly unknown[] {
    const { conversations } = scopeOfSession(this.state, this.#callPath);
    return Object.hasOwn(conversations, name) ? (conversations[name] ?? []) : [];
  }

  /** The agent that a conversation was passed to, in an earlier turn or by a node of this one. */
  agentOf(name: string): string | undefined {
    const { agents = {} } = scopeOfSession(this.state, this.#callPath);
    return Object.hasOwn(agents, name) ? agents[name] : undefined;
  }

  /** The summary of those messages of a conversation that the session has dropped. */
  summaryOf(name: string): string | undefined {
    const { summaries = {} } = scopeOfSession(this.state, this.#callPath);
    return Object.hasOwn(summaries, name) ? summaries[name] : undefined;
  }

  /** The change as it is logged: with the path of the call. */
  locate(change: SessionChange): SessionChange {
    return this.#callPath === '' ? change : { callPath: this.#callPath, ...change };
  }

  /** @param value the output of the node that ended */
  apply(change: SessionChange, value: unknown): void {
    this.#shared.state = applySessionChange(this.state, change, value);
  }
}
