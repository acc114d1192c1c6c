import type { RunPlanResource } from '#lib/api/forks.contract.ts';
import type { Terminal } from '../terminal.ts';
import type { StartCall } from './live-run.ts';
import { explainSilence, openServer } from './server-client.ts';

type PlanCall = Pick<StartCall, 'workflow' | 'part'>;
type Where = { readonly server: string | undefined; readonly terminal: Pick<Terminal, 'env'> };

/**
 * The plan of a run up to some nodes. Nothing is stored.
 * @throws {AppError | ApiError} `fork-invalid` for a node that there is not
 */
export async function planPart(call: PlanCall, { server, terminal }: Where): Promise<RunPlanResource> {
  if (server === undefined) return planHere(call);
  const { workflow, part } = call;
  const body = {
    document: workflow,
    ...(part?.until && { until: [...part.until] }),
    ...(part?.skip && { skip: [...part.skip] }),
  };
  return openServer(server, terminal)
    .planDocumentRun({ body })
    .catch((error: unknown) => {
      throw explainSilence(error, { server });
    });
}

async function planHere({ workflow, part }: PlanCall): Promise<RunPlanResource> {
  const [{ readBeginning }, { nodeRegistry }, { toolRegistry }, { makeLocalRunStore }, { systemClock }, { toRunPlan }] =
    await Promise.all([
      import('#engine/run/fork/read-beginning.ts'),
      import('#nodes/registry.gen.ts'),
      import('#tools/registry.gen.ts'),
      import('./local-run-store.ts'),
      import('#server/process/system-clock.ts'),
      import('#server/http/resources/run-plan-resource.ts'),
    ]);
  const reading = { workflow, inputs: {}, nodes: nodeRegistry, tools: toolRegistry, store: makeLocalRunStore(systemClock) };
  const { outline } = await readBeginning({ ...(part && { part }) }, reading);
  return toRunPlan(outline, systemClock.now());
}
