import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import type { Verdict } from '#lib/run/verdict.ts';
import { type Citation, CitationList, type Source } from '#lib/text/citation.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { fixedArgumentsOf, fixedArgumentsText } from '#lib/tools/fixed-arguments.ts';
import { approvalPolicy, forInput } from '#lib/tools/tool-policy.ts';
import type { ToolFailure, ToolResult } from '#lib/tools/tool-result.ts';
import type { Decision, Effect, ExecutorContext } from '../contract/define-executor.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import { announceStart, type CallOutcome, callTool, checkCall, failed, storable } from './call-tool.ts';
import { type PreparedCall, prepareCall } from './prepare-call.ts';

export type ToolCallOptions = {
  /**
   * Id of the step: unique within the node, and the same whenever the node runs again. Models
   * repeat call ids between steps.
   */
  readonly step: string;
  /** Ids of the tools that the caller was offered. @defaultValue every enabled one */
  readonly offered?: readonly string[];
  /** For how long each call may run. @defaultValue as its tool says */
  readonly timeoutMs?: number;
  /**
   * Whether large data is passed as `{ ref, chars, excerpt }`, as to conversations, or whole.
   * @defaultValue 'reference'
   */
  readonly largeData?: 'reference' | 'whole';
  /** Agents that run concurrently. @defaultValue 1 */
  readonly workersAtOnce?: number;
  /** A call that needs an approval, remembered for the run, although its risk needs none. @defaultValue none */
  readonly asksFirst?: (definition: AnyToolDefinition, input: unknown) => boolean;
  /** Judges what succeeded, before the caller gets it. @defaultValue no check */
  readonly validate?: ResultCheck;
};

/** A call whose result is checked. */
export type CheckedCall = { readonly id: string; readonly definition: AnyToolDefinition; readonly input: unknown };
/** @returns undefined for a result that is not checked */
export type ResultCheck = (call: CheckedCall, result: ToolResult) => Promise<Verdict | undefined>;

type Usable = Extract<PreparedCall, { definition: unknown }>;
type Step = { readonly context: ExecutorContext; readonly options: ToolCallOptions };

/** Calls that only look at the outside and may run together. */
const MAX_TOGETHER = 4;

/**
 * Makes the calls of one step, the only way tools are called. Failures are results, in the order of
 * the calls. Calls that need no decision run first; then the others are requested together, and run
 * once decided. Finished ones are in the ledger.
 * @throws {SuspendedError} until all are decided; the reason of `context.signal` when that aborts
 */
export async function runToolCalls(
  calls: readonly WantedToolCall[],
  context: ExecutorContext,
  options: ToolCallOptions,
): Promise<ToolResult[]> {
  if (calls.length === 0) return [];
  const step: Step = { context, options };
  const wanted = withOwnIds(calls).map((call) => prepareCall(call, context.tools, options.offered));
  const { asking, prepared } = await announce(wanted, step);
  const results = new Map<string, ToolResult>();
  let isWaiting = false;
  const perform = async (call: PreparedCall, make: () => Promise<ToolResult>) => {
    try {
      results.set(call.id, await make());
    } catch (error) {
      if (!SuspendedError.is(error)) throw error;
      isWaiting = true;
    }
  };
  for (const group of groupsOf(
    prepared.filter(({ id }) => !asking.has(id)),
    options,
  ))
    await allOf(group.map((call) => perform(call, () => make(call, step))));
  const asked = prepared.filter(({ id }) => asking.has(id)).map((call) => ({ call, decision: ask(call, step) }));
  for (const { call, decision } of asked) {
    if (decision) await perform(call, () => makeDecided(call, decision, step));
    else isWaiting = true;
  }
  if (isWaiting) throw new SuspendedError();
  return prepared.map(({ id }) => results.get(id) as ToolResult);
}

/** The ledger's key of a call that a node may repeat. */
export function toolCallKey(step: string, id: string): string {
  return `tool:${step}:${id}`;
}

