import { addMemoryRecord } from '#lib/api/memory.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { memoryUserNotFound, requireMemoryUser, toMemoryRecord } from '../../resources/memory-resource.ts';

export const addMemoryRecordHandler = defineHandler(addMemoryRecord, async ({ params: { userId }, body, deps, workspaceId }) => {
  const { service } = deps.memory;
  await requireMemoryUser(service, workspaceId, userId);
  const added = await service.add({ workspaceId, userId }, body.text);
  if (!added) throw memoryUserNotFound(userId);
  return { status: 201, body: toMemoryRecord(added) };
});
