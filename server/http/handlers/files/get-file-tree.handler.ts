import { getFileTree } from '#lib/api/files.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getFileTreeHandler = defineHandler(getFileTree, async ({ query, deps, workspaceId }) => {
  const { store } = deps.files;
  const version = await store.index.version(workspaceId);
  if (version === query.version) return { status: 200, body: { version, folders: null } };
  const tree = await store.tree(workspaceId);
  return { status: 200, body: { version: tree.version, folders: tree.folders } };
});
