import type { JsonValue } from '../json/json-value.ts';
import type { WorkspaceId } from './run-store.ts';

export const storeWrites = ['set', 'add', 'take', 'seen'] as const;

/** `add`: to a number, which begins at 0. `take`: reads and deletes. `seen`: marks a key once. */
export type StoreWrite = { readonly key: string } & (
  | { readonly op: 'set'; readonly value: JsonValue; readonly ttlMs?: number | undefined }
  | { readonly op: 'add'; readonly amount: number; readonly ttlMs?: number | undefined }
  | { readonly op: 'take' }
  | { readonly op: 'seen'; readonly ttlMs?: number | undefined }
);

/**
 * Whether the key had a value before, and a value: after `add` the sum, after `take` the one that was taken; null
 * otherwise.
 */
export type StoreResult = { readonly wasFound: boolean; readonly value: JsonValue };

/** Values of a workspace between runs, by key. Each write is atomic. */
export interface ValueStore {
  /** Undefined without a value, and after it has expired. */
  read(workspaceId: WorkspaceId, key: string): Promise<{ readonly value: JsonValue } | undefined>;
  /**
   * @param options `writeId`: a write with the id of an earlier one changes nothing and gets its result
   * @throws {NodeFailure} `store-not-a-number` when there is something else to add to
   */
  write(workspaceId: WorkspaceId, write: StoreWrite, options: { readonly writeId: string }): Promise<StoreResult>;
}