/** Lets a further attempt of the node make a failed call again, and judge again whether it can be made. */
export function discardToolCall(
  { id, step, status }: { id: string; step: string; status: ToolResult['status'] | undefined },
  context: Pick<ExecutorContext, 'discardEffect'>,
): void {
  const key = toolCallKey(step, id);
  context.discardEffect(key);
  context.discardEffect(suspendedKey(key));
  if (status === 'invalid') context.discardEffect(announcedKey(step));
}

/** Of a call that was made and waits, so that its start is not logged again when it continues. */
function suspendedKey(callKey: string): string {
  return `${callKey}:suspended`;
}

function announcedKey(step: string): string {
  return `tools:${step}`;
}

/** A model may give two calls of one answer the same id, or none. */
function withOwnIds(calls: readonly WantedToolCall[]): WantedToolCall[] {
  const known = new Set(calls.map(({ id }) => id));
  const taken = new Set<string>();
  return calls.map((call, index) => {
    const id = call.id === '' || taken.has(call.id) ? freeId(`${call.id || 'call'}#${index + 1}`, known) : call.id;
    taken.add(id);
    known.add(id);
    return { ...call, id };
  });
}

/** The model may have given that very id to another of its calls. */
function freeId(id: string, known: ReadonlySet<string>): string {
  return known.has(id) ? freeId(`${id}#`, known) : id;
}

/** What was decided of the calls of a step before any of them was made, as the ledger has it. */
type Announced = { readonly asking: readonly string[]; readonly refused?: readonly Refusal[] };
type Refusal = ToolFailure & { readonly id: string };

/**
 * Logs once what is going to be called, and decides once which calls are refused and which need an
 * approval: that stays, whatever is decided, remembered or found meanwhile.
 */
async function announce(
  wanted: readonly PreparedCall[],
  step: Step,
): Promise<{ asking: ReadonlySet<string>; prepared: readonly PreparedCall[] }> {
  const { context, options } = step;
  const effect: Effect = { key: announcedKey(options.step), kind: 'tool', name: 'tool calls', effects: 'none' };
  const { asking, refused = [] } = await context.effect(effect, async (): Promise<Announced> => {
    for (const { id, name, args } of wanted) context.emit({ type: 'tool_call', id, name, args: args as null, status: 'pending' });
    const prepared = await checkAll(wanted, step);
    return {
      asking: prepared.filter((call) => needsSomeone(call, step)).map(({ id }) => id),
      refused: prepared.flatMap((call) => (isUsable(call) ? [] : [{ id: call.id, ...storable(call.problem) }])),
    };
  });
  const problems = new Map(refused.map(({ id, code, message, ...rest }) => [id, new NodeFailure(code, message, rest)]));
  return { asking: new Set(asking), prepared: wanted.map((call) => refusedBy(problems.get(call.id), call)) };
}

/** A call that cannot be made is a problem at once, and not after an approval. */
function checkAll(wanted: readonly PreparedCall[], step: Step): Promise<PreparedCall[]> {
  return Promise.all(
    wanted.map(async (call, index) => {
      if (!isUsable(call) || !needsSomeone(call, step)) return call;
      // What is made before it may be what it needs.
      const mayChange = wanted.some(
        (other, at) => other !== call && !mayRunBesideOthers(other) && (at < index || !needsSomeone(other, step)),
      );
      return mayChange ? call : refusedBy(await problemOf(call, step), call);
    }),
  );
}

async function problemOf({ definition, input }: Usable, { context, options }: Step): Promise<NodeFailure | undefined> {
  try {
    await checkCall({ definition, input, offered: options.offered }, context);
    return undefined;
  } catch (problem) {
    if (!NodeFailure.is(problem)) throw problem;
    return problem;
  }
}

function refusedBy(problem: NodeFailure | undefined, { id, name, args, ...rest }: PreparedCall): PreparedCall {
  return problem ? { id, name, args, problem } : ({ id, name, args, ...rest } as PreparedCall);
}

