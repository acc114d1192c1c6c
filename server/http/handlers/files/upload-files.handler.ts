import { uploadFiles } from '#lib/api/files.contract.ts';
import { callerOwner } from '../../../db/stores/endpoint-owner.ts';
import type { FileRow } from '../../../db/stores/file-rows.ts';
import { givenType } from '../../files/given-type.ts';
import { ownPath } from '../../files/own-path.ts';
import { isForm, receiveFiles } from '../../files/receive-files.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering, toFileResource } from '../../resources/file-resource.ts';

export const uploadFilesHandler = defineHandler(uploadFiles, async ({ query, upload, ...context }) => {
  const { deps, workspaceId, endpoint } = context;
  if (endpoint) await deps.publishing.keyAuthenticator.checkUploadRate(endpoint);
  const source = { owner: callerOwner(endpoint) };
  // With a key nothing is replaced, since revisions are of the workspace.
  const onExisting = endpoint ? 'rename' : query.onExisting;
  const store = async (path: string, file: { content: AsyncIterable<Uint8Array>; mediaType: string }): Promise<FileRow> =>
    (await deps.files.store.write(workspaceId, { ...file, path: ownPath(path, context), source, onExisting })).row;
  const rows: FileRow[] = [];
  await answering(async () => {
    if (!isForm(upload)) {
      rows.push(await store(query.path, { content: upload.bytes, mediaType: givenType(upload.contentType) }));
      return;
    }
    const folder = query.path === '' ? '' : `${query.path}/`;
    let count = 0;
    await receiveFiles(upload, async ({ name, mediaType, content }) => {
      // Small files are stored at the same time; the answer has the order of the form.
      const index = count++;
      rows[index] = await store(folder + name, { content, mediaType: givenType(mediaType) });
    });
  });
  return { status: 201, body: { items: rows.map(toFileResource) } };
});
