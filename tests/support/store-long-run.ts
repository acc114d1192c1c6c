// Stores a run of many events in an empty data folder, as if it had run: `node
// tests/support/store-long-run.ts FOLDER EVENTS` prints its id.

import { hashDocument } from '#engine/run/prepare-workflow.ts';
import type { NewRunEvent, RunEvent } from '#lib/run/run-event.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { migrate } from '#server/db/database/migrate.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { makeBatch } from './run-batch.ts';

const [, , folder = '', count = ''] = process.argv;
const RUN_ID = 'run_long';
const BATCH_EVENTS = 50;
const STEP_MS = 15;
const STARTED_MS = Date.UTC(2026, 0, 1, 12);
/** Events of one model call: request, text, a tool call and its result. */
const WORDS = 150;
const DRAFTS = ['outline', 'research', 'draft', 'review'];

const node = (id: string, type: string, config: object, y: number) => ({
  id,
  type,
  version: 1,
  label: '',
  config,
  position: { x: 0, y },
});
const ids = ['start', ...DRAFTS, 'end'];
const document = workflowSchema.parse({
  format: 'threadloom/workflow@1',
  name: 'Long report',
  description: '',
  settings: {},
  nodes: [
    node('start', 'start', { inputs: [] }, 0),
    ...DRAFTS.map((id, index) => node(id, 'llm', { model: 'demo', userPrompt: 'Go on.' }, 120 * (index + 1))),
    node('end', 'end', { outputs: { report: '{{review.output}}' } }, 120 * (DRAFTS.length + 1)),
  ],
  edges: ids.slice(1).map((target, index) => {
    const source = ids[index] ?? '';
    return { id: `${source}-${target}`, source, sourceHandle: 'out', target, targetHandle: 'in' };
  }),
});

/**
 * About this many events: each node calls its model repeatedly, and a tool after each answer.
 */
function* happenings(total: number, documentHash: string): Generator<NewRunEvent> {
  const run = { runId: RUN_ID, workflowName: document.name, documentHash, mode: 'draft' as const, inputs: {} };
  yield { type: 'run_started', ...run };
  yield { type: 'node_started', nodeId: 'start', attempt: 1, inputs: {} };
  yield { type: 'node_finished', nodeId: 'start', status: 'succeeded', fired: { out: {} }, executionTimeMs: 1 };
  const calls = Math.floor(total / DRAFTS.length / (WORDS + 5));
  for (const nodeId of DRAFTS) {
    yield { type: 'node_started', nodeId, attempt: 1, inputs: { userPrompt: 'Go on.' } };
    for (let call = 1; call <= calls; call++) yield* conversation(nodeId, call);
    const output = { output: `${nodeId} is done`, llmCalls: calls };
    yield { type: 'node_finished', nodeId, status: 'succeeded', fired: { out: output }, executionTimeMs: 1000 };
  }
  yield { type: 'node_started', nodeId: 'end', attempt: 1, inputs: {} };
  yield { type: 'node_finished', nodeId: 'end', status: 'succeeded', fired: {}, executionTimeMs: 1 };
}

function* conversation(nodeId: string, call: number): Generator<NewRunEvent> {
  const callId = `call_${nodeId}_${call}`;
  const model = { name: 'demo', provider: 'demo', modelId: 'demo' };
  const request = { messages: [{ role: 'user', content: `Part ${call} of the ${nodeId}. ${'Mind the sources. '.repeat(20)}` }] };
  yield { type: 'llm_call', nodeId, callId, model, request };
  const words = Array.from({ length: WORDS }, (_, index) => `word ${index} `);
  for (const content of words) yield { type: 'content', nodeId, content };
  const usage = { promptTokens: 120, completionTokens: WORDS, totalTokens: 120 + WORDS, costUsd: 0.0004 };
  yield { type: 'llm_result', nodeId, callId, finishReason: 'stop', content: words.join(''), usage, durationMs: 2000 };
  const tool = { nodeId, id: `tool_${call}`, name: 'search' };
  yield { type: 'tool_call', ...tool, args: { query: `sources of part ${call}` }, status: 'pending' };
  yield { type: 'tool_call', ...tool, args: { query: `sources of part ${call}` }, status: 'running' };
  yield { type: 'tool_result', ...tool, status: 'success', summary: '3 found', result: { found: 3 }, durationMs: 20 };
}

function writeLog(total: number, documentHash: string): RunEvent[] {
  const made = [...happenings(total, documentHash)].slice(0, total - 1);
  const done: NewRunEvent = { type: 'done', status: 'succeeded', outputs: { report: 'done' }, tokensUsed: 33_000 };
  // The last node adds the events that are missing to the exact number.
  const rest = Array.from({ length: Math.max(total - 1 - made.length, 0) }, (): NewRunEvent => {
    return { type: 'content', nodeId: 'review', content: 'more ' };
  });
  return [...made, ...rest, done].map(
    (event, index) => ({ seq: index + 1, at: STARTED_MS + index * STEP_MS, v: 1, ...event }) as RunEvent,
  );
}

const database = await openDatabase({ dataFolder: folder });
await migrate(database.pool);
const store = new PgRunStore(database.pool);
const text = formatWorkflow(document);
const documentHash = hashDocument(text);
await store.saveDocument(documentHash, text);
const log = writeLog(Number(count), documentHash).map((event) => ({
  seq: event.seq,
  type: event.type,
  json: JSON.stringify(event),
}));
for (let from = 0; from < log.length; from += BATCH_EVENTS) {
  const isLast = from + BATCH_EVENTS >= log.length;
  const batch = makeBatch({
    runId: RUN_ID,
    workflowName: document.name,
    documentHash,
    events: log.slice(from, from + BATCH_EVENTS),
    ...(isLast && { status: 'succeeded' as const, outputs: '{"report":"done"}', tokensUsed: 33_000, costUsd: 0.05 }),
  });
  const stored = await store.append([batch]);
  if (!stored.has(RUN_ID)) throw new Error(`The events after ${from} were not stored`);
}
await database.close();
console.log(RUN_ID);
