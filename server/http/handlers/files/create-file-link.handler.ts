import { createFileLink } from '#lib/api/files.contract.ts';
import { loadFile } from '../../files/load-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const createFileLinkHandler = defineHandler(createFileLink, async ({ params, body, ...context }) => {
  const { deps, workspaceId } = context;
  const { fileId, revision } = await loadFile(params.id, context);
  const expiresAtMs = deps.clock.now() + body.expiresInS * 1000;
  const token = deps.files.links.sign({ workspaceId, fileId, revision }, expiresAtMs);
  return { status: 201, body: { url: `/api/v1/links/${token}`, expiresAt: new Date(expiresAtMs).toISOString() } };
});
