import { replaceFileContent } from '#lib/api/files.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { loadFile } from '../../files/load-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering, toFileResource } from '../../resources/file-resource.ts';

export const replaceFileContentHandler = defineHandler(replaceFileContent, async ({ params, query, ...context }) => {
  const { deps, workspaceId } = context;
  const { path, mediaType, revision } = await loadFile(params.id, context);
  // Before the content is read, which may be large.
  if (query.revision !== undefined && query.revision !== revision)
    throw new AppError('revision-stale', `The file has revision ${revision} by now, not ${query.revision}.`, {
      details: { revision },
    });
  const { row } = await answering(() =>
    deps.files.store.write(workspaceId, {
      path,
      mediaType,
      content: context.upload.bytes,
      onExisting: 'replace',
      ifRevision: query.revision ?? revision,
    }),
  );
  return { status: 200, body: toFileResource(row) };
});
