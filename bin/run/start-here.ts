import { join, resolve } from 'node:path';
import type { ExecutorRegistry } from '#engine/contract/define-executor.ts';
import { Engine } from '#engine/engine.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { MemoryValueStore } from '#engine/memory/memory-value-store.ts';
import { noQueue } from '#engine/queue/no-queue.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { readPublicEvent } from '#lib/run/to-public-event.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { DEFAULT_DATA_DIR } from '#server/config/environment.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeDocumentWriter } from '#server/documents/make-document-writer.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { newId } from '#server/process/new-id.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { makeSandbox } from '#server/sandbox/make-sandbox.ts';
import { makeWebSearch } from '#server/search/make-web-search.ts';
import { openSkills } from '#server/skills/open-skills.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import type { LiveRun, StartCall } from './live-run.ts';
import { loadConfigHere } from './load-config-here.ts';
import { makeLocalRunStore } from './local-run-store.ts';

/** How long the engine waits for a stopped run before it answers; its end is awaited anyway. */
const STOP_GRACE_MS = 10_000;

/** The workspace of a local server without accounts, so that both see the same files. */
const WORKSPACE = workspaceId('ws_local');

export type HereOptions = {
  readonly configPath: string | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Code of node types. @defaultValue that of this build */
  readonly executors?: ExecutorRegistry;
};

/**
 * Runs a workflow in this process, with no server and no database: models and allowed hosts are
 * those of the config file, files those of the data folder.
 * @throws {AppError} `workflow-invalid`, `inputs-invalid`, `config-invalid`, or `model-not-found`
 * for a default model that is not there
 */
export async function startHere({ workflow, inputs, part, onEvent }: StartCall, options: HereOptions): Promise<LiveRun> {
  const config = await loadConfigHere(options);
  const models = makeModelRegistry({ config });
  // Known before anything runs: a name that was written wrong is no failed run.
  if (workflow.settings.defaultModel !== undefined) models.resolve(workflow.settings.defaultModel);
  const sandbox = makeSandbox({ remote: config.sandbox.remote });
  const store = makeLocalRunStore(systemClock);
  // Resolved by the next `done`.
  let next = Promise.withResolvers<void>();
  const engine = new Engine({
    nodes: nodeRegistry,
    executors: options.executors ?? executorRegistry,
    store,
    publisher: {
      publish(runId, events) {
        handOn(runId, events, onEvent);
        if (events.some(({ type }) => type === 'done')) next.resolve();
      },
    },
    models,
    tools: makeToolKit({
      payloads: store,
      values: new MemoryValueStore(systemClock),
      settings: config.tools,
      files: makeWorkspaceFiles({
        root: join(resolve(options.variables.THREADLOOM_DATA_DIR || DEFAULT_DATA_DIR), 'files'),
        denyGlobs: config.files.deny_globs,
        maxFileBytes: config.files.max_file_bytes,
      }),
      ...(config.search && { search: makeWebSearch(config.search) }),
      documents: makeDocumentReader(),
      skills: openSkills({
        dataFolder: resolve(options.variables.THREADLOOM_DATA_DIR || DEFAULT_DATA_DIR),
        settings: () => config.knowledge,
        clock: systemClock,
        log: { warn: () => {} },
      }),
      documentWriter: makeDocumentWriter(),
      sandbox,
      codeEnvironment: config.sandbox.environment,
      codeHosts: config.sandbox.tool_hosts,
    }),
    fetch: makeSafeFetch({ allowedPrivateHosts: config.http.allowed_private_hosts }),
    clock: systemClock,
    newId,
    random: Math.random,
    holdsPauses: true,
    shared: noQueue,
    isAlone: true,
  });
  const { runId, outcome } = await engine.start({
    workspaceId: WORKSPACE,
    workflow,
    inputs,
    mode: 'draft',
    ...(part && { part }),
  });
  return {
    runId,
    ended: outcome.then(() => {}),
    async decide(answers) {
      next = Promise.withResolvers();
      for (const { actionId, isConfirmed, comment = null } of answers)
        store.decide({ actionId, status: isConfirmed ? 'confirmed' : 'rejected', args: null, comment, isRemembered: false });
      await engine.resume(runId);
      await next.promise;
    },
    async continueFrom({ step }) {
      next = Promise.withResolvers();
      store.requestContinue({ step });
      await engine.resume(runId);
      await next.promise;
    },
    describeWait: ({ actionIds, breakpoints }) =>
      actionIds.length > 0
        ? `The run waits for a decision (${actionIds.join(', ')}), which was not made here; the run is not kept. Run it on a server to decide later.\n`
        : `The run is paused at ${breakpoints.join(', ')} and was not continued; it is not kept. Run it on a server to continue later.\n`,
    async stop() {
      store.requestStop();
      await engine.stop(runId, { graceMs: STOP_GRACE_MS });
    },
    isDemoModel: async (name) => isDemo(models, name),
  };
}

function handOn(runId: string, events: readonly StoredEvent[], onEvent: StartCall['onEvent']): void {
  for (const stored of events) {
    const event = readPublicEvent(stored, { runId, level: 'full' });
    if (event) onEvent(event);
  }
}

function isDemo(models: ModelRegistry, name: string): boolean {
  try {
    return models.resolve(name).isDemo;
  } catch {
    return false;
  }
}
