import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { compileCondition } from '#lib/expression/condition.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { problemsOf } from '../document/problems-of.ts';
import type { LiveRun } from '../run/live-run.ts';
import { type HereOptions, startHere } from '../run/start-here.ts';
import type { Case, Expectation, Mock } from './case-file.ts';
import { differencesOf } from './compare-values.ts';
import { mockedExecutors } from './mocked-executors.ts';
import type { OpenedCases } from './open-case-file.ts';

type Done = Extract<PublicEvent, { type: 'done' }>;
type NodeRuns = { status: string; value: unknown; runs: number };
/** How the run of a case ended. */
export type Actual = {
  readonly status: string;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string; readonly message: string; readonly nodeId?: string | undefined } | undefined;
  /** The last run of each node, by its id. */
  readonly nodes: Readonly<Record<string, NodeRuns>>;
};
export type CaseResult = {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** One line each. */
  readonly problems: readonly string[];
  readonly durationMs: number;
  /** Missing when the run did not start. */
  readonly actual?: Actual;
};

/** Runs one case in this process, with mocks instead of some of the nodes. */
export async function runCase(one: Case, { workflow, cases }: OpenedCases, here: HereOptions): Promise<CaseResult> {
  const startedAt = performance.now();
  const result = (problems: readonly string[], actual?: Actual): CaseResult => ({
    name: one.name,
    status: problems.length === 0 ? 'passed' : 'failed',
    problems,
    durationMs: Math.round(performance.now() - startedAt),
    ...(actual && { actual }),
  });
  if (one.skip) return { ...result([]), status: 'skipped' };
  try {
    const actual = await runToEnd(one, { workflow, mocks: { ...cases.mocks, ...one.mocks }, here });
    if (!actual) return result([`The run took longer than ${one.timeoutMs} ms`]);
    return result(problemsWith(one, actual), actual);
  } catch (error) {
    const refused = problemsOf(error).map(({ nodeId, path, message }) => [nodeId, path, message].filter(Boolean).join(': '));
    return result(refused.length > 0 ? refused : [error instanceof Error ? error.message : String(error)]);
  }
}

type Running = {
  readonly workflow: OpenedCases['workflow'];
  readonly mocks: Readonly<Record<string, Mock>>;
  readonly here: HereOptions;
};

/** @returns undefined when it took too long */
async function runToEnd(
  { inputs, node, decisions, timeoutMs }: Case,
  { workflow, mocks, here }: Running,
): Promise<Actual | undefined> {
  let end: Done | undefined;
  const questions = new Map<string, string>();
  const nodes: Record<string, NodeRuns> = {};
  const run = await startHere(
    {
      workflow,
      inputs,
      ...(node !== undefined && { part: { until: [node] } }),
      onEvent(event) {
        if (event.type === 'done') end = event;
        if (event.type === 'confirm_required') questions.set(event.actionId, nodeIdOf(event.nodeId));
        if (event.type !== 'node_finished') return;
        const id = nodeIdOf(event.nodeId);
        nodes[id] = { status: event.status, value: event.output ?? null, runs: (nodes[id]?.runs ?? 0) + 1 };
      },
    },
    { ...here, executors: mockedExecutors(executorRegistry, mocks) },
  );
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), timeoutMs);
  try {
    const ended = decideUntilEnd(run, { decisions, questions, endOf: () => end });
    if ((await Promise.race([ended, late.promise])) === 'late') {
      await run.stop();
      return undefined;
    }
  } finally {
    clearTimeout(timer);
  }
  if (!end) throw new Error('The run ended without a last event');
  const { status, outputs = {}, error } = end as Done;
  return { status, outputs, error, nodes };
}

type Deciding = {
  readonly decisions: Case['decisions'];
  readonly questions: ReadonlyMap<string, string>;
  readonly endOf: () => Done | undefined;
};

/** The case decides what it names; a run with other approvals stays waiting, which a case may expect. */
async function decideUntilEnd(run: LiveRun, { decisions, questions, endOf }: Deciding): Promise<void> {
  const decided = new Set<string>();
  await run.ended;
  for (;;) {
    const end = endOf();
    if (end?.status !== 'waiting' || !run.decide) return;
    const answers = (end.approvals ?? []).flatMap(({ actionId }) => {
      const node = questions.get(actionId) ?? '';
      if (decided.has(actionId) || !Object.hasOwn(decisions, node)) return [];
      return [{ actionId, isConfirmed: decisions[node] === true }];
    });
    if (answers.length === 0) return;
    for (const { actionId } of answers) decided.add(actionId);
    await run.decide(answers);
  }
}

function problemsWith({ expect = {}, inputs }: Case, actual: Actual): string[] {
  const { outputs, error, nodes = {}, assert = [] } = expect;
  const status = expect.status ?? (error ? 'failed' : 'succeeded');
  const about = actual.error ? ` (${actual.error.nodeId ?? 'run'}: ${actual.error.message})` : '';
  return [
    ...(actual.status === status ? [] : [`status: expected ${status}, got ${actual.status}${about}`]),
    ...describe(differencesOf(outputs ?? {}, actual.outputs, 'outputs')),
    ...problemsWithError(error, actual),
    ...Object.entries(nodes).flatMap(([id, { runs, ...wanted }]) => {
      const found = Object.hasOwn(actual.nodes, id) ? actual.nodes[id] : undefined;
      const count = found?.runs ?? 0;
      return [
        ...(runs === undefined || runs === count ? [] : [`nodes.${id}.runs: expected ${runs}, got ${count}`]),
        ...(Object.keys(wanted).length === 0 ? [] : describe(differencesOf(wanted, found, `nodes.${id}`))),
      ];
    }),
    ...assert.flatMap((source) => problemWithAssert(source, { ...actual, error: actual.error ?? null, inputs })),
  ];
}

/** The expected message is a part of the other one, which often names addresses and times. */
function problemsWithError(error: Expectation['error'], { error: actual }: Actual): string[] {
  if (!error) return [];
  const { message, ...exact } = error;
  const isSaid = message === undefined || actual?.message.includes(message) === true;
  return [
    ...describe(differencesOf(exact, actual, 'error')),
    ...(isSaid ? [] : [`error.message: expected to contain ${shown(message)}, got ${shown(actual?.message)}`]),
  ];
}

function problemWithAssert(source: string, scope: object): string[] {
  try {
    return compileCondition(source).evaluate(scope as Record<string, unknown>) ? [] : [`assert: ${source} is false`];
  } catch (error) {
    return [`assert: ${source}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function describe(differences: ReturnType<typeof differencesOf>): string[] {
  return differences.map(({ path, expected, actual }) => `${path}: expected ${shown(expected)}, got ${shown(actual)}`);
}

const MAX_SHOWN_CHARS = 300;

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
