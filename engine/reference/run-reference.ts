import { NodeFailure } from '#lib/errors/node-failure.ts';
import { compileCel } from '#lib/expression/condition.ts';
import { compileValue } from '#lib/expression/template.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { expressionModes } from '#lib/node-kit/field-expressions.ts';
import { passPath } from '#lib/run/node-path.ts';
import type { NodeEnd } from '#lib/run/run-status.ts';
import { sortEdges } from '#lib/workflow/format-workflow.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import type { BodyOutcome, BodyPassRequest, Executor, ExecutorContext, Fired, LiveInput } from '../executors/define-executor.ts';

export type ReferenceResult = {
  readonly status: NodeEnd;
  readonly fired: Fired;
  readonly attempts: number;
  readonly errorCode?: string;
  readonly errorMessage?: string;
};
type Options = {
  readonly nodes: NodeRegistry;
  readonly executors: Readonly<Record<string, Executor<never>>>;
  readonly context: ExecutorContext;
};

/**
 * docs/semantics.md in code: what each node of a workflow comes to when time does not matter and nothing is cut short, by plain recursion.
 * The engine must agree with it, except for what a failure that nobody handles keeps from starting. Results stand under the path of each node.
 */
export async function runReference(workflow: Workflow, options: Options): Promise<ReadonlyMap<string, ReferenceResult>> {
  const results = new Map<string, ReferenceResult>();
  await new Scope(workflow, options, { results, prefix: '', outer: {}, nodes: membersOf(workflow, undefined) }).run();
  return results;
}

type ScopePlace = {
  readonly results: Map<string, ReferenceResult>;
  /** Before the id of each node in its path. */
  readonly prefix: string;
  /** What its nodes read of the scopes around, and the pass's own variables. */
  readonly outer: Readonly<Record<string, unknown>>;
  readonly nodes: readonly WorkflowNode[];
};

const membersOf = (workflow: Workflow, parentId: string | undefined) =>
  workflow.nodes.filter((node) => node.parentId === parentId);

/** The nodes of the root, or those of one pass of a body. */
class Scope {
  readonly #workflow: Workflow;
  readonly #options: Options;
  readonly #place: ScopePlace;
  readonly #decided = new Map<string, Promise<ReferenceResult>>();

  constructor(workflow: Workflow, options: Options, place: ScopePlace) {
    this.#workflow = workflow;
    this.#options = options;
    this.#place = place;
  }

