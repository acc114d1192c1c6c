import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'hono';
import { AppError } from '#lib/errors/app-error.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { isShortWait } from '#lib/run/short-wait.ts';
import { formatCount } from '#lib/text/format-count.ts';
import { groupFields, parseFormFields } from '#lib/text/parse-form-fields.ts';
import { changeLane } from '../../db/database/request-lane.ts';
import type { Claimant } from '../../limits/shares.ts';
import type { HookHead } from '../../triggers/define-trigger-handler.ts';
import type { HookAnswer, OpenHook } from '../../triggers/hook-receiver.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import type { RawAnswer } from '../handler-kit/define-handler.ts';
import type { OpenBody } from '../protocol/body-budget.ts';
import { readBody } from '../protocol/read-body.ts';
import { followResponse, type NodeResponse } from '../runs/follow-response.ts';
import { followRun } from '../runs/follow-run.ts';
import { failedResponse, nodeResponse, rawResponse } from '../start/raw-response.ts';
import { challengeOf } from './challenge-of.ts';
import { languageOf, permitOf, type RequestDependencies, refuseWhenBusy } from './request-context.ts';
import { sendRaw } from './send-raw.ts';

const MAX_TEST_BYTES = 5_000_000;

/**
 * A request to the address of a deployed trigger, whose path names endpoint and trigger. Callers are
 * known by the check of the trigger.
 * @throws {AppError} what `HookReceiver.admit` and `receive` throw, and `readBody`
 */
export async function serveHook(c: Context<ApiEnv>, deps: RequestDependencies): Promise<Response> {
  // It may be signed.
  await deps.turns.enter();
  changeLane('credentials');
  const hook = await openHook(c, deps);
  c.set('challenge', challengeOf(hook.read));
  const isForm = hook.read.definition.id === 'form';
  if (isForm) c.set('isVisitor', true);
  const head = headOf(c, deps);
  const address = deps.clients.networkFor(c.env.incoming);
  const admission = await deps.triggers.hooks.admit(hook, head, { address });
  c.set('isInsider', admission === 'proven');
  changeLane(admission === 'proven' ? undefined : 'strangers');
  if (admission === 'open') refuseWhenBusy(deps);
  const { slug, triggerId } = hook.live;
  const trigger = `${slug}/${triggerId}`;
  // A signature is of the body, which is read as that of a stranger.
  const claimant: Claimant =
    admission === 'proven' ? { kind: 'key', id: `trigger ${trigger}`, slug } : { kind: 'stranger', slug: trigger, address };
  const body = await bodyOf(c, deps.bodies.open(claimant, { isStored: admission === 'open' }), hook.maxBytes);
  // Its answer may wait for the run.
  permitOf(c, claimant, deps).takeToWait();
  const answer = await deps.triggers.hooks.receive(hook, { ...head, body }, { admission, address });
  if (answer.is === 'answer') return c.text(answer.text);
  c.set('runId', answer.runId);
  c.header('x-run-id', answer.runId);
  const replayed = answer.isDuplicate && { 'idempotent-replayed': 'true' };
  if (answer.isDuplicate) c.header('idempotent-replayed', 'true');
  const accepted = { eventId: answer.eventId, runId: answer.runId, isDuplicate: answer.isDuplicate };
  if (answer.waitMs === undefined) return c.json(accepted, 202);
  const { workspaceId, documentHash } = hook.live;
  const send = ({ raw }: RawAnswer) => sendRaw(c, { raw: { ...raw, headers: { ...raw.headers, ...replayed } } }, deps);
  const outcome = await outcomeWithin(answer.waitMs, answer, { deps, workspaceId, documentHash });
  // The sender waits for the answer, and can correct the values.
  if (outcome && 'refusal' in outcome) throw new AppError('inputs-invalid', outcome.refusal);
  if (outcome && 'responded' in outcome) return send(await nodeResponse(answer.runId, outcome.responded, { deps, workspaceId }));
  if (!outcome || outcome.status === 'waiting') return c.json(accepted, 202);
  const raw =
    outcome.status === 'succeeded'
      ? await rawResponse(outcome, { deps, workspaceId, endpoint: undefined })
      : failedResponse(outcome, { requestId: c.get('requestId'), ...(isForm && { visitorLanguage: languageOf(c, deps) }) });
  return send(raw);
}

/**
 * A request to a listener of the editor, which is not checked and starts nothing. @throws {AppError}
 * `not-found`
 */
