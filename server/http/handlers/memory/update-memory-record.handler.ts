import { updateMemoryRecord } from '#lib/api/memory.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { recordNotFound, toMemoryRecord } from '../../resources/memory-resource.ts';

export const updateMemoryRecordHandler = defineHandler(
  updateMemoryRecord,
  async ({ params: { recordId }, body, deps, workspaceId }) => {
    const record = await deps.memory.service.change(workspaceId, recordId, body.text);
    if (!record) throw recordNotFound(recordId);
    return { status: 200, body: toMemoryRecord(record) };
  },
);
