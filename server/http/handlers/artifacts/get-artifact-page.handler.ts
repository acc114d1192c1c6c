import { getArtifactPage } from '#lib/api/artifacts.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { drawSlide } from '#lib/slides/draw-slide.ts';
import { loadArtifact, loadSlides } from '../../artifacts/load-artifact.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getArtifactPageHandler = defineHandler(getArtifactPage, async ({ params, query, ...context }) => {
  const artifact = await loadArtifact({ id: params.id, revision: query.revision }, context);
  const slide = (await loadSlides(artifact, context))[params.index];
  if (!slide) throw new AppError('not-found', `The file ${artifact.row.fileId} has no page ${params.index}.`);
  const svg = Buffer.from(drawSlide(slide));
  return {
    file: {
      name: `${params.index + 1}.svg`,
      mediaType: 'image/svg+xml',
      sizeBytes: svg.byteLength,
      etag: `${artifact.content.sha256}-${params.index}`,
      isInline: true,
      async *read({ start, end }) {
        yield svg.subarray(start, end);
      },
    },
  };
});
