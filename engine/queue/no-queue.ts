import type { EnginePorts } from '../engine-ports.ts';

/** Of an engine without a queue: it executes what it starts, and only `resume` resumes its suspended runs. */
export const noQueue: EnginePorts['shared'] = {
  queued: { claim: async () => undefined, get: async () => undefined, handOver: async () => [] },
  queue: { enqueue: async () => {} },
};
