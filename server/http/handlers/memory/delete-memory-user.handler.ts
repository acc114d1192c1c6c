import { deleteMemoryUser } from '#lib/api/memory.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireMemoryUser } from '../../resources/memory-resource.ts';

export const deleteMemoryUserHandler = defineHandler(deleteMemoryUser, async ({ params: { userId }, deps, workspaceId }) => {
  const { service } = deps.memory;
  await requireMemoryUser(service, workspaceId, userId);
  await service.users.remove(workspaceId, userId);
  return { status: 204 };
});
