// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of the config file, meant as it stands
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBodySchema } from '#lib/api/error-body.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { plantText } from '../support/fuzz/plant-text.ts';
import { makeSeeds, type SeedRequest } from '../support/fuzz/seed-requests.ts';
import { type SpoiltAnswer, sendSpoilt } from '../support/fuzz/send-spoilt.ts';
import { type SpoiltRequest, spoilRequest } from '../support/fuzz/spoil-request.ts';
import { callApi } from '../support/published-endpoint.ts';
import { RandomSource } from '../support/random/random-source.ts';
import { ServerProcess } from '../support/server-process.ts';

/** `FUZZ_SECONDS=60` runs longer, `FAST_CHECK_SEED=n` repeats the requests of another day. */
const SECONDS = Math.min(60, Number(process.env.FUZZ_SECONDS ?? 12));
/** One seed a day: failures are reproducible, and each day has new requests. */
const SEED = Number(process.env.FAST_CHECK_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const LANES = 4;
const LIMIT_MS = 5000;

/** Of a variable of the environment, which no request may read. */
const PLANTED = 'value-of-a-variable-4711';

let place: DatabaseLocation;
let server: ServerProcess;
let seeds: readonly SeedRequest[];
beforeAll(async () => {
  place = await makeDatabaseLocation('PGlite');
  server = await ServerProcess.start({ ...place, env: { PLANTED_VARIABLE: PLANTED } });
  seeds = await makeSeeds(server.url);
});
afterAll(async () => {
  await server?.end();
  await place.remove();
});

const asItIs = ({ operation, method, segments, query, headers, body }: SeedRequest): SpoiltRequest => ({
  operation,
  method,
  path: `${segments.map(encodeURIComponent).join('/')}?${new URLSearchParams(query)}`,
  headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
});

/** Retries slow requests, to exclude a machine that was busy for a moment. */
async function askTwiceWhenLate(request: SpoiltRequest): Promise<SpoiltAnswer | undefined> {
  const answer = await sendSpoilt(server.url, request, { limitMs: LIMIT_MS });
  return answer ?? sendSpoilt(server.url, request, { limitMs: LIMIT_MS });
}

/** Node's limit for the head of a request, less its other headers. */
const MAX_ADDRESS_CHARS = 15_000;

function problemOf({ method, path }: SpoiltRequest, answer: SpoiltAnswer | undefined): string | undefined {
  if (!answer) return `no answer within ${LIMIT_MS / 1000} s`;
  const { status, text } = answer;
  if (status >= 500) return `status ${status}: ${text}`;
  if (status < 400 || method === 'HEAD') return undefined;
  // The HTTP parser refuses a longer address before the API sees it.
  if (status === 431 && path.length > MAX_ADDRESS_CHARS) return undefined;
  try {
    const { error } = errorBodySchema.parse(JSON.parse(text));
    return error.code === 'internal' ? `internal: ${text}` : undefined;
  } catch {
    return `status ${status} without the error shape: ${text.slice(0, 200)}`;
  }
}

/** What refuses a valid request here: it refers to a model, a result or a sign-in that only another server has. */
const refusals: Readonly<Record<string, number>> = {
  askAssistant: 422,
  getPayload: 404,
  completeAuthorization: 404,
  updateKnowledgeChunk: 404,
  retryMemoryTask: 404,
  testEmbedding: 422,
  // A text is no presentation.
  getArtifactPage: 422,
  regenerateArtifact: 422,
  acceptMcpServer: 409,
  acceptA2aService: 409,
  beginMcpSignIn: 400,
  // A body that is no archive.
  importSkills: 400,
  finishMcpSignIn: 404,
  getMcpClientMetadata: 404,
  // No call of the run has an app.
  openToolApp: 404,
  callAppTool: 404,
  // Sharing is off, and there is neither a logo nor a shared chat.
  shareSession: 403,
  getChatLogo: 404,
  getSharedChat: 404,
  // The chat page has no model for voice.
  transcribeMessage: 404,
  speakAnswer: 404,
};

test('every operation accepts its seed, or refuses it as it should', async () => {
  const wrong: object[] = [];
  for (const seed of seeds) {
    const answer = await sendSpoilt(server.url, asItIs(seed), { limitMs: 30_000 });
    const { [seed.operation]: refusal } = refusals;
    const isRight = refusal === undefined ? answer !== undefined && answer.status < 300 : answer?.status === refusal;
    if (!isRight) wrong.push({ operation: seed.operation, ...answer });
  }
  expect(wrong).toEqual([]);
});

test('no text of any request is expanded as a variable: not in its answer, the settings, the database or the log', async () => {
  const said: string[] = [];
  const planted = seeds.flatMap((seed) => plantText(seed, '${PLANTED_VARIABLE}').map(asItIs));
  expect(planted.length).toBeGreaterThan(150);
  const next = planted.values();
  const drive = async () => {
    for (const request of next) {
      const answer = await sendSpoilt(server.url, request, { limitMs: 30_000 });
      if (answer?.text.includes(PLANTED)) said.push(request.operation);
    }
  };
  await Promise.all(Array.from({ length: LANES }, drive));
  expect(said).toEqual([]);
  const { json } = await callApi(`${server.url}/api/v1/backups`, { method: 'POST' });
  const stored = gunzipSync(readFileSync(String(json.file))).toString();
  // Unsealed settings are in it as they were sent.
  expect(stored).toContain('${PLANTED_VARIABLE}');
  expect(stored).not.toContain(PLANTED);
  expect(server.output).not.toContain(PLANTED);
});

test('a text with a NUL, which no database stores, is answered with 500 by no operation', async () => {
  const wrong: object[] = [];
  const next = seeds.flatMap((seed) => plantText(seed, 'nul \0 here').map(asItIs)).values();
  const drive = async () => {
    for (const request of next) {
      const answer = await sendSpoilt(server.url, request, { limitMs: 30_000 });
      if (answer && answer.status >= 500) wrong.push({ operation: request.operation, ...answer });
    }
  };
  await Promise.all(Array.from({ length: LANES }, drive));
  expect(wrong).toEqual([]);
});

test('no malformed request of any operation is answered with 500, late or in another shape', { timeout: 180_000 }, async () => {
  console.info(`fuzzing for ${SECONDS} s with FAST_CHECK_SEED=${SEED}`);
  // Slow by design: it copies the whole database.
  const fuzzed = seeds.filter(({ operation }) => operation !== 'createBackup');
  const untilMs = performance.now() + SECONDS * 1000;
  const problems: object[] = [];
  const asked = new Map<string, number>();
  let sent = 0;
  // The first round is finished on slow machines too, so that no operation is left out.
  const goesOn = () => (performance.now() < untilMs || sent < fuzzed.length) && problems.length < 10;
  const drive = async (lane: number) => {
    const random = new RandomSource(SEED + lane);
    while (goesOn()) {
      const seed = fuzzed[sent++ % fuzzed.length] as SeedRequest;
      const request = spoilRequest(seed, random);
      const answer = await askTwiceWhenLate(request);
      asked.set(seed.operation, (asked.get(seed.operation) ?? 0) + 1);
      const problem = problemOf(request, answer);
      if (problem) problems.push({ seed: SEED, ...request, body: request.body?.toString('latin1').slice(0, 2000), problem });
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => drive(lane)));
  console.info(`${[...asked.values()].reduce((sum, count) => sum + count)} requests`);
  expect(problems).toEqual([]);
  expect([...asked.keys()].sort()).toEqual(fuzzed.map(({ operation }) => operation).sort());
  const healthy = await fetch(`${server.url}/ready`);
  expect(healthy.status).toBe(200);
  expect(server.output.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
