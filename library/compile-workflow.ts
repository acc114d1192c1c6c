import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type BaseCheckpointSaver, interrupt, type LangGraphRunnableConfig } from '@langchain/langgraph';
import type { ToolKit } from '#engine/contract/tool-kit.ts';
import { Engine } from '#engine/engine.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { makeWorkflowGraph, type WorkflowGraph } from '#engine/graph/workflow-graph.ts';
import { MemoryRunStore } from '#engine/memory/memory-run-store.ts';
import { MemoryValueStore } from '#engine/memory/memory-value-store.ts';
import { noQueue } from '#engine/queue/no-queue.ts';
import { runStep } from '#engine/run/nodes/run-step.ts';
import type { RunContext } from '#engine/run/scopes/run-context.ts';
import { readableValue } from '#engine/run/state/node-result.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { RunOutcome, StartRun } from '#lib/ports/run-service.ts';
import { type RunStore, workspaceId } from '#lib/ports/run-store.ts';
import type { Clock, GuardedFetch } from '#lib/ports/runtime.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import { startInputsSchema } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { registryOf } from './model-registry-of.ts';

export type CompileOptions = {
  /**
   * AI SDK models by the names that the workflow uses, the first of them `default`.
   * @defaultValue the demo model
   */
  readonly models?: Readonly<Record<string, LanguageModelV4>> | ModelRegistry;
  /**
   * Parts of the tool kit, such as a sandbox or definitions and handlers.
   * @defaultValue the built-in tools
   */
  readonly tools?: Partial<Omit<ToolKit, 'payloads' | 'settings' | 'services'>>;
  /** Where runs are stored. @defaultValue in memory, until they end */
  readonly store?: RunStore;
  readonly clock?: Clock;
  /** @defaultValue one that refuses private addresses */
  readonly fetch?: GuardedFetch;
  /** Approvals interrupt the graph, which needs a checkpointer. @defaultValue that of the graph around it */
  readonly checkpointer?: BaseCheckpointSaver;
};

/** How an interrupted graph is resumed: `new Command({ resume: { [actionId]: { confirmed: true } } })`. */
export type ResumeValue = Readonly<
  Record<string, { readonly confirmed: boolean; readonly args?: unknown; readonly comment?: string }>
>;

const WORKSPACE = workspaceId('ws_library');

/** A run of this process whose graph has not ended. */
type LiveRun = {
  readonly run: RunContext;
  /** Ends the first pass, which the graph makes. */
  readonly endFirstPass: () => void;
  /** How it ended, or what it waits for, last. */
  outcome: Promise<RunOutcome>;
  /** Interrupts that were resumed. */
  resumed: number;
  write: (event: unknown) => void;
};

/**
 * Compiles a workflow to a LangGraph graph. Its input is the workflow's inputs, its output the
 * workflow's outputs. It can be invoked, streamed (`updates`; `custom` carries the public run
 * events), drawn, and used as a node of another graph.
 * @throws {AppError} `workflow-invalid`, with all problems in `details.problems`
 */
