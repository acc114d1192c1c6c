import { type LoggedMemoryChange, type Memory, mergeMemory, newMemory } from './memory.ts';
import type { PublicEvent } from './public-event.ts';

/** One change of the memory of a run, by the node that ended with it. */
export type MemoryEntry = LoggedMemoryChange & { readonly nodeId: string; readonly seq: number; readonly version: number };

/** The memory of a run by its log, and how it came about; undefined while nothing was written. */
export function readMemoryHistory(
  events: readonly PublicEvent[],
  untilSeq = Number.POSITIVE_INFINITY,
): { readonly memory: Memory; readonly entries: readonly MemoryEntry[] } | undefined {
  let memory: Memory | undefined;
  const entries: MemoryEntry[] = [];
  for (const event of events) {
    if (event.seq > untilSeq) break;
    if (event.type !== 'node_finished' || !event.memory) continue;
    memory = mergeMemory(memory ?? newMemory(event.runId), event.memory);
    entries.push({ ...event.memory, nodeId: event.nodeId, seq: event.seq, version: memory.version });
  }
  return memory && { memory, entries };
}
