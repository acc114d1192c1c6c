import { openFileLink } from '#lib/api/files.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { toFileAnswer } from '../../files/load-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const openFileLinkHandler = defineHandler(openFileLink, async ({ params, deps, repos, language }) => {
  const link = deps.files.links.open(params.token, deps.clock.now());
  const row = link && (await deps.files.store.index.find(link.workspaceId, { fileId: link.fileId }));
  if (!link || !row) throw new AppError('not-found', 'This address of a file is wrong, has expired, or its file was deleted.');
  return toFileAnswer(
    row,
    { isInline: false, revision: link.revision },
    { deps, repos, language, workspaceId: link.workspaceId },
  );
});
