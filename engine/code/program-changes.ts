import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

/**
 * The changes that a program made, call by call in the ledger. Run again, it may request them in
 * any order; a new one begins only once all earlier ones were requested again, since the program
 * may have changed its mind.
 */
export class ProgramChanges {
  readonly #context: ExecutorContext;
  /** Ids of the calls, as they were first asked for, in this life of the program or an earlier one. */
  readonly #known: string[] = [];
  readonly #asked = new Set<string>();
  readonly #held = new Map<() => void, (reason: unknown) => void>();
  #reading: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(context: ExecutorContext) {
    this.#context = context;
  }

  /** Calls that wait here. */
  get held(): number {
    return this.#held.size;
  }

  /** Known from before, and not asked for again. */
  get missing(): readonly string[] {
    return this.#known.filter((id) => !this.#asked.has(id));
  }

  /**
   * Resolves when the call may be made. `onHeld` is called when it has to wait for others.
   * @throws {NodeFailure} `program-changed` when the program ends before that
   */
  async admit(id: string, onHeld: () => void): Promise<void> {
    this.#asked.add(id);
    const isNew = this.#reading.then(() => this.#find(id));
    this.#reading = isNew.catch(() => {});
    const mayGo = await isNew.then((found) => !found || this.missing.length === 0);
    this.#release();
    while (!mayGo && this.missing.length > 0) {
      if (this.#isOver) throw programChanged(this);
      await new Promise<void>((resolve, reject) => {
        this.#held.set(resolve, reject);
        onHeld();
      });
    }
  }

  /** The program has ended: pending changes are not executed. */
  close(): void {
    this.#isOver = true;
    for (const reject of this.#held.values()) reject(programChanged(this));
    this.#held.clear();
  }

  /** @returns whether no life of the program has asked for it before */
  async #find(id: string): Promise<boolean> {
    for (;;) {
      if (this.#known.includes(id)) return false;
      let isNew = false;
      const key = `change:${this.#known.length + 1}`;
      const found = await this.#context.effect(
        { key, kind: 'tool', name: 'a change of the program', effects: 'none' },
        async () => {
          isNew = true;
          return id;
        },
      );
      this.#known.push(found);
      if (isNew) return true;
    }
  }

  /** Each waiting call checks for itself whether all earlier changes were requested. */
  #release(): void {
    for (const resolve of this.#held.keys()) resolve();
    this.#held.clear();
  }
}

export function programChanged({ missing }: Pick<ProgramChanges, 'missing'>): NodeFailure {
  const names = missing.map((id) => id.replace(/-[0-9a-f]{32}(-\d+)?$/, '')).join(', ');
  return new NodeFailure(
    'program-changed',
    `Run again, the program requests other changes than before, and no longer: ${names}. Their effects remain`,
    {
      hint: 'Derive what a program does from its inputs and the answers it gets, not from time or chance. Do not repeat what was done',
    },
  );
}
