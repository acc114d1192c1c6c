import { measureKnowledge } from '#lib/api/knowledge-questions.contract.ts';
import { measureBase } from '../../../knowledge/measure-base.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answeringKnowledge, requireBase } from '../../resources/knowledge-resource.ts';

/** For all questions together. */
const MEASURE_TIMEOUT_MS = 600_000;

export const measureKnowledgeHandler = defineHandler(measureKnowledge, async ({ params: { name }, body, deps, workspaceId }) => {
  const { service } = deps.knowledge;
  const { baseId } = await requireBase(service, workspaceId, name);
  const signal = AbortSignal.timeout(MEASURE_TIMEOUT_MS);
  const meter = deps.meters({ workspaceId, runId: undefined });
  const measured = await answeringKnowledge(() =>
    measureBase(service, { mode: body.mode, limit: body.limit, workspaceId, baseId, name, clock: deps.clock, signal, meter }),
  );
  return { status: 200, body: measured };
});