export async function compileWorkflow(document: unknown, options: CompileOptions = {}): Promise<WorkflowGraph> {
  const { clock = systemClock } = options;
  const workflow = read(document);
  const memory = new MemoryRunStore(clock);
  const store = options.store ?? memory;
  const runs = new Map<string, LiveRun>();
  const engine = new Engine({
    nodes: nodeRegistry,
    executors: executorRegistry,
    store,
    publisher: {
      publish(runId, events) {
        for (const stored of events) {
          const event = readPublicEvent(stored, { runId, level: 'full' });
          if (event) runs.get(runId)?.write(event);
        }
      },
    },
    models: registryOf(options.models),
    tools: makeToolKit({ values: new MemoryValueStore(clock), ...options.tools, payloads: store }),
    fetch: options.fetch ?? makeSafeFetch({ allowedPrivateHosts: [] }),
    clock,
    newId,
    random: Math.random,
    holdsPauses: true,
    shared: noQueue,
    isAlone: true,
  });
  const { plan } = await engine.prepare(workflow);

  async function begin(inputs: Record<string, unknown>, { signal, writer }: LangGraphRunnableConfig): Promise<string> {
    const { promise, resolve: endFirstPass } = Promise.withResolvers<void>();
    const asked: StartRun = { workspaceId: WORKSPACE, workflow, inputs, mode: 'draft' };
    const { runId, run, outcome } = await engine.startWithin(asked, async () => promise);
    runs.set(runId, { run, endFirstPass, outcome, resumed: 0, write: (event) => writer?.(event) });
    stopWith(signal, runId);
    return runId;
  }

  function liveRun(runId: string, { writer }: LangGraphRunnableConfig): LiveRun {
    const live = runs.get(runId);
    if (!live) throw new AppError('unavailable', `Run ${runId} is not in this process: start the graph again`);
    if (writer) live.write = writer;
    return live;
  }

  function stopWith(signal: AbortSignal | undefined, runId: string): void {
    const stop = () => {
      engine.cancel(runId);
      const live = runs.get(runId);
      live?.endFirstPass();
      live?.outcome.finally(() => forget(runId)).catch(() => {});
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  }

  function forget(runId: string): void {
    runs.delete(runId);
    memory.forget(runId);
  }

  async function finish(runId: string, config: LangGraphRunnableConfig): Promise<Record<string, unknown>> {
    const live = liveRun(runId, config);
    live.endFirstPass();
    // LangGraph runs a resumed node from its start: earlier interrupts return what they were resumed with.
    for (let round = 0; ; round++) {
      const outcome = await live.outcome;
      if (round === live.resumed && outcome.status !== 'waiting') {
        forget(runId);
        if (outcome.status === 'succeeded') return { ...outcome.outputs };
        throw failureOf(outcome);
      }
      const decisions: ResumeValue = interrupt({ runId, approvals: outcome.approvals ?? [] });
      if (round < live.resumed) continue;
      live.resumed++;
      stopWith(config.signal, runId);
      live.outcome = resume(runId, decisions);
    }
  }

  async function resume(runId: string, decisions: ResumeValue): Promise<RunOutcome> {
    for (const [actionId, { confirmed, args, comment = null }] of Object.entries(decisions)) {
      const status = confirmed ? 'confirmed' : 'rejected';
      memory.decide(runId, {
        actionId,
        status,
        args: args === undefined ? null : JSON.stringify(args),
        comment,
        isRemembered: false,
      });
    }
    return engine.resume(runId);
  }

  return makeWorkflowGraph({
    name: workflow.name,
    steps: plan.steps,
    inputNames: inputNames(workflow),
    outputNames: outputNames(workflow),
    checkpointer: options.checkpointer,
    begin,
    async runStep(step, runId, config) {
      const { run } = liveRun(runId, config);
      await runStep(step, run);
      return Object.fromEntries(step.nodes.map(({ id }) => [id, shown(run, id)]));
    },
    finish,
  });
}

function shown({ results }: RunContext, nodeId: string): unknown {
  const result = results.ended.get(nodeId);
  return result ? { status: result.status, value: readableValue(result) ?? null } : { status: 'waiting' };
}

function failureOf({ status, reason, error }: RunOutcome): Error {
  if (!error) return new DOMException(`The run was ${status}: ${reason}`, 'AbortError');
  return Object.assign(new Error(error.message), { name: 'RunError', code: error.code, nodeId: error.nodeId });
}

function read(document: unknown): Workflow {
  const { workflow, problems } = readWorkflow(document, nodeRegistry);
  if (workflow) return workflow;
  throw new AppError('workflow-invalid', problems[0]?.message ?? 'This is no workflow', { details: { problems } });
}

function inputNames({ nodes }: Workflow): string[] {
  const start = nodes.find(({ type }) => type === 'start');
  return startInputsSchema.parse(start?.config.inputs ?? []).map(({ name }) => name);
}

/** Those of its `end` nodes; the ids of its last nodes where there is none. */
function outputNames({ nodes, edges }: Workflow): string[] {
  const root = nodes.filter(({ parentId }) => parentId === undefined);
  const ends = root.filter(({ type }) => type === 'end');
  if (ends.length > 0) return [...new Set(ends.flatMap(({ config }) => Object.keys((config.outputs as object) ?? {})))];
  return root.filter(({ id }) => !edges.some(({ source }) => source === id)).map(({ id }) => id);
}