  /** @returns the error nobody handles, and the value of its sinks where there is none */
  async run(): Promise<BodyOutcome> {
    const { nodes, results, prefix } = this.#place;
    const ended = await Promise.all(nodes.map(async ({ id }) => [id, await this.#decide(id)] as const));
    for (const [id, result] of ended) results.set(prefix + id, result);
    const failed = ended.find(([, { status, fired }]) => status === 'failed' && Object.keys(fired).length === 0);
    if (failed) {
      const [id, { errorCode = 'node-failed', errorMessage = '' }] = failed;
      return { status: 'failed', error: { code: errorCode, message: errorMessage, nodeId: prefix + id } };
    }
    const sinks = ended.filter(([id]) => !this.#workflow.edges.some((edge) => edge.source === id));
    const values = sinks.map(([id, { fired }]) => [id, valueOfFired(fired) ?? null] as const);
    return { status: 'succeeded', value: values.length === 1 ? values[0]?.[1] : Object.fromEntries(values) };
  }

  #decide(id: string): Promise<ReferenceResult> {
    const known = this.#decided.get(id) ?? this.#run(this.#place.nodes.find((node) => node.id === id) as WorkflowNode);
    this.#decided.set(id, known);
    return known;
  }

  async #run(node: WorkflowNode): Promise<ReferenceResult> {
    const { nodes, executors, context } = this.#options;
    const incoming = sortEdges(this.#workflow.edges).filter((edge) => edge.target === node.id);
    const live: LiveInput[] = [];
    for (const { source, sourceHandle } of incoming) {
      const { fired } = await this.#decide(source);
      if (Object.hasOwn(fired, sourceHandle)) live.push({ source, port: sourceHandle, value: fired[sourceHandle] });
    }
    if (incoming.length > 0 && live.length === 0) return { status: 'skipped', fired: {}, attempts: 0 };
    const { pinned, disabled, onError, retry } = node.options ?? {};
    const definition = nodes[node.type] as NodeRegistry[string];
    const passPort = passPortOf(definition, node);
    if (disabled) return { status: 'succeeded', fired: { [passPort]: live[0]?.value ?? null }, attempts: 0 };
    if (pinned !== undefined) return { status: 'succeeded', fired: { [passPort]: pinned }, attempts: 0 };
    const hasErrorEdge = this.#workflow.edges.some((edge) => edge.source === node.id && edge.sourceHandle === 'error');
    const giveUp = (error: { code: string; message: string; attempts: number }): ReferenceResult => {
      const { code: errorCode, message: errorMessage, attempts } = error;
      if (hasErrorEdge || onError === 'branch') return { status: 'failed', fired: { error }, attempts, errorCode };
      if (typeof onError === 'object') return { status: 'succeeded', fired: { [passPort]: onError.continue }, attempts };
      return { status: 'failed', fired: {}, attempts, errorCode, errorMessage };
    };
    const scope = await this.#scopeOf(node.id);
    let config: never;
    try {
      config = definition.config.parse(compileValue(node.config, expressionModes(definition)).evaluate(scope)) as never;
    } catch (error) {
      return giveUp({ ...errorOf(error, 'config-invalid'), attempts: 1 });
    }
    for (let attempt = 1; ; attempt++) {
      try {
        const call: ExecutorContext = {
          ...context,
          ...{ nodeId: this.#place.prefix + node.id, attempt, live },
          evaluate: (source, more) => compileCel(source).evaluate({ ...scope, ...more }),
          runBody: (pass) => this.#runPass(node.id, { pass, attempt, scope }),
        };
        const fired = await (executors[node.type] as Executor<never>)({ config, context: call });
        return { status: 'succeeded', fired, attempts: attempt };
      } catch (error) {
        const isRetryable = retry?.on === 'all' || (NodeFailure.is(error) && error.isRetryable);
        if (retry && attempt < retry.attempts && isRetryable) continue;
        return giveUp({ ...errorOf(error, 'node-failed'), attempts: attempt });
      }
    }
  }

  async #runPass(
    containerId: string,
    { pass, attempt, scope }: { pass: BodyPassRequest; attempt: number; scope: Readonly<Record<string, unknown>> },
  ): Promise<BodyOutcome> {
    if (pass.signal.aborted) return { status: 'cancelled' };
    const { prefix, results } = this.#place;
    const path = passPath(prefix + containerId, { index: pass.index, attempt });
    const place = {
      results,
      prefix: `${path}/`,
      outer: { ...scope, ...pass.variables },
      nodes: membersOf(this.#workflow, containerId),
    };
    return new Scope(this.#workflow, this.#options, place).run();
  }

  async #scopeOf(nodeId: string): Promise<Record<string, unknown>> {
    const scope: Record<string, unknown> = { ...this.#place.outer };
    for (const id of this.#ancestorsOf(nodeId)) {
      const { fired } = await this.#decide(id);
      const value = valueOfFired(fired);
      if (Object.keys(fired).length > 0) scope[id] = value;
    }
    return scope;
  }

  #ancestorsOf(nodeId: string): Set<string> {
    const found = new Set<string>();
    const visit = (target: string) => {
      for (const { source } of this.#workflow.edges.filter((edge) => edge.target === target)) {
        if (found.has(source)) continue;
        found.add(source);
        visit(source);
      }
    };
    visit(nodeId);
    return found;
  }
}

function passPortOf(definition: NodeRegistry[string], { config }: WorkflowNode): string {
  const { outputs } = definition;
  const ports = Object.keys(typeof outputs === 'function' ? outputs(config, { schemaOf: () => ({}), input: {} }) : outputs);
  return ports.includes('out') ? 'out' : (ports[0] ?? 'out');
}

function valueOfFired(fired: Fired): unknown {
  const ports = Object.keys(fired);
  return fired[ports.length === 1 ? (ports[0] as string) : 'out'];
}

function errorOf(error: unknown, otherwise: string): { code: string; message: string } {
  return { code: (error as { code?: string }).code ?? otherwise, message: (error as Error).message };
}
