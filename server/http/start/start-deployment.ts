import type { z } from 'zod';
import type { runDeployment } from '#lib/api/published.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { StartRun } from '#lib/ports/run-service.ts';
import type { CallerTools } from '#lib/run/caller-tools.ts';
import type { Surface } from '#lib/run/run-origin.ts';
import { answerTexts, leavingTexts } from '#lib/workflow/leaving-texts.ts';
import { ownerOf } from '../../db/stores/endpoint-owner.ts';
import { isVisitor } from '../../db/stores/endpoint-store.ts';
import { resolveFileInputs } from '../files/resolve-file-inputs.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { toolsOf } from '../handler-kit/tools-of.ts';
import { onceOf } from '../runs/once-of.ts';
import { parseRestrictions } from '../workflows/parse-restrictions.ts';
import { originOf } from './origin-of.ts';
import { sessionTurn } from './session-turn.ts';
import { startRun } from './start-run.ts';
import { continueStream } from './stream-run.ts';

export type DeploymentCall = {
  readonly headers: z.output<(typeof runDeployment)['headers']>;
  readonly body: z.output<(typeof runDeployment)['body']>;
  /** Tools that the caller executes itself. */
  readonly callerTools?: CallerTools;
  /** JSON of what it sent, for clients that read it again. */
  readonly callerMessages?: string | undefined;
  /** How often its client has sent the request before, where the client counts that. */
  readonly repeats?: number | undefined;
  /** The caller reads the outcome of a run that is started as a stream, and sends none. */
  readonly withoutStream?: true;
  /** The interface that the caller used. */
  readonly surface: Surface;
};

/** Starts a run of a published workflow for the holder of its key, or continues the stream of one. */
export async function startDeployment(call: DeploymentCall, context: HandlerContext) {
  const { headers, body } = call;
  const { endpoint } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const { mode } = body;
  const continued = call.withoutStream ? undefined : await continueStream(headers, { mode, events: endpoint.events }, context);
  if (continued) return continued;
  const { run, texts, once } = await deploymentRun(call, context);
  return startRun(run, { ask: { mode, events: endpoint.events, texts }, once }, context);
}

/** The run that a caller of a published workflow asks for. */
export async function deploymentRun(
  { headers, body, callerTools, callerMessages, repeats, surface }: DeploymentCall,
  context: HandlerContext,
) {
  const { deps, endpoint } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const { slug, version, workspaceId, workflowId, documentHash, keyId, hasBudget } = endpoint;
  const owner = ownerOf(endpoint);
  const { user, sessionId, afterRunId } = body;
  const restrictions = parseRestrictions(body, endpoint, body.toolNames ? await toolsOf(deps, workspaceId) : deps.tools);
  const workflow = await deps.publishing.frozen.get(documentHash);
  const forWhom = { ...(user !== undefined && { user }), ...(sessionId !== undefined && { sessionId }) };
  const deployment = {
    slug,
    version,
    owner,
    ...forWhom,
    ...restrictions,
    ...(callerTools && { callerTools }),
  };
  const inputs = await resolveFileInputs(workflow, body.inputs, context);
  const session = await sessionTurn({ sessionId, afterRunId }, { partner: { slug, user, owner }, workflow, inputs }, context);
  const run: StartRun = {
    workspaceId,
    workflow,
    workflowId,
    inputs,
    mode: 'deployed',
    deployment,
    origin: originOf(context, surface),
    ...(session && { session }),
    ...(callerMessages !== undefined && { callerMessages }),
    ...(hasBudget && { keyId }),
  };
  const once = onceOf(headers, {
    scope: owner.kind === 'endpoint' ? `run/${slug}` : `run/${slug}/${keyId}`,
    body: context.form?.fingerprint ?? (callerTools ? { ...body, callerTools } : body),
    repeats: repeats === undefined ? undefined : { count: repeats, keyId },
  });
  return { run, texts: (isVisitor(context.endpoint) ? answerTexts : leavingTexts)(workflow), once };
}
