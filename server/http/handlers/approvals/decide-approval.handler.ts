import type { z } from 'zod';
import { decideApproval } from '#lib/api/approvals.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ApprovalRecord } from '../../../db/repositories/approval-repository.ts';
import type { Endpoint } from '../../../db/stores/endpoint-store.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';
import { resumeLater } from '../../runs/resume-later.ts';

export const decideApprovalHandler = defineHandler(decideApproval, async ({ params, body, ...context }) => {
  const { repos, deps, endpoint } = context;
  const { runId, lastSeq } = await loadRunHead(params.id, context);
  const { confirmed, args, result, skip, comment, remember } = body;
  if (endpoint) assertDecides(endpoint);
  const asked = await repos.approvals.get(runId, params.actionId);
  if (asked && endpoint) assertForKey(asked, body);
  if (asked) assertFits(asked, body);
  const given = confirmed ? args : result;
  const decided = await repos.approvals.decide({
    runId,
    actionId: params.actionId,
    isConfirmed: confirmed,
    isSkipped: skip,
    comment,
    isRemembered: confirmed && remember,
    keyId: endpoint?.keyId,
    ...(given !== undefined && { args: given }),
    nowMs: deps.clock.now(),
  });
  resumeLater(runId, deps);
  // Of a decision that was made before this one, its own result counts.
  const isAnswered = asked?.kind === 'effect' && decided.status === 'rejected';
  const seen = isAnswered ? await repos.approvals.get(runId, params.actionId) : null;
  const status = seen?.status === 'answered' ? 'answered' : decided.status;
  // After the `done` event with status `waiting`, at which a stream from the start would end.
  const streamUrl = `/api/v1/runs/${runId}/events?after=${lastSeq}`;
  return { status: 200, body: { status, nextAction: { runId, streamUrl } } };
});

type Decision = z.output<typeof decideApproval.body>;

/** @throws {AppError} `permission-denied` */
function assertDecides({ allowsDecisions, slug }: Endpoint): void {
  if (allowsDecisions) return;
  throw new AppError(
    'permission-denied',
    `Keys of ${slug} decide nothing: people of the workspace do. Its deployment can allow it (allow.decisions).`,
  );
}

/**
 * A key says what to work on, never what runs: of a tool call or side effect it decides only whether
 * it happens.
 * @throws {AppError} `permission-denied`
 */
function assertForKey(asked: ApprovalRecord, { args, result, skip, remember }: Decision): void {
  if (isRaise(asked)) throw new AppError('permission-denied', 'A budget is raised by people of the workspace, not with a key.');
  if (asked.kind === 'wait')
    throw new AppError('permission-denied', 'A wait is ended by people of the workspace, not with a key.');
  if (asked.kind === 'value') return;
  const changes = { args: args !== undefined, result: result !== undefined, skip, remember };
  const [field] = Object.entries(changes).find(([, isSet]) => isSet) ?? [];
  if (field !== undefined)
    throw new AppError(
      'permission-denied',
      `body.${field}: a key may approve or reject a ${asked.kind}, and change nothing of it.`,
    );
}

/**
 * Decisions are final: one that is no answer to the question would fail a run that has waited for days.
 * @throws {AppError} `body-invalid`; `approval-not-found` for a result that the caller of the run gives
 * in its own protocol
 */
function assertFits(asked: ApprovalRecord, { confirmed, args, result, skip }: Decision): void {
  const { kind, runId } = asked;
  if (skip && kind !== 'effect')
    throw invalid('skip', `Only the node of an effect can be skipped, and this asks about a ${kind}`);
  if (result !== undefined && kind !== 'effect')
    throw invalid('result', `Only an effect takes a result, and this asks about a ${kind}`);
  if (kind === 'caller')
    throw new AppError('approval-not-found', `Run ${runId} waits for a result of its caller there, and not for an approval.`);
  if (kind === 'wait' && (!confirmed || args !== undefined))
    throw invalid(undefined, 'A wait can only be ended: send { "confirmed": true }');
  if (isRaise(asked) && confirmed && args !== undefined && typeof args !== 'number')
    throw invalid('args', `The new limit has to be a number, not ${JSON.stringify(args).slice(0, 80)}`);
}

function isRaise({ kind, tool }: Pick<ApprovalRecord, 'kind' | 'tool'>): boolean {
  return kind === 'value' && (tool === 'budget' || tool === 'limit');
}

function invalid(field: string | undefined, message: string): AppError {
  const path = field === undefined ? 'body' : `body.${field}`;
  return new AppError('body-invalid', `${path}: ${message}`, { details: { problems: [{ path, message }] } });
}
