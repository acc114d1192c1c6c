import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { readPssMb, readRssMb } from '../process-tree.ts';
import { callMany } from './calls.ts';
import { openEditor } from './open-editor.ts';
import { CALLED_SIZES, type Product } from './product.ts';
import { findFreePort, ProductServer } from './server.ts';
import { type Figures, summarizeLatencies } from './summaries.ts';

const SETTLE_MS = 10_000;
const WARM_CALLS = 20;
const CALLS = 100;
const AT_ONCE = 10;
/** All workflows answer with a greeting of the name that they got. */
const GREETING = 'Hello Ada';

export type RoundTools = { readonly browser: Browser; readonly slowOrigin: string };

/** Every figure of one product, once, in a new data folder. */
export async function measureRound(product: Product, { browser, slowOrigin }: RoundTools): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), `rivals-${product.name}-`));
  const at = { port: await findFreePort(), folder, slowOrigin };
  const first = await ProductServer.start(product, at);
  let server = first;
  try {
    const setUp = await product.setUp(first);
    const { endpoints } = setUp;
    await first.stop();
    server = await ProductServer.start(product, at);
    await wait(SETTLE_MS);
    const idle = memoryOf(server);
    await callMany(endpoints[3], GREETING, { count: WARM_CALLS, concurrency: 1 });
    const small = summarizeLatencies(await callMany(endpoints[3], GREETING, { count: CALLS, concurrency: 1 }));
    const used = memoryOf(server);
    await callMany(endpoints[10], GREETING, { count: WARM_CALLS, concurrency: 1 });
    const large = summarizeLatencies(await callMany(endpoints[10], GREETING, { count: CALLS, concurrency: 1 }));
    const atOnce: Record<string, Figures> = {};
    for (const size of CALLED_SIZES)
      atOnce[`nodes${size}AtOnceMs`] = summarizeLatencies(
        await callMany(endpoints[size], GREETING, { count: CALLS, concurrency: AT_ONCE }),
      );
    // The first visit makes the server load its code.
    await openEditor(browser, product, setUp);
    const editor = await openEditor(browser, product, setUp);
    return {
      firstStartMs: first.startMs,
      laterStartMs: server.startMs,
      idleRssMb: idle.rssMb,
      idlePssMb: idle.pssMb,
      usedRssMb: used.rssMb,
      usedPssMb: used.pssMb,
      processes: server.pids.length,
      nodes3Ms: small,
      nodes10Ms: large,
      ...atOnce,
      ...editor,
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function memoryOf({ pids }: ProductServer): { rssMb: number; pssMb: number } {
  const sum = (read: (pid: number) => number) => pids.reduce((total, pid) => total + read(pid), 0);
  return { rssMb: sum(readRssMb), pssMb: sum(readPssMb) };
}
