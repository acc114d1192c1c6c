import { RUN_EVENT_VERSION, type RunEventType } from './run-event.ts';

/** A stored event as plain JSON, of whatever version. */
export type RawEvent = Readonly<Record<string, unknown>>;

/** Brings an event of the version before up to the one that is its key. Pure; leaves `v` alone. */
type Upcaster = (event: RawEvent) => RawEvent;
export type Upcasters = Readonly<Partial<Record<RunEventType, Readonly<Record<number, Upcaster>>>>>;

/**
 * By event type and the version reached. To change an event: raise its version in
 * `RUN_EVENT_VERSION`, add the step here, and record a log of the version before in
 * `tests/fixtures/runs`.
 */
export const UPCASTERS: Upcasters = {};

/**
 * The event at its newest version, or undefined for a type or version that a newer build wrote:
 * such events stay in the log and are passed over.
 */
export function upcast(
  event: RawEvent,
  {
    upcasters = UPCASTERS,
    versions = RUN_EVENT_VERSION,
  }: { upcasters?: Upcasters; versions?: Readonly<Record<string, number>> } = {},
): RawEvent | undefined {
  const { type, v } = event;
  if (typeof type !== 'string' || typeof v !== 'number' || !Object.hasOwn(versions, type)) return undefined;
  const newest = versions[type] ?? 0;
  if (v > newest) return undefined;
  let current = event;
  for (let version = v + 1; version <= newest; version++) {
    const step = upcasters[type as RunEventType]?.[version];
    if (!step) throw new Error(`No upcaster brings ${type} from version ${version - 1} to ${version}`);
    current = { ...step(current), v: version };
  }
  return current;
}
