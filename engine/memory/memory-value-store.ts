import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { StoreResult, StoreWrite, ValueStore } from '#lib/ports/value-store.ts';

type Kept = { readonly value: JsonValue; readonly untilMs: number };

/** Values that are kept as long as this process lives. */
export class MemoryValueStore implements ValueStore {
  readonly #now: () => number;
  readonly #values = new Map<string, Kept>();
  readonly #results = new Map<string, StoreResult>();

  constructor({ now }: { now: () => number }) {
    this.#now = now;
  }

  async read(workspaceId: WorkspaceId, key: string): Promise<{ value: JsonValue } | undefined> {
    return this.#find(idOf(workspaceId, key));
  }

  async write(workspaceId: WorkspaceId, write: StoreWrite, { writeId }: { writeId: string }): Promise<StoreResult> {
    const known = this.#results.get(writeId);
    if (known) return known;
    const result = this.#apply(idOf(workspaceId, write.key), write);
    this.#results.set(writeId, result);
    return result;
  }

  #apply(id: string, write: StoreWrite): StoreResult {
    const before = this.#find(id);
    const wasFound = before !== undefined;
    if (write.op === 'take') {
      this.#values.delete(id);
      return { wasFound, value: before?.value ?? null };
    }
    const untilMs = write.ttlMs === undefined ? Number.POSITIVE_INFINITY : this.#now() + write.ttlMs;
    if (write.op === 'seen') {
      if (!wasFound) this.#values.set(id, { value: true, untilMs });
      return { wasFound, value: null };
    }
    if (write.op === 'set') {
      this.#values.set(id, { value: write.value, untilMs });
      return { wasFound, value: null };
    }
    if (before && typeof before.value !== 'number') throw notANumber(write.key);
    const value = ((before?.value as number | undefined) ?? 0) + write.amount;
    this.#values.set(id, { value, untilMs: before?.untilMs ?? untilMs });
    return { wasFound, value };
  }

  #find(id: string): Kept | undefined {
    const found = this.#values.get(id);
    return found && found.untilMs > this.#now() ? found : undefined;
  }
}

function idOf(workspaceId: WorkspaceId, key: string): string {
  return `${workspaceId} ${key}`;
}

function notANumber(key: string): NodeFailure {
  return new NodeFailure('store-not-a-number', `The value of '${key}' is not a number`, {
    path: 'config.key',
    hint: 'Use another key, or set it to a number first',
  });
}
