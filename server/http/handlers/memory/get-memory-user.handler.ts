import { getMemoryUser } from '#lib/api/memory.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireMemoryUser, toMemoryRecord, toMemoryUser } from '../../resources/memory-resource.ts';

export const getMemoryUserHandler = defineHandler(getMemoryUser, async ({ params: { userId }, query, deps, workspaceId }) => {
  const { service } = deps.memory;
  const user = await requireMemoryUser(service, workspaceId, userId);
  const records = await service.search({ workspaceId, userId }, query.query);
  return { status: 200, body: { ...toMemoryUser(user), records: records.map(toMemoryRecord) } };
});
