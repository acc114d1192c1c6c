import { z } from 'zod';
import { effectsOf, type NodeRegistry } from '../../node-kit/define-node.ts';
import type { AnyToolDefinition, ToolRegistry } from '../../tools/define-tool.ts';
import { workflowToolId } from '../../tools/workflow-tool-id.ts';
import { readCalled, readToolWorkflows } from '../called-workflows.ts';
import { outputsJsonSchema } from '../infer-schemas.ts';
import { definitionOf } from '../node-ports.ts';
import { inputsJsonSchema, readStartInputs } from '../start-inputs.ts';
import type { Workflow } from '../workflow.ts';

/** Of one call. Time in which the called workflow waits for people does not count. */
const TIMEOUT_MS = 3_600_000;

/**
 * A published workflow as a tool: the inputs of its start are the arguments, the outputs of its end the data.
 * If the workflow may write, a call needs an approval, which can be remembered for the run.
 */
export function workflowTool(slug: string, workflow: Workflow, registry: NodeRegistry): AnyToolDefinition {
  const start = workflow.nodes.find(({ type }) => type === 'start');
  const inputs = readStartInputs(start?.config.inputs ?? []).data ?? [];
  const effects = mayWrite(workflow, registry) ? 'write' : 'read';
  let outputSchema: AnyToolDefinition['outputSchema'];
  return {
    id: workflowToolId(slug),
    title: workflow.name,
    description: [
      `Runs the workflow ${JSON.stringify(workflow.name)} and returns its outputs.`,
      workflow.description.slice(0, MAX_DESCRIPTION_CHARS),
    ]
      .filter(Boolean)
      .join(' '),
    group: 'published',
    input: z.strictObject({}),
    inputSchema: inputsJsonSchema({ inputs }),
    output: z.unknown(),
    get outputSchema() {
      outputSchema ??= outputsJsonSchema(workflow, registry);
      return outputSchema;
    },
    risk: effects === 'write' ? 'medium' : 'low',
    scope: 'workspace',
    cost: 'high',
    effects,
    // Its nodes have effects of their own, which are in the ledger.
    isRepeatable: true,
    // What its nodes reach is listed with the workflow itself.
    reaches: ['workflows'],
    describe: () => `Run the workflow ${workflow.name}`,
    timeoutMs: TIMEOUT_MS,
  };
}

const MAX_DESCRIPTION_CHARS = 2000;

/** The recursion ends: inlined workflows are nested in the JSON of the document. */
function mayWrite(workflow: Workflow, registry: NodeRegistry): boolean {
  return workflow.nodes.some((node) => {
    const called = readCalled(node, workflow, registry);
    if (called) return mayWrite(called, registry);
    const definition = definitionOf(node, registry);
    return definition === undefined || effectsOf(definition, node.config) === 'write';
  });
}

const known = new WeakMap<Workflow, { readonly registry: NodeRegistry; readonly tools: ToolRegistry }>();

/** The workflows that are inlined in a document as tools, by id. Cached per document. */
export function workflowToolsIn(workflow: Workflow, registry: NodeRegistry): ToolRegistry {
  const found = known.get(workflow);
  if (found?.registry === registry) return found.tools;
  const tools = Object.fromEntries(
    [...readToolWorkflows(workflow, registry)].map(([slug, { document }]) => {
      const tool = workflowTool(slug, document, registry);
      return [tool.id, tool];
    }),
  );
  known.set(workflow, { registry, tools });
  return tools;
}
