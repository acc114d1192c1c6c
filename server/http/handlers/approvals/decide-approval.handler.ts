import type { z } from 'zod';
import { decideApproval } from '#lib/api/approvals.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Repositories } from '../../../db/repositories/repositories.ts';
import type { Endpoint } from '../../../db/stores/endpoint-store.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';
import { resumeLater } from '../../runs/resume-later.ts';

export const decideApprovalHandler = defineHandler(decideApproval, async ({ params, body, ...context }) => {
  const { repos, deps } = context;
  const { runId, lastSeq } = await loadRunHead(params.id, context);
  const { confirmed, args, result, skip, comment, remember } = body;
  if (context.endpoint) await assertMayDecide(runId, params.actionId, { endpoint: context.endpoint, body, repos });
  if (result !== undefined || skip) await assertEffect(runId, params.actionId, { field: skip ? 'skip' : 'result', repos });
  await assertNotOfCaller(runId, params.actionId, repos);
  if (!confirmed || args !== undefined) await assertNoWait(runId, params.actionId, repos);
  if (confirmed && args !== undefined && typeof args !== 'number') await assertNoLimit(runId, params.actionId, { args, repos });
  const given = confirmed ? args : result;
  const { status } = await repos.approvals.decide({
    runId,
    actionId: params.actionId,
    isConfirmed: confirmed,
    isSkipped: skip,
    comment,
    isRemembered: confirmed && remember,
    keyId: context.endpoint?.keyId,
    ...(given !== undefined && { args: given }),
    nowMs: deps.clock.now(),
  });
  resumeLater(runId, deps);
  // After the `done` event with status `waiting`, at which a stream from the start would end.
  const streamUrl = `/api/v1/runs/${runId}/events?after=${lastSeq}`;
  return { status: 200, body: { status, nextAction: { runId, streamUrl } } };
});

/**
 * @throws {AppError} `body-invalid` where the question is another one, to which a result or a skip
 * would be no answer
 */
async function assertEffect(
  runId: string,
  actionId: string,
  { field, repos: { approvals } }: { field: 'result' | 'skip'; repos: Repositories },
): Promise<void> {
  const asked = await approvals.get(runId, actionId);
  if (!asked || asked.kind === 'effect') return;
  const what = field === 'skip' ? 'Only the node of an effect can be skipped' : 'Only an effect takes a result';
  const message = `${what}, and this asks about a ${asked.kind}`;
  throw new AppError('body-invalid', `body.${field}: ${message}`, {
    details: { problems: [{ path: `body.${field}`, message }] },
  });
}

/**
 * Decisions are final: an invalid limit would fail a run that has waited for days.
 * @throws {AppError} `body-invalid`
 */
async function assertNoLimit(
  runId: string,
  actionId: string,
  { args, repos: { approvals } }: { args: unknown; repos: Repositories },
): Promise<void> {
  const asked = await approvals.get(runId, actionId);
  if (!asked || !isRaise(asked)) return;
  const message = `The new limit has to be a number, not ${JSON.stringify(args).slice(0, 80)}`;
  throw new AppError('body-invalid', `body.args: ${message}`, { details: { problems: [{ path: 'body.args', message }] } });
}

/**
 * The only decision about a wait is to end it.
 * @throws {AppError} `body-invalid`
 */
async function assertNoWait(runId: string, actionId: string, { approvals }: Repositories): Promise<void> {
  const asked = await approvals.get(runId, actionId);
  if (asked?.kind !== 'wait') return;
  const message = 'A wait can only be ended: send { "confirmed": true }';
  throw new AppError('body-invalid', `body: ${message}`, { details: { problems: [{ path: 'body', message }] } });
}

/**
 * The caller gives it in its own protocol.
 * @throws {AppError} `approval-not-found`
 */
async function assertNotOfCaller(runId: string, actionId: string, { approvals }: Repositories): Promise<void> {
  const asked = await approvals.get(runId, actionId);
  if (asked?.kind === 'caller')
    throw new AppError('approval-not-found', `Run ${runId} waits for a result of its caller there, and not for an approval.`);
}

function isRaise({ kind, tool }: { readonly kind: string; readonly tool: string }): boolean {
  return kind === 'value' && (tool === 'budget' || tool === 'limit');
}

type Decision = z.output<typeof decideApproval.body>;

/**
 * A key says what to work on, never what runs: it decides only where its endpoint lets it, and of a
 * tool call or side effect only whether it happens.
 * @throws {AppError} `permission-denied`
 */
async function assertMayDecide(
  runId: string,
  actionId: string,
  { endpoint, body, repos: { approvals } }: { endpoint: Endpoint; body: Decision; repos: Repositories },
): Promise<void> {
  if (!endpoint.allowsDecisions)
    throw new AppError(
      'permission-denied',
      `Keys of ${endpoint.slug} decide nothing: people of the workspace do. Its deployment can allow it (allow.decisions).`,
    );
  const asked = await approvals.get(runId, actionId);
  if (!asked) return;
  if (isRaise(asked)) throw new AppError('permission-denied', 'A budget is raised by people of the workspace, not with a key.');
  if (asked.kind === 'wait')
    throw new AppError('permission-denied', 'A wait is ended by people of the workspace, not with a key.');
  if (asked.kind === 'value') return;
  const { args, result, skip, remember } = body;
  const changes = { args: args !== undefined, result: result !== undefined, skip, remember };
  const [field] = Object.entries(changes).find(([, isSet]) => isSet) ?? [];
  if (field !== undefined)
    throw new AppError(
      'permission-denied',
      `body.${field}: a key may approve or reject a ${asked.kind}, and change nothing of it.`,
    );
}
