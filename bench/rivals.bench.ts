import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureService } from '../scripts/test/services.mjs';
import { flowiseProduct } from './rivals/flowise-product.ts';
import { sizeOfInstall, sizeOfProject } from './rivals/install-size.ts';
import { type KillTrial, runKillTrial } from './rivals/kill-trial.ts';
import { measureRound } from './rivals/measure-round.ts';
import { n8nProduct } from './rivals/n8n-product.ts';
import type { Product } from './rivals/product.ts';
import { type Figures, mediansOf, ratiosTo } from './rivals/summaries.ts';
import { threadloomProduct } from './rivals/threadloom-product.ts';
import type { BenchOptions, BenchResult } from './run.ts';
import { startSlowServer } from './slow-server.ts';

/**
 * Compares Threadloom with products that npm has installed elsewhere: `--n8n <folder>`, `--flowise
 * <folder>`. Each round measures all of them, one after another, so that a slow machine slows all.
 * `--rounds` (3), `--only rounds,kills,sizes`.
 */
export default async function rivals(options: BenchOptions): Promise<BenchResult> {
  const parts = new Set(String(options.only ?? 'rounds,kills,sizes').split(','));
  const products = productsOf(options);
  return {
    name: 'rivals',
    aims: [],
    versions: Object.fromEntries(products.map(({ name, version }) => [name, version])),
    ...(parts.has('sizes') && { sizes: await measureSizes(products) }),
    ...(parts.has('rounds') && (await measureRounds(products, Number(options.rounds ?? 3)))),
    ...(parts.has('kills') && { kills: await measureKills(products) }),
  };
}

function productsOf({ n8n, flowise }: BenchOptions): Product[] {
  const products = [threadloomProduct()];
  if (typeof n8n === 'string') products.push(n8nProduct(resolve(n8n)));
  if (typeof flowise === 'string') products.push(flowiseProduct(resolve(flowise)));
  return products;
}

async function measureRounds(products: readonly Product[], count: number) {
  const { THREADLOOM_TEST_CHROMIUM: executablePath } = await ensureService('chromium');
  const slow = await startSlowServer();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
  const rounds = new Map<string, Figures[]>(products.map(({ name }) => [name, []]));
  try {
    for (let round = 1; round <= count; round++)
      for (const product of products) {
        const figures = await measureRound(product, { browser, slowOrigin: slow.origin });
        rounds.get(product.name)?.push(figures);
        console.error(`${product.name}, round ${round}: ${JSON.stringify(figures)}`);
      }
  } finally {
    await browser.close();
    slow.stop();
  }
  const [base, ...others] = products.map(({ name }) => name);
  const of = (name = '') => rounds.get(name) ?? [];
  return {
    rounds: Object.fromEntries(rounds),
    medians: Object.fromEntries(products.map(({ name }) => [name, mediansOf(of(name))])),
    ratios: Object.fromEntries(others.map((name) => [name, ratiosTo(of(base), of(name))])),
  };
}

async function measureKills(products: readonly Product[]): Promise<Record<string, KillTrial>> {
  const trials: Record<string, KillTrial> = {};
  for (const product of products) {
    trials[product.name] = await runKillTrial(product);
    console.error(`${product.name}, killed: ${JSON.stringify(trials[product.name])}`);
  }
  return trials;
}

async function measureSizes(products: readonly Product[]): Promise<Record<string, Figures>> {
  const sizes: Record<string, Figures> = {};
  for (const { name, folder } of products) sizes[name] = name === 'threadloom' ? await sizeOfProject() : sizeOfInstall(folder);
  return sizes;
}
