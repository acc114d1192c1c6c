import { downloadFile } from '#lib/api/files.contract.ts';
import { loadFile, toFileAnswer } from '../../files/load-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const downloadFileHandler = defineHandler(downloadFile, async ({ params, query, ...context }) => {
  const row = await loadFile(params.id, context);
  return toFileAnswer(row, { isInline: query.disposition === 'inline', revision: query.revision }, context);
});
