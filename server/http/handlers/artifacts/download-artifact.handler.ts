import { downloadArtifact } from '#lib/api/artifacts.contract.ts';
import { loadFile, toFileAnswer } from '../../files/load-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const downloadArtifactHandler = defineHandler(downloadArtifact, async ({ params, query, ...context }) => {
  return toFileAnswer(await loadFile(params.id, context), { isInline: false, revision: query.revision }, context);
});
