import { regenerateArtifact } from '#lib/api/artifacts.contract.ts';
import { reviseSlideInputs, reviseSlideWorkflow } from '#lib/artifacts/revise-slide-workflow.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { parseLayoutName } from '#lib/slides/deck.ts';
import { slideOfPicture } from '#lib/slides/slide-of-picture.ts';
import { ownerOf } from '../../../db/stores/endpoint-owner.ts';
import type { Endpoint } from '../../../db/stores/endpoint-store.ts';
import { loadArtifact, loadSlides } from '../../artifacts/load-artifact.ts';
import type { ApiDependencies } from '../../handler-kit/api-dependencies.ts';
import { levelFor } from '../../handler-kit/authenticate.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { onceOf } from '../../runs/once-of.ts';
import { originOf } from '../../start/origin-of.ts';
import { startRun } from '../../start/start-run.ts';
import { continueStream } from '../../start/stream-run.ts';
import { parseRestrictions } from '../../workflows/parse-restrictions.ts';

export const regenerateArtifactHandler = defineHandler(regenerateArtifact, async ({ params, headers, body, ...context }) => {
  const continued = await continueStream(headers, { mode: body.mode, events: body.events }, context);
  if (continued) return continued;
  const { deps, workspaceId, language } = context;
  const artifact = await loadArtifact({ id: params.id }, context);
  const slides = (await loadSlides(artifact, context)).map((picture) => ({ picture, slide: slideOfPicture(picture) }));
  const wanted = slides[body.pageIndex];
  if (!wanted)
    throw new AppError(
      'not-found',
      `The file ${params.id} has no page ${body.pageIndex}: it has ${slides.length}, counted from 0.`,
    );
  if (!parseLayoutName(wanted.picture.layout))
    throw new AppError('document-unusable', 'Only slides of presentations that were made here can be made again.');
  const { slide } = wanted;
  const ofEndpoint = context.endpoint && (await endpointRun(context.endpoint, body.model, deps));
  const { pageIndex, instructions } = body;
  const titles = slides.map((one) => one.slide.title);
  return startRun(
    {
      workspaceId,
      workflow: reviseSlideWorkflow({ slide }, { language, model: body.model }),
      inputs: reviseSlideInputs({ artifactId: artifact.row.fileId, pageIndex, slide, instructions, titles }),
      mode: 'draft',
      origin: originOf(context),
      ...ofEndpoint,
    },
    {
      ask: { mode: body.mode, events: levelFor(context, body.events) },
      once: onceOf(headers, { scope: `artifact ${params.id}${ofEndpoint ? ` ${ofEndpoint.scope}` : ''}`, body }),
    },
    context,
  );
});

/**
 * With a key it is a run of the endpoint, which its caller may see and stop. @throws {AppError} `rate-limited`;
 * `body-invalid` for a model that the endpoint does not let callers name
 */
async function endpointRun(endpoint: Endpoint, model: string | undefined, deps: ApiDependencies) {
  const { slug, version, workflowId, keyId, hasBudget } = endpoint;
  const owner = ownerOf(endpoint);
  const restrictions = parseRestrictions({ model }, endpoint, deps.tools);
  await deps.publishing.keyAuthenticator.checkRateLimit(endpoint);
  return {
    scope: owner.kind === 'endpoint' ? slug : `${slug} ${keyId}`,
    workflowId,
    mode: 'deployed',
    deployment: { slug, version, owner, ...restrictions },
    ...(hasBudget && { keyId }),
  } as const;
}
