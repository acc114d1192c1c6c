import { Engine } from '#engine/engine.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { DiscardingRunStore } from '#engine/memory/discarding-run-store.ts';
import { noQueue } from '#engine/queue/no-queue.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { configSchema } from '#server/config/config-schema.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { aim, median } from './aims.ts';
import { startFakeModelProcess } from './fake-model-process.ts';
import { handWrittenChain, handWrittenDag, handWrittenLlm, type Invoke } from './floors/hand-written-graphs.ts';
import { chainFlow, dagFlow, llmFlow } from './flows.ts';
import type { BenchOptions, BenchResult } from './run.ts';

/** Runs per round: a round is much longer than the clock's resolution, and rounds alternate often. */
const RUNS_PER_ROUND = { chain10: 80, chain100: 16, dag100: 16, llm1: 60 };
const MODEL = 'fake-t20';

/** CPU per run of the engine over hand-written LangGraph doing the same, in turns in one process. `--rounds`. */
export default async function engineBench(options: BenchOptions): Promise<BenchResult> {
  const rounds = Number(options.rounds ?? 11);
  const fake = await startFakeModelProcess();
  try {
    const run = makeRunner(fake.url);
    const cases: Record<keyof typeof RUNS_PER_ROUND, { floor: Invoke; ours: Invoke }> = {
      chain10: { floor: handWrittenChain(10), ours: run(chainFlow(10), { name: 'Ada', n: 3 }) },
      chain100: { floor: handWrittenChain(100), ours: run(chainFlow(100), { name: 'Ada', n: 3 }) },
      dag100: { floor: handWrittenDag(100), ours: run(dagFlow(100), { name: 'Ada', n: 3 }) },
      llm1: { floor: handWrittenLlm(fake.url, MODEL), ours: run(llmFlow('local'), { name: 'Ada' }) },
    };
    const spent = new Map<string, number[]>();
    for (let round = -3; round < rounds; round++) {
      for (const [name, { floor, ours }] of Object.entries(cases)) {
        const runs = RUNS_PER_ROUND[name as keyof typeof RUNS_PER_ROUND];
        for (const [who, invoke] of [
          ['floor', floor],
          ['ours', ours],
        ] as const) {
          const cpuUs = await cpuPerRun(invoke, runs);
          // The first rounds are warm-up and are not counted.
          if (round >= 0) spent.set(`${name}.${who}`, [...(spent.get(`${name}.${who}`) ?? []), cpuUs]);
        }
      }
    }
    const cpuUsPerRun = Object.fromEntries([...spent].map(([name, values]) => [name, Math.round(median(values))]));
    const ratio = (name: string) =>
      Number(((cpuUsPerRun[`${name}.ours`] as number) / (cpuUsPerRun[`${name}.floor`] as number)).toFixed(3));
    return {
      name: 'engine',
      aims: [
        aim('chain10', ratio('chain10'), { atMost: 0.2 }),
        aim('chain100', ratio('chain100'), { atMost: 0.08 }),
        aim('dag100', ratio('dag100'), { atMost: 0.1 }),
        aim('llm1', ratio('llm1'), { atMost: 1.1 }),
      ],
      cpuUsPerRun,
      rounds,
    };
  } finally {
    await fake.stop();
  }
}

function makeRunner(modelUrl: string): (workflow: Workflow, inputs: Record<string, unknown>) => Invoke {
  const config = configSchema.parse({
    models: { local: { provider: 'openai-compatible', base_url: modelUrl, api_key: 'none', model: MODEL } },
  });
  const models = makeModelRegistry({ config });
  const store = new DiscardingRunStore();
  const engine = new Engine({
    nodes: nodeRegistry,
    executors: executorRegistry,
    store,
    tools: makeToolKit({ payloads: store }),
    publisher: { publish: () => {} },
    models,
    fetch: makeSafeFetch({ allowedPrivateHosts: [] }),
    clock: systemClock,
    newId,
    random: Math.random,
    shared: noQueue,
  });
  return (workflow, inputs) => async () => {
    const { outcome } = await engine.start({ workspaceId: workspaceId('ws_bench'), workflow, inputs, mode: 'deployed' });
    const { status, error } = await outcome;
    if (status !== 'succeeded') throw new Error(`${workflow.name} ${status}: ${error?.message}`);
  };
}

async function cpuPerRun(invoke: Invoke, runs: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < runs; index++) await invoke();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}
