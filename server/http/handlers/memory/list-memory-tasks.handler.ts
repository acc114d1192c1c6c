import { listMemoryTasks } from '#lib/api/memory.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { pageAfter, readOffset } from '../../protocol/offset-cursor.ts';
import { toMemoryTask } from '../../resources/memory-resource.ts';

export const listMemoryTasksHandler = defineHandler(listMemoryTasks, async ({ query, deps, workspaceId, language }) => {
  const { status, userId, limit, cursor } = query;
  const offset = readOffset(cursor);
  const rows = await deps.memory.service.tasks.list(workspaceId, { status, userId, limit: limit + 1, offset });
  return { status: 200, body: pageAfter(rows, { limit, offset, item: (row) => toMemoryTask(row, language) }) };
});