export async function serveTestHook(c: Context<ApiEnv>, deps: RequestDependencies): Promise<Response> {
  const test = await deps.triggers.hooks.openTest(c.req.param('token') ?? '');
  const claimant: Claimant = { kind: 'stranger', slug: 'test', address: deps.clients.networkFor(c.env.incoming) };
  const body = await bodyOf(c, deps.bodies.open(claimant, { isStored: true }), MAX_TEST_BYTES);
  await deps.triggers.hooks.giveTest(test, { ...headOf(c, deps), body });
  return c.json({ isReceived: true }, 202);
}

/** The trigger that an address names. @param admit as of `HookReceiver.openHook` @throws {AppError} `not-found` */
export function openHook({ req }: Context<ApiEnv>, { triggers }: Pick<ApiDependencies, 'triggers'>, admit?: () => void) {
  return triggers.hooks.openHook({ slug: req.param('slug') ?? '', triggerId: req.param('triggerId') ?? '' }, admit);
}

/** Origins of pages that may call it. */
export function originsOfHook({ read }: OpenHook): readonly string[] {
  return (read.config as { readonly origins?: readonly string[] }).origins ?? [];
}

type Waiting = { readonly deps: ApiDependencies; readonly workspaceId: WorkspaceId; readonly documentHash: string };

type Refused = { readonly refusal: string };
type Responded = { readonly responded: NodeResponse };

/** Undefined when the run takes longer, or the event starts none. */
async function outcomeWithin(
  waitMs: number,
  { started, runId, isDuplicate, eventId, takesResponse }: Extract<HookAnswer, { is: 'event' }>,
  { deps, workspaceId, documentHash }: Waiting,
): Promise<RunOutcome | Refused | Responded | undefined> {
  const over = new AbortController();
  const repos = deps.repos(workspaceId);
  const isPassing = (end: RunOutcome) => isShortWait(end, { nowMs: deps.clock.now(), mostMs: waitMs });
  const outcome = async () => {
    const here = await started;
    const end = here && (await here.outcome);
    if (end && !isPassing(end)) return end;
    // The first event may still wait for its turn, and one that starts no run has no outcome.
    while (!over.signal.aborted && !(await repos.runs.getHead(runId))) {
      const event = isDuplicate ? undefined : await repos.triggers.event(eventId);
      if (event?.status === 'refused') return { refusal: event.reason ?? '' };
      if (event && event.status !== 'pending' && event.status !== 'started') return undefined;
      await wait(100, undefined, { signal: over.signal });
    }
    return followRun(runId, { hub: deps.hub, runs: deps.runs, stored: repos.runs, signal: over.signal, isPassing }).outcome;
  };
  const response = async () => {
    const workflow = await deps.publishing.frozen.get(documentHash);
    return followResponse(runId, { workflow, hub: deps.hub, stored: repos.runs, signal: over.signal, waitMs });
  };
  // An end of the run is in the log after every response.
  const outcomeOrResponse = async () => {
    if (!takesResponse) return outcome();
    const ended = outcome();
    ended.catch(() => {});
    const first = await Promise.race([response(), ended.then(refusalOf)]);
    if (first && 'refusal' in first) return first;
    return first ? { responded: first } : ended;
  };
  try {
    return await Promise.race([
      outcomeOrResponse().catch(ignoreAbort(over.signal)),
      wait(waitMs, undefined, { signal: over.signal, ref: false }),
    ]);
  } finally {
    over.abort();
  }
}

/** A run that has ended has its response, if any, in its log; an event without a run never has one. */
function refusalOf(ended: RunOutcome | Refused | undefined): Promise<never> | Refused | undefined {
  if (ended === undefined || 'refusal' in ended) return ended;
  return new Promise(() => {});
}

function ignoreAbort(signal: AbortSignal) {
  return (error: unknown): undefined => {
    if (!signal.aborted) throw error;
  };
}

function headOf({ req }: Context<ApiEnv>, { publicOrigin }: Pick<ApiDependencies, 'publicOrigin'>): HookHead {
  const { origin } = new URL(req.url);
  // Signed by some services: behind a proxy it is the public one.
  const url = publicOrigin === undefined ? req.url : `${publicOrigin}${req.url.slice(origin.length)}`;
  return { method: req.method, headers: req.header(), query: queryOf(req.url), url };
}

/** Node bounds the length of an address, and so its fields. */
function queryOf(url: string): HookHead['query'] {
  return groupFields(parseFormFields(new URL(url).search) ?? []);
}

/** @throws {AppError} as `readBody` */
function bodyOf(c: Context<ApiEnv>, body: OpenBody, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError('body-too-large', `This trigger takes bodies of up to ${formatCount(maxBytes)} bytes.`);
  return readBody(c.env.incoming, body, { maxBytes, tooLarge });
}
