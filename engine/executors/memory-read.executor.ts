import { writeRecords } from '#lib/interaction/long-term-memory.ts';
import memoryRead from '#nodes/memory-read/memory-read.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { meterOf } from '../contract/model-meter.ts';

export default defineExecutor(memoryRead, async ({ config: { scope, query, limit }, context }) => {
  if (scope === 'run') return { out: context.memory() };
  const { tools, workspaceId, runId, signal, language } = context;
  const records =
    (await tools.userMemory?.recall({ workspaceId, runId }, { query, limit }, { signal, meter: meterOf(context) })) ?? [];
  return { out: { text: writeRecords(records, language), records } };
});
