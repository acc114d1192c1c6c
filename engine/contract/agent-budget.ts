import { NodeFailure } from '#lib/errors/node-failure.ts';

export type Spending = { readonly steps: number; readonly toolCalls: number };

type Limits = { readonly maxSteps: number; readonly maxToolCalls: number; readonly owner: string };

/**
 * What one agent may still spend, shared with the agents below it: whatever they do counts here too.
 * An agent that waits for others keeps one model call, to read what they found.
 */
export class AgentBudget {
  readonly #owner: string;
  readonly #outer: AgentBudget | undefined;
  #maxSteps: number;
  #maxToolCalls: number;
  #own = { steps: 0, toolCalls: 0 };
  #below = { steps: 0, toolCalls: 0 };

  constructor({ maxSteps, maxToolCalls, owner }: Limits, outer?: AgentBudget) {
    this.#maxSteps = maxSteps;
    this.#maxToolCalls = maxToolCalls;
    this.#owner = owner;
    this.#outer = outer;
  }

  /** Of the agents below it. */
  get below(): Spending {
    return this.#below;
  }

  /** Of itself and the agents below it. */
  get spent(): Spending {
    return { steps: this.#own.steps + this.#below.steps, toolCalls: this.#own.toolCalls + this.#below.toolCalls };
  }

  /** A person raised a limit of its own. */
  raise({ maxSteps = this.#maxSteps, maxToolCalls = this.#maxToolCalls }: { maxSteps?: number; maxToolCalls?: number }): void {
    this.#maxSteps = maxSteps;
    this.#maxToolCalls = maxToolCalls;
  }

  /**
   * A model call, or tool calls, of the agent itself. Its own limits are checked by its interaction.
   * @throws {NodeFailure} `iteration-limit`, `tool-call-limit` when an agent above it has none left;
   * nothing is counted then
   */
  take(spending: Partial<Spending>): void {
    const wanted = { steps: spending.steps ?? 0, toolCalls: spending.toolCalls ?? 0 };
    for (let budget = this.#outer; budget; budget = budget.#outer) budget.#assertRoom(wanted);
    add(this.#own, wanted);
    this.#outer?.restore(wanted);
  }

  /** Counts what agents below it spent in an earlier process, without a check. */
  restore(spending: Spending): void {
    add(this.#below, spending);
    this.#outer?.restore(spending);
  }

  /** A budget without limits of its own, to see what one call spends of this one. */
  meter(): AgentBudget {
    return new AgentBudget(
      { maxSteps: Number.POSITIVE_INFINITY, maxToolCalls: Number.POSITIVE_INFINITY, owner: this.#owner },
      this,
    );
  }

  #assertRoom(wanted: Spending): void {
    const { steps, toolCalls } = this.spent;
    if (wanted.steps > 0 && steps + wanted.steps > this.#maxSteps - 1)
      throw new NodeFailure(
        'iteration-limit',
        `The agents below '${this.#owner}' have used up its ${this.#maxSteps} model calls`,
        { hint: HINT },
      );
    if (toolCalls + wanted.toolCalls > this.#maxToolCalls)
      throw new NodeFailure(
        'tool-call-limit',
        `The agents below '${this.#owner}' have used up its ${this.#maxToolCalls} tool calls`,
        {
          hint: HINT,
        },
      );
  }
}

const HINT = 'Give smaller tasks to fewer agents, or raise the limits of this agent';

function add(sum: { steps: number; toolCalls: number }, { steps, toolCalls }: Spending): void {
  sum.steps += steps;
  sum.toolCalls += toolCalls;
}