function needsSomeone(call: PreparedCall, { context, options }: Step): boolean {
  if (!isUsable(call)) return false;
  const { tools, isRemembered } = context;
  const setting = tools.settings[call.name];
  const policy = approvalPolicy(call.definition, call.input, setting);
  if (policy === 'each-time') return true;
  const mayBeFree = setting?.approval === 'never' || !options.asksFirst?.(call.definition, call.input);
  return (policy === 'until-remembered' || !mayBeFree) && !isRemembered(call.name);
}

function isUsable(call: PreparedCall): call is Usable {
  return 'definition' in call;
}

/** Batches in order: read-only calls concurrently, agents up to their limit, all others one by one. */
function groupsOf(calls: readonly PreparedCall[], { workersAtOnce = 1 }: ToolCallOptions): PreparedCall[][] {
  const groups: PreparedCall[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    const group = [...(last ?? []), call];
    const mayJoin = group.every(isWorker)
      ? group.length <= workersAtOnce
      : group.length <= MAX_TOGETHER && group.every(mayRunBesideOthers);
    if (last && mayJoin) last.push(call);
    else groups.push([call]);
  }
  return groups;
}

function isWorker(call: PreparedCall): boolean {
  return isUsable(call) && call.definition.group === 'agents';
}

function mayRunBesideOthers(call: PreparedCall): boolean {
  if (!isUsable(call)) return true;
  return !isWorker(call) && forInput(call.definition.effects, call.input) !== 'write';
}

/** Waits for all of them, also when one fails: nothing runs on behind its back. */
async function allOf(running: readonly Promise<void>[]): Promise<void> {
  for (const ended of await Promise.allSettled(running)) if (ended.status === 'rejected') throw ended.reason;
}

/** Undefined until there is a decision. A call that has become invalid meanwhile needs none. */
function ask(call: PreparedCall, { context, options }: Step): Decision | undefined {
  if (!isUsable(call)) return { status: 'confirmed' };
  const { id, name, definition, input } = call;
  const fixed = fixedArgumentsOf(definition);
  const description = definition.describe?.(input) ?? definition.title;
  return context.ask({
    key: toolCallKey(options.step, id),
    kind: 'tool',
    tool: name,
    toolCallId: id,
    args: input,
    ...(fixed && { fixed }),
    // Protocols show their users the text alone.
    description: fixed ? `${description}\n${fixedArgumentsText(fixed)}` : description,
  });
}

async function makeDecided(call: PreparedCall, { status, args, comment }: Decision, step: Step): Promise<ToolResult> {
  if (!isUsable(call)) return make(call, step);
  if (status === 'confirmed') return make(args === undefined ? call : withArguments(call, args, step.context.tools), step);
  const happened =
    status === 'rejected'
      ? `A person refused this call of ${call.name}`
      : `There was no decision about this call of ${call.name} in time`;
  return settle(call, new NodeFailure(`tool-call-${status}`, comment ? `${happened}: ${comment}` : happened), {
    status: 'cancelled',
    step,
  });
}

/** With the person's replacement of the arguments. */
function withArguments({ id, name }: Usable, args: unknown, catalogue: ExecutorContext['tools']): PreparedCall {
  return prepareCall({ id, name, input: args }, catalogue, undefined);
}

