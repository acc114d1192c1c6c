import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { type CallerTool, type CallerTools, callerToolId } from '#lib/run/caller-tools.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { jsonSchemaInput, jsonSchemaOutput } from '#lib/tools/json-schema-input.ts';
import { callerToolNodes } from '#lib/workflow/caller-tool-nodes.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { CallerKit } from '../contract/caller-kit.ts';
import type { ToolHandler } from '../contract/define-tool-handler.ts';
import { SuspendedError } from '../contract/suspended-error.ts';

/** How long a run waits for the results of its caller, in milliseconds: one day. */
const RESULT_WITHIN_MS = 24 * 60 * 60 * 1000;
/** The handler only asks. */
const TIMEOUT_MS = 60_000;

/** Tools that are executed by the caller of a run, for the nodes whose models may call them. */
export function callerKit({ tools, choice }: CallerTools, workflow: Workflow): CallerKit {
  const definitions = Object.fromEntries(tools.map((tool) => [callerToolId(tool.name), definitionOf(tool)]));
  const handlers = Object.fromEntries(Object.keys(definitions).map((id) => [id, async () => ({ default: handlerOf(id) })]));
  const must = typeof choice === 'object' ? callerToolId(choice.name) : choice === 'required';
  return { nodeIds: callerToolNodes(workflow), definitions, handlers, must };
}

function definitionOf({ name, description, parameters }: CallerTool): AnyToolDefinition {
  return {
    id: callerToolId(name),
    title: name,
    description,
    group: 'services',
    input: jsonSchemaInput(parameters as JsonSchema, checkJsonSchema),
    output: jsonSchemaOutput({}),
    risk: 'low',
    scope: 'session',
    effects: 'read',
    isOfCaller: true,
    timeoutMs: TIMEOUT_MS,
  };
}

/** Suspends the node until the caller gives the result. */
function handlerOf(id: string): ToolHandler<never> {
  return async ({ input, context }) => {
    const decision = context.ask({
      key: `caller:${context.idempotencyKey}`,
      kind: 'caller',
      tool: id,
      toolCallId: context.toolCallId,
      args: input,
      description: `The caller executes ${id}`,
      expiresInMs: RESULT_WITHIN_MS,
    });
    if (!decision) throw new SuspendedError();
    if (decision.status === 'confirmed') return { data: decision.args ?? null, summary: 'The caller gave the result' };
    throw new NodeFailure('tool-timed-out', `The caller gave no result of ${id} in time`);
  };
}
