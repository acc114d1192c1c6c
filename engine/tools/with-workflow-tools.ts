import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ToolHandler } from '../contract/define-tool-handler.ts';
import { extendToolKit } from '../contract/extend-tool-kit.ts';
import type { ToolKit } from '../contract/tool-kit.ts';
import type { PlannedWorkflowTool, PlannedWorkflowTools } from '../plan/plan-node.ts';

const kits = new WeakMap<PlannedWorkflowTools, { readonly base: ToolKit; readonly kit: ToolKit }>();

/** The kit with the workflows that a document contains as tools. Cheap: kept until one of both changes. */
export function withWorkflowTools(base: ToolKit, tools: PlannedWorkflowTools | undefined): ToolKit {
  if (!tools) return base;
  const known = kits.get(tools);
  if (known?.base === base) return known.kit;
  const planned = Object.entries(tools);
  const kit = extendToolKit(base, {
    definitions: Object.fromEntries(planned.map(([id, { definition }]) => [id, definition])),
    handlers: Object.fromEntries(
      planned.map(([id, tool]) => [id, async () => ({ default: handlerOf(tool) as ToolHandler<never> })]),
    ),
  });
  kits.set(tools, { base, kit });
  return kit;
}

function handlerOf({ definition, slug }: PlannedWorkflowTool): ToolHandler<Readonly<Record<string, unknown>>> {
  return async ({ input, context }) => {
    const { idempotencyKey, signal } = context;
    const outcome = await context.callWorkflow({ tool: definition.id, key: idempotencyKey, inputs: input, signal });
    if (outcome.status === 'succeeded')
      return { data: outcome.value ?? null, summary: `The workflow ${definition.title} has run` };
    signal.throwIfAborted();
    if (outcome.status === 'cancelled') throw new NodeFailure('tool-failed', `The workflow ${slug} was stopped`);
    const { code, message, nodeId, hint } = outcome.error;
    throw new NodeFailure('tool-failed', `The workflow ${slug} failed at ${nodeId ?? 'a node'}: ${message} (${code})`, {
      ...(hint !== undefined && { hint }),
    });
  };
}
