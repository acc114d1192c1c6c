import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim, median } from './aims.ts';
import { startFakeModelProcess } from './fake-model-process.ts';
import { startFloor } from './floors/http-floor-process.ts';
import { llmFlow } from './flows.ts';
import { applyLoad, type LoadTarget } from './load.ts';
import { publish } from './published-target.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const MODEL = 'fake-t20';
const CONCURRENCY = 10;
/**
 * V8 optimises a server within some 20,000 requests (3.1 ms of CPU at first, 2.6 then), and the small
 * program next to it within a thousand.
 */
const WARM_UP = { concurrency: 50, requests: 20_000 };

/**
 * A published workflow of one model call, with API key and storage, relative to a plain HTTP server
 * whose only LangGraph step calls the same model with `fetch`. The model is a separate process
 * without latency. `--seconds` per shot, `--rounds`.
 */
export default async function llm(options: BenchOptions): Promise<BenchResult> {
  const durationMs = Number(options.seconds ?? 4) * 1000;
  const rounds = Number(options.rounds ?? 3);
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-llm-'));
  const fake = await startFakeModelProcess();
  const floor = await startFloor({ url: fake.url, modelId: MODEL });
  const config = `models:\n  fake:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: ${MODEL}\n`;
  const server = await ServerProcess.start({ dataFolder: join(folder, 'data'), config });
  try {
    const targets: Record<'raw' | 'ours', LoadTarget> = {
      raw: { url: `${floor.url}/llm`, headers: {}, body: '{}', pids: [floor.pid] },
      ours: await publish(server, { workflow: llmFlow('default'), inputs: { name: 'Ada' } }),
    };
    const cpu = { raw: [] as number[], ours: [] as number[] };
    const requests = { raw: [] as number[], ours: [] as number[] };
    for (const target of Object.values(targets)) await applyLoad(target, WARM_UP);
    for (let round = 0; round < rounds; round++) {
      for (const name of ['raw', 'ours'] as const) {
        const shot = await applyLoad(targets[name], { concurrency: CONCURRENCY, durationMs });
        cpu[name].push(shot.cpuMsPerRequest);
        requests[name].push(shot.requestsPerSecond);
      }
    }
    const cpuMsPerRequest = { raw: median(cpu.raw), ours: median(cpu.ours) };
    return {
      name: 'llm',
      aims: [aim('cpuVsRaw', Number((cpuMsPerRequest.ours / cpuMsPerRequest.raw).toFixed(2)), { atMost: 2 })],
      cpuMsPerRequest,
      requestsPerSecond: { raw: median(requests.raw), ours: median(requests.ours) },
      concurrency: CONCURRENCY,
      rounds,
    };
  } finally {
    await server.end();
    floor.stop();
    await fake.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
