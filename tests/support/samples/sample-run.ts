import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { TemplateSample } from '#lib/api/templates.contract.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { mapTriggerEvent, startInputsOf } from '#lib/workflow/map-trigger-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { MemoryRunStore } from '#tests/support/memory-run-store.ts';
import { eventsOf, TestEngine } from '#tests/support/test-engine.ts';

/** Templates that need a server: a knowledge base, a web page, or stored files. */
export const ON_SERVER = ['answers-from-documents', 'fetch-and-summarise', 'slide-maker'];
const MAX_ANSWER = 240;
/** All samples are from this moment, so that an answer with a date or a weekday is the same on each day. */
const SAMPLE_MS = Date.UTC(2026, 0, 5, 9);

/** Runs a template in demo mode with the inputs it suggests, or with the sample of its trigger. */
export async function sampleRun(workflow: Workflow): Promise<TemplateSample> {
  const models = makeModelRegistry({ config: { models: {}, default_model: undefined }, demoDelayMs: 0 });
  const fetch = makeSafeFetch({ allowedPrivateHosts: [] });
  const store = new MemoryRunStore();
  const clock = {
    ...systemClock,
    now: () => SAMPLE_MS,
    sleep: (_ms: number, signal: AbortSignal) => systemClock.sleep(0, signal),
  };
  const tools = makeToolKit({ payloads: store, documents: makeDocumentReader() });
  try {
    const engine = new TestEngine({ models, fetch, clock, store, tools });
    return sampleOf(await engine.run(structuredClone(workflow), inputsOf(workflow)));
  } finally {
    models.close();
    await fetch.close();
  }
}

type EndedRun = {
  readonly status: string;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly events: readonly RunEvent[];
};

/** How each node ended, and the beginning of the answer or of the question to a person. */
export function sampleOf({ status, outputs, events }: EndedRun): TemplateSample {
  const ended = eventsOf(events, 'node_finished').map((event) => [event.nodeId, event.status] as const);
  const requests = eventsOf(events, 'confirm_required');
  const waiting = requests.map(({ nodeId }) => [nodeId, 'waiting'] as const);
  const said = status === 'waiting' ? requests[0]?.args : answerOf(outputs);
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  return { nodes: Object.fromEntries([...waiting, ...ended].toSorted()), answer: [...text].slice(0, MAX_ANSWER).join('') };
}

function inputsOf(workflow: Workflow): Record<string, unknown> {
  const [trigger] = workflow.triggers ?? [];
  if (!trigger) return {};
  const mapped = mapTriggerEvent(trigger, trigger.sample ?? {}, startInputsOf(workflow));
  return mapped.is === 'inputs' ? mapped.inputs : {};
}

/** The output that is an answer by its name, else the first text, else the name of the first file. */
function answerOf(outputs: Readonly<Record<string, unknown>>): unknown {
  const named = ['answer', 'reply', 'review', 'summary', 'digest'].find((name) => typeof outputs[name] === 'string');
  if (named !== undefined) return outputs[named];
  const values = Object.values(outputs);
  return values.find((value) => typeof value === 'string') ?? values.map(nameOfFile).find(Boolean) ?? outputs;
}

function nameOfFile(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'mediaType' in value && 'name' in value ? String(value.name) : undefined;
}
