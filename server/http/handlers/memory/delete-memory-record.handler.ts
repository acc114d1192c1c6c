import { deleteMemoryRecord } from '#lib/api/memory.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { recordNotFound } from '../../resources/memory-resource.ts';

export const deleteMemoryRecordHandler = defineHandler(
  deleteMemoryRecord,
  async ({ params: { recordId }, deps, workspaceId }) => {
    if (await deps.memory.service.records.remove(workspaceId, recordId)) return { status: 204 };
    throw recordNotFound(recordId);
  },
);
