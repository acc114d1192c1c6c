import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, makeClient } from '#lib/api/client.ts';
import { startEmbeddingServer } from '#tests/support/embedding-server.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { offerPgvector } from '../scripts/test/services.mjs';
import { aim, percentile } from './aims.ts';
import { type CorpusDocument, makeDocuments } from './retrieval/documents.ts';
import { makeMeanings } from './retrieval/meanings.ts';
import { makeQuestions } from './retrieval/questions.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const DOCUMENTS_A_REQUEST = 100;
const FOUND_AMONG = 5;
const WARM_UPS = 20;
const SAMPLE_MS = 50;
const DIMENSIONS = 256;

/**
 * Knowledge bases over the API: 300 documents in English and Chinese, and 400 questions that use other
 * words, by words alone and with embeddings. The embedding server on loopback is deterministic: it
 * knows a dictionary of synonyms and nothing of the corpus, and stands for a model. Then a base of
 * 10,000 chunks on the embedded database and one of 100,000 on PostgreSQL, searched with and without a filter.
 * `--chunks 100000`, `--embedded 10000`, `--small`: without the large ones, `--only-embedded`: the scaled embedded one,
 * `--only-postgres`: that on PostgreSQL.
 */
export default async function retrieval(options: BenchOptions): Promise<BenchResult> {
  const chunks = Number(options.chunks ?? 100_000);
  const embeddedChunks = Number(options.embedded ?? 10_000);
  const embeddings = await startEmbeddingServer({ dimensions: DIMENSIONS, meanings: makeMeanings() });
  const config = `knowledge: { embeddings: { bench: { base_url: "${embeddings.url}", model: synonyms, batch_size: 128 } } }`;
  if (options['only-embedded']) {
    const scaled = await onServer({ config }, (site) => measureScaled(site, embeddedChunks));
    await embeddings.close();
    return { name: 'retrieval', aims: [], embedded: scaled };
  }
  const onPostgres = async () => {
    const { THREADLOOM_TEST_PGVECTOR: bin } = { ...process.env, ...(await offerPgvector()) };
    const cluster = await startCluster(bin ? { bin } : {});
    const measured = await onServer({ config, databaseUrl: cluster.url }, (site) => measureScaled(site, chunks));
    await cluster.stop();
    return measured;
  };
  if (options['only-postgres']) {
    const postgres = await onPostgres();
    await embeddings.close();
    const aims = [
      aim('p95Ms100k', postgres.p95Ms, { atMost: 60 }),
      aim('indexRssGrowthMb', postgres.rssGrowthMb, { atMost: 200 }),
    ];
    return { name: 'retrieval', aims, postgres };
  }
  const embedded = await onServer({ config }, async (site) => ({
    ...(await measureCorpus(site)),
    ...(options.small ? {} : { scaled: await measureScaled(site, embeddedChunks) }),
  }));
  const large = options.small ? undefined : await onPostgres();
  await embeddings.close();
  const { lexical, hybrid, scaled, indexRssGrowthMb, chunksPerS } = embedded;
  return {
    name: 'retrieval',
    aims: [
      aim('lexicalRecallAt5', lexical, { atLeast: 0.8 }),
      aim('hybridRecallAt5', hybrid, { atLeast: 0.92 }),
      ...(scaled ? [aim('p95Ms10k', scaled.p95Ms, { atMost: 30 })] : []),
      ...(large ? [aim('p95Ms100k', large.p95Ms, { atMost: 60 })] : []),
      aim('indexRssGrowthMb', Math.max(indexRssGrowthMb, scaled?.rssGrowthMb ?? 0, large?.rssGrowthMb ?? 0), { atMost: 200 }),
    ],
    documents: makeDocuments().length,
    questions: makeQuestions().length,
    chunksPerS,
    embedded10k: scaled,
    postgres: large,
  };
}

type Site = { readonly client: Client; readonly pid: number };