async function make(call: PreparedCall, step: Step): Promise<ToolResult> {
  if (!isUsable(call)) return settle(call, call.problem, { status: 'invalid', step });
  const { id, definition, input } = call;
  const { context, options } = step;
  const effects = forInput(definition.effects, input);
  const isRepeatable = forInput(definition.isRepeatable ?? effects !== 'write', input);
  const timeoutMs = options.timeoutMs ?? definition.timeoutMs;
  const effect: Effect = {
    key: toolCallKey(options.step, id),
    kind: 'tool',
    name: definition.id,
    effects,
    isRepeatable,
    toolCallId: id,
    fromPerson: (value) => givenResult(call, value as ToolResult['data'], context),
  };
  const suspended: Effect = { key: suspendedKey(effect.key), kind: 'tool', name: definition.id, effects: 'none' };
  const isResumed = context.storedResult(suspended.key) !== undefined;
  let hasBegun = isResumed;
  try {
    const meter = context.budget?.meter();
    const own = meter ? { ...context, budget: meter } : context;
    let isMade = false;
    const result = await record(call, effect, step, async (idempotencyKey) => {
      isMade = true;
      const call = { id, definition, input, idempotencyKey, timeoutMs, offered: options.offered };
      if (!hasBegun) announceStart(call, own);
      hasBegun = true;
      const outcome = await callTool(call, own);
      const mayBeInvalid = options.validate && outcome.result.status === 'success';
      const verdict = mayBeInvalid ? await options.validate?.({ id, definition, input }, outcome.result) : undefined;
      const spent = meter && meter.spent.steps > 0 ? meter.spent : undefined;
      return { ...outcome, result: { ...outcome.result, ...(verdict && { verdict }), ...(spent && { spent }) } };
    });
    if (!isMade && result.spent) context.budget?.restore(result.spent);
    return result;
  } catch (error) {
    if (SuspendedError.is(error) && hasBegun && !isResumed) await context.effect(suspended, async () => true);
    if (!NodeFailure.is(error) || error.code !== 'effect-unknown') throw error;
    return settle(call, error, { status: 'error', step, key: `${effect.key}:unknown` });
  }
}

/** The result of a call with unknown outcome after a crash, as entered by a person. */
function givenResult({ id, name }: PreparedCall, data: ToolResult['data'], { emit }: ExecutorContext): ToolResult {
  const summary = 'A person said what came of it';
  emit({ type: 'tool_result', id, name, status: 'success', summary, result: data, durationMs: 0 });
  return { status: 'success', data, summary };
}

type Settling = { readonly status: 'error' | 'invalid' | 'cancelled'; readonly step: Step; readonly key?: string };

/** The result of a call that is not made. */
function settle(call: PreparedCall, failure: NodeFailure, { status, step, key }: Settling): Promise<ToolResult> {
  const { context, options } = step;
  const effect: Effect = { key: key ?? toolCallKey(options.step, call.id), kind: 'tool', name: call.name, effects: 'none' };
  return record(call, effect, step, async () => {
    context.countUsage(NO_USAGE, { toolCalls: 1 });
    return { result: failed(status, failure), shown: undefined };
  });
}

/**
 * Puts a call and the event of its result into the ledger together, so that neither is there
 * without the other.
 */
function record(
  { id, name }: PreparedCall,
  effect: Effect,
  { context, options }: Step,
  run: (idempotencyKey: string) => Promise<CallOutcome>,
): Promise<ToolResult> {
  return context.effect(effect, async ({ idempotencyKey }) => {
    const elapsed = elapsedTime(context.clock);
    const { result, shown } = await run(idempotencyKey);
    const { status, summary, warnings, error, verdict, sources, citations, retrieval, app } = result;
    context.emit({
      type: 'tool_result',
      id,
      name,
      status,
      summary,
      ...(status === 'success' && { result: shown as ToolResult['data'] }),
      ...(error !== undefined && { error }),
      ...(warnings && { warnings: [...warnings] }),
      ...(verdict && { verdict }),
      ...numbered(citations ?? sources),
      ...(retrieval && { retrieval }),
      ...(app && { app: { ...app, result: app.result as ToolResult['data'] } }),
      durationMs: elapsed(),
    });
    return options.largeData === 'whole' || status !== 'success' ? result : { ...result, data: shown as ToolResult['data'] };
  });
}

/** The sources of one call, as the log lists them. */
function numbered(sources: readonly Source[] = []): { citations?: Citation[] } {
  const list = new CitationList();
  for (const source of sources) list.add(source);
  return list.all.length > 0 ? { citations: list.all } : {};
}
