import { type RunEvent, runEventSchema, type StoredEvent } from './run-event.ts';
import { type RawEvent, upcast } from './upcast.ts';

/**
 * One stored event at today's version; undefined when a newer build wrote it and this one does not
 * know its type or version.
 *
 * @throws {Error} when an event of a known type and version is not what it says it is
 */
export function readStoredEvent(stored: StoredEvent): RunEvent | undefined {
  const current = upcast(JSON.parse(stored.json) as RawEvent);
  return current && runEventSchema.parse(current);
}