async function onServer<T>(
  { config, databaseUrl }: { config: string; databaseUrl?: string },
  measure: (site: Site) => Promise<T>,
): Promise<T> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'threadloom-bench-retrieval-'));
  const server = await ServerProcess.start({ dataFolder, databaseUrl, config });
  try {
    return await measure({ client: makeClient({ baseUrl: server.url }), pid: server.pid });
  } finally {
    await server.end();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function measureCorpus(site: Site) {
  const documents = makeDocuments();
  const lexical = await fill(site, { name: 'lexical', embedding: null, documents });
  await fill(site, { name: 'hybrid', embedding: 'bench', documents });
  const recallOf = async (name: string) => {
    const params = { name };
    await site.client.setKnowledgeQuestions({ params, body: { items: makeQuestions().map((question) => ({ ...question })) } });
    return (await site.client.measureKnowledge({ params, body: { limit: FOUND_AMONG } })).recall ?? Number.NaN;
  };
  return {
    lexical: await recallOf('lexical'),
    hybrid: await recallOf('hybrid'),
    indexRssGrowthMb: lexical.rssGrowthMb,
    chunksPerS: lexical.chunksPerS,
  };
}

/** The same documents under other names until there are as many chunks. */
async function measureScaled(site: Site, chunks: number) {
  const { hasVectors } = await site.client.listKnowledgeBases();
  const originals = makeDocuments();
  const documents: (CorpusDocument & { readonly metadata: Readonly<Record<string, string>> })[] = [];
  for (let copy = 0, made = 0; made < chunks; copy++) {
    for (const { key, title, text } of originals) {
      if (made >= chunks) break;
      made += 7;
      const other = `${title} ${copy}`;
      const metadata = { half: copy % 2 === 0 ? 'first' : 'second', copy: String(copy) };
      documents.push({ key: `${key}/${copy}`, title: other, text: text.replace(`# ${title}`, `# ${other}`), metadata });
    }
  }
  const filled = await fill(site, { name: 'scaled', embedding: hasVectors ? 'bench' : null, documents });
  const all = await measureSearches(site);
  const half = await measureSearches(site, { half: 'first' });
  const one = await measureSearches(site, { copy: '1' });
  return { ...filled, ...all, halfP95Ms: half.p95Ms, oneCopyP95Ms: one.p95Ms };
}

async function measureSearches({ client }: Site, filter?: Readonly<Record<string, string>>) {
  const durations: number[] = [];
  let mode = '';
  for (const [index, { question }] of makeQuestions().entries()) {
    const startedAt = performance.now();
    const { retrieval: details } = await client.searchKnowledge({
      params: { name: 'scaled' },
      body: { query: question, ...(filter && { filter }) },
    });
    mode = details.mode;
    if (index >= WARM_UPS) durations.push(performance.now() - startedAt);
  }
  return { mode, p50Ms: percentile(durations, 0.5), p95Ms: percentile(durations, 0.95) };
}

type Fill = { readonly name: string; readonly embedding: string | null; readonly documents: readonly CorpusDocument[] };

async function fill({ client, pid }: Site, { name, embedding, documents }: Fill) {
  const params = { name };
  await client.createKnowledgeBase({ body: { name, title: name, embedding } });
  const beforeMb = rssMb(pid);
  let peakMb = beforeMb;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, rssMb(pid));
  }, SAMPLE_MS);
  const startedAt = performance.now();
  for (let start = 0; start < documents.length; start += DOCUMENTS_A_REQUEST) {
    const batch = documents.slice(start, start + DOCUMENTS_A_REQUEST).map((document) => ({ ...document }));
    await client.writeKnowledgeDocuments({ params, body: { documents: batch } });
  }
  let base = await client.getKnowledgeBase({ params });
  while (base.pending > 0) {
    await wait(200);
    base = await client.getKnowledgeBase({ params });
  }
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(timer);
  if (base.failed > 0) throw new Error(`${base.failed} documents of ${name} could not be indexed`);
  return { chunks: base.chunks, chunksPerS: Math.round(base.chunks / seconds), rssGrowthMb: Math.round(peakMb - beforeMb) };
}

function rssMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 1_000_000;
}
