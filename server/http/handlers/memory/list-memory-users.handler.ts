import { listMemoryUsers } from '#lib/api/memory.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { pageAfter, readOffset } from '../../protocol/offset-cursor.ts';
import { toListedMemoryUser } from '../../resources/memory-resource.ts';

export const listMemoryUsersHandler = defineHandler(listMemoryUsers, async ({ query, deps, workspaceId }) => {
  const { search, limit, cursor } = query;
  const offset = readOffset(cursor);
  const rows = await deps.memory.service.users.list(workspaceId, { search, limit: limit + 1, offset });
  return { status: 200, body: pageAfter(rows, { limit, offset, item: toListedMemoryUser }) };
});
