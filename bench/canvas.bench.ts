import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { makeClient } from '#lib/api/client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { ensureService } from '../scripts/test/services.mjs';
import { aim, median } from './aims.ts';
import { buildPages } from './build-pages.ts';
import { type CanvasBench, measureHeap, measureOpening, measureSize, measureTyping } from './canvas-measures.ts';
import { startCanvasFloor } from './floors/canvas-floor.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import { startSlowServer } from './slow-server.ts';

/** Aims apply to this size; other sizes are only printed. */
const AIMED = 1000;

/**
 * CPU of the editor's main thread for edits and runs, relative to a plain React Flow page with the
 * same nodes, edges and viewport. Also opening time and script size of a large workflow, and heap
 * growth during a run. `--rounds`, `--nodes 1000,3000`, `--seconds` of the longer heap
 * measurement, `--only ratios,opening,typing,heap`.
 */
export default async function canvas(options: BenchOptions): Promise<BenchResult> {
  const rounds = Number(options.rounds ?? 3);
  const sizes = String(options.nodes ?? '100,1000,3000')
    .split(',')
    .map(Number);
  const seconds = Number(options.seconds ?? 150);
  const parts = new Set(String(options.only ?? 'ratios,opening,typing,heap').split(','));
  return withBench(async (bench) => {
    const aims = [];
    const details: Record<string, unknown> = { rounds };
    if (parts.has('ratios'))
      for (const count of sizes) {
        const { ratios, rounds: measured } = await measureSize(bench, count, rounds);
        details[`at${count}`] = { ratios, rounds: measured };
        if (count !== AIMED) continue;
        for (const name of ['pan', 'drag', 'status'] as const) aims.push(aim(name, ratios[name], { atMost: 1.3 }));
        aims.push(aim('panFit', ratios.panFit, { atMost: 1 }));
      }
    if (parts.has('opening')) {
      const { interactiveMs, editorJsKb } = await measureOpening(bench, AIMED, rounds);
      details.opening = { interactiveMs };
      aims.push(aim('interactiveMs', median(interactiveMs), { atMost: 2000 }), aim('editorJsKb', editorJsKb, { atMost: 500 }));
    }
    if (parts.has('typing')) {
      const { p95Ms, ...typing } = await measureTyping(bench, AIMED);
      details.typing = typing;
      aims.push(aim('typingMsP95', p95Ms, { atMost: 16 }));
    }
    if (parts.has('heap')) {
      const heap = await measureHeap(bench, AIMED, seconds);
      details.heap = heap;
      aims.push(aim('heapGrowthPct', heap.growthPct, { atMost: 5 }));
    }
    return { name: 'canvas', aims, ...details };
  });
}

/** The server with built pages, a floor, a browser, and a slow server for the workflow's requests. */
async function withBench<T>(use: (bench: CanvasBench) => Promise<T>): Promise<T> {
  await buildPages();
  const { THREADLOOM_TEST_CHROMIUM: executablePath } = await ensureService('chromium');
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-canvas-'));
  const slow = await startSlowServer();
  const config = `http:\n  allowed_private_hosts: ["127.0.0.1:${slow.port}"]\n`;
  const server = await ServerProcess.start({ dataFolder: join(folder, 'data'), config, isHeadless: false });
  const floor = await startCanvasFloor();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
  try {
    return await use({ url: server.url, client: makeClient({ baseUrl: server.url, fetch }), slow, floor, browser });
  } finally {
    await browser.close();
    await server.end();
    floor.stop();
    slow.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
