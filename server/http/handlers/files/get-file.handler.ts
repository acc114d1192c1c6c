import { getFile } from '#lib/api/files.contract.ts';
import { loadFile } from '../../files/load-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toFileResource } from '../../resources/file-resource.ts';

export const getFileHandler = defineHandler(getFile, async ({ params, ...context }) => {
  return { status: 200, body: toFileResource(await loadFile(params.id, context)) };
});
