import { Engine } from '#engine/engine.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { DiscardingRunStore } from '#engine/memory/discarding-run-store.ts';
import { noQueue } from '#engine/queue/no-queue.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { configSchema } from '#server/config/config-schema.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { aim, median } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import { type Shape, shapes } from './shapes.ts';

/**
 * Allowed cost of a part of a large workflow, relative to a small one: caches are colder and the
 * garbage collector has more work.
 */
const MAY_GROW = 1.6;

type Cost = { readonly parts: number; readonly cpuUsPerPart: number; readonly logBytesPerPart: number; readonly wallMs: number };

/**
 * CPU and log size per part of workflows of each shape, small and ten times as large: cost must grow
 * linearly. `--rounds`, `--only`.
 */
export default async function shapesBench(options: BenchOptions): Promise<BenchResult> {
  const rounds = Number(options.rounds ?? 5);
  const costs: Record<string, { small: Cost; large: Cost }> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    if (options.only !== undefined && options.only !== name) continue;
    costs[name] = {
      small: await measure(shape, shape.sizes[0], rounds * 4),
      large: await measure(shape, shape.sizes[1], rounds),
    };
  }
  return {
    name: 'shapes',
    aims: Object.entries(costs).flatMap(([name, { small, large }]) => [
      aim(`${name} cpu`, large.cpuUsPerPart / small.cpuUsPerPart, { atMost: MAY_GROW }),
      aim(`${name} log`, large.logBytesPerPart / small.logBytesPerPart, { atMost: MAY_GROW }),
    ]),
    costs,
  };
}

async function measure(shape: Shape, size: number, rounds: number): Promise<Cost> {
  const { workflow, inputs = {} } = shape.make(size);
  const spent: Cost[] = [];
  // The first round is warm-up, also of the prepared workflow, and is not counted.
  for (let round = -1; round < rounds; round++) {
    const log = { bytes: 0, parts: 0 };
    const engine = makeEngine(log);
    const before = process.cpuUsage();
    const startedAtMs = performance.now();
    const { outcome } = await engine.start({ workspaceId: workspaceId('ws_bench'), workflow, inputs, mode: 'deployed' });
    const { status, error } = await outcome;
    const wallMs = Math.round(performance.now() - startedAtMs);
    const { user, system } = process.cpuUsage(before);
    await engine.close();
    if (status !== 'succeeded') throw new Error(`${workflow.name} ${status}: ${error?.message}`);
    const parts = log.parts;
    if (round >= 0)
      spent.push({ parts, cpuUsPerPart: (user + system) / parts, logBytesPerPart: Math.round(log.bytes / parts), wallMs });
  }
  const [any] = spent;
  const cpuUsPerPart = Number(median(spent.map((cost) => cost.cpuUsPerPart)).toFixed(1));
  return { ...(any as Cost), cpuUsPerPart, wallMs: median(spent.map((cost) => cost.wallMs)) };
}

/** A run whose log is counted but not kept. A part is a finished node. */
function makeEngine(log: { bytes: number; parts: number }): Engine {
  const store = new DiscardingRunStore();
  return new Engine({
    nodes: nodeRegistry,
    executors: executorRegistry,
    store,
    tools: makeToolKit({ payloads: store }),
    publisher: {
      publish: (_runId, events) => {
        for (const { json } of events) {
          log.bytes += json.length;
          if (json.includes('"type":"node_finished"')) log.parts++;
        }
      },
    },
    models: makeModelRegistry({ config: configSchema.parse({}) }),
    fetch: makeSafeFetch({ allowedPrivateHosts: [] }),
    clock: systemClock,
    newId,
    random: Math.random,
    shared: noQueue,
  });
}
