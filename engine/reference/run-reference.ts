import { NodeFailure } from '#lib/errors/node-failure.ts';
import { compileCel } from '#lib/expression/condition.ts';
import { compileValue } from '#lib/expression/template.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { expressionModes } from '#lib/node-kit/field-expressions.ts';
import type { NodeEnd } from '#lib/run/run-status.ts';
import { sortEdges } from '#lib/workflow/format-workflow.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import type { Executor, ExecutorContext, Fired, LiveInput } from '../executors/define-executor.ts';

export type ReferenceResult = {
  readonly status: NodeEnd;
  readonly fired: Fired;
  readonly attempts: number;
  readonly errorCode?: string;
};
type Options = {
  readonly nodes: NodeRegistry;
  readonly executors: Readonly<Record<string, Executor<never>>>;
  readonly context: ExecutorContext;
};

/**
 * docs/semantics.md in code: what each node of a workflow comes to when time does not matter and nothing is cut short, by plain recursion.
 * The engine must agree with it, except for what a failure that nobody handles keeps from starting.
 */
export async function runReference(
  workflow: Workflow,
  { nodes, executors, context }: Options,
): Promise<ReadonlyMap<string, ReferenceResult>> {
  const results = new Map<string, Promise<ReferenceResult>>();
  const nodeById = new Map(workflow.nodes.map((node) => [node.id, node]));

  const decide = (id: string): Promise<ReferenceResult> => {
    const known = results.get(id) ?? run(nodeById.get(id) as WorkflowNode);
    results.set(id, known);
    return known;
  };

  async function run(node: WorkflowNode): Promise<ReferenceResult> {
    const incoming = sortEdges(workflow.edges).filter((edge) => edge.target === node.id);
    const live: LiveInput[] = [];
    for (const { source, sourceHandle } of incoming) {
      const { fired } = await decide(source);
      if (Object.hasOwn(fired, sourceHandle)) live.push({ source, port: sourceHandle, value: fired[sourceHandle] });
    }
    if (incoming.length > 0 && live.length === 0) return { status: 'skipped', fired: {}, attempts: 0 };
    const { pinned, disabled, onError, retry } = node.options ?? {};
    const definition = nodes[node.type] as NodeRegistry[string];
    const ports = Object.keys(
      typeof definition.outputs === 'function'
        ? definition.outputs(node.config, { schemaOf: () => ({}), input: {} })
        : definition.outputs,
    );
    const passPort = ports.includes('out') ? 'out' : (ports[0] ?? 'out');
    if (disabled) return { status: 'succeeded', fired: { [passPort]: live[0]?.value ?? null }, attempts: 0 };
    if (pinned !== undefined) return { status: 'succeeded', fired: { [passPort]: pinned }, attempts: 0 };
    const errorPort =
      workflow.edges.some((edge) => edge.source === node.id && edge.sourceHandle === 'error') || onError === 'branch';
    const giveUp = (error: { code: string; message: string; attempts: number }): ReferenceResult => {
      if (errorPort) return { status: 'failed', fired: { error }, attempts: error.attempts, errorCode: error.code };
      if (typeof onError === 'object')
        return { status: 'succeeded', fired: { [passPort]: onError.continue }, attempts: error.attempts };
      return { status: 'failed', fired: {}, attempts: error.attempts, errorCode: error.code };
    };
    const scope: Record<string, unknown> = {};
    for (const id of await ancestorsOf(node.id)) {
      const { fired } = await decide(id);
      const fires = Object.keys(fired);
      if (fires.length > 0) scope[id] = fired[fires.length === 1 ? (fires[0] as string) : 'out'];
    }
    let config: never;
    try {
      config = definition.config.parse(compileValue(node.config, expressionModes(definition)).evaluate(scope)) as never;
    } catch (error) {
      return giveUp({
        code: (error as { code?: string }).code ?? 'config-invalid',
        message: (error as Error).message,
        attempts: 1,
      });
    }
    for (let attempt = 1; ; attempt++) {
      try {
        const call: ExecutorContext = {
          ...context,
          nodeId: node.id,
          attempt,
          live,
          evaluate: (source) => compileCel(source).evaluate(scope),
        };
        const fired = await (executors[node.type] as Executor<never>)({ config, context: call });
        return { status: 'succeeded', fired, attempts: attempt };
      } catch (error) {
        const isRetryable = retry?.on === 'all' || (NodeFailure.is(error) && error.isRetryable);
        if (retry && attempt < retry.attempts && isRetryable) continue;
        return giveUp({
          code: (error as { code?: string }).code ?? 'node-failed',
          message: (error as Error).message,
          attempts: attempt,
        });
      }
    }
  }

  function ancestorsOf(id: string): Set<string> {
    const found = new Set<string>();
    const visit = (target: string) => {
      for (const { source } of workflow.edges.filter((edge) => edge.target === target)) {
        if (found.has(source)) continue;
        found.add(source);
        visit(source);
      }
    };
    visit(id);
    return found;
  }

  const decided = await Promise.all(workflow.nodes.map(async ({ id }) => [id, await decide(id)] as const));
  return new Map(decided);
}
