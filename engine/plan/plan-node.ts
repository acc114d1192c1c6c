import type { z } from 'zod';
import type { AgentRegistry } from '#lib/agents/agent-spec.ts';
import type { AgentMode } from '#lib/agents/tool-limits.ts';
import type { CredentialSlots } from '#lib/credentials/credential-type.ts';
import { compileCel } from '#lib/expression/condition.ts';
import { compileValue } from '#lib/expression/template.ts';
import type { Language } from '#lib/i18n/language.ts';
import { type AnyNodeDefinition, effectsOf, type NodeEffects } from '#lib/node-kit/define-node.ts';
import { expressionModes } from '#lib/node-kit/field-expressions.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { branchNodeOf } from '#lib/workflow/branch-root.ts';
import { type JoinMode, joinModeOf } from '#lib/workflow/join-mode.ts';
import type { NodeOptions } from '#lib/workflow/node-options.ts';
import { portsOf } from '#lib/workflow/node-ports.ts';
import { SESSION_ROOT, type SessionSettings } from '#lib/workflow/session-settings.ts';
import type { WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';
import type { Executor } from '../contract/define-executor.ts';
import type { Lineage } from './lineage.ts';

export type Scope = Readonly<Record<string, unknown>>;

/** The nodes of a container, sources first. */
export type Body = readonly PlannedNode[];

/** A node prepared to run, with compiled expressions, parsed constant config and its edges. */
export type PlannedNode = {
  readonly id: string;
  readonly type: string;
  readonly definition: AnyNodeDefinition;
  readonly execute: Executor<unknown>;
  readonly effects: NodeEffects;
  readonly options: NodeOptions;
  readonly incoming: readonly WorkflowEdge[];
  readonly outgoing: readonly WorkflowEdge[];
  readonly hasErrorEdge: boolean;
  /** For which of its branches it waits. */
  readonly join: JoinMode;
  /** Joins that stop it when they continue without it, nearest first. */
  readonly races: readonly string[];
  /** Undefined where no join of its scope continues with one branch. */
  readonly lineage: Lineage | undefined;
  /** The container around the node. */
  readonly outer?: PlannedNode;
  /** What its expressions read: ids of nodes, and variables of a body. */
  readonly references: readonly string[];
  /** Nodes of which its expressions read the port that fired. */
  readonly branches: readonly string[];
  /** Its expressions read the session of the run. */
  readonly readsSession: boolean;
  /** Its expressions read the current time. */
  readonly usesMoment: boolean;
  /** The key in the run's results of a node that it reads: inside a body, that of the same iteration. */
  keyOf(name: string): string;
  /** Values of `map` and `loop` in the enclosing iteration. */
  readonly variables: Scope;
  /** The nodes inside, as a pattern for each iteration. */
  readonly body: Body | undefined;
  /** Its body is another workflow. */
  readonly call: PlannedCall | undefined;
  /** Workflows that its document contains as tools, by tool id. @defaultValue none */
  readonly workflowTools?: PlannedWorkflowTools | undefined;
  /** The config a run of this node gets. Parsed once, at compile, when nothing in it depends on the run. */
  configFor(scope: Scope): unknown;
  /** Value of one of its CEL sources. */
  evaluate(source: string, scope: Scope): unknown;
  /** Names of the slots that its tools may use, as its config has them. */
  readonly toolSlots: unknown;
  /** The port a value leaves by when the node itself did not choose one: `out`, or the type's first port. */
  readonly passPort: string;
};

type Surroundings = {
  readonly incoming: readonly WorkflowEdge[];
  readonly outgoing: readonly WorkflowEdge[];
  readonly races: readonly string[];
  readonly lineage: Lineage | undefined;
  /** Whether the workflow has a node of this id. */
  hasNode(id: string): boolean;
  readonly body?: Body;
  readonly call?: PlannedCall;
  readonly workflowTools?: PlannedWorkflowTools | undefined;
};

/** A workflow that models and nodes of a document call as a tool. */
export type PlannedWorkflowTool = {
  readonly slug: string;
  readonly definition: AnyToolDefinition;
  readonly body: Body;
  readonly call: PlannedCall;
};
export type PlannedWorkflowTools = Readonly<Record<string, PlannedWorkflowTool>>;

/** A workflow that a node runs. */
export type PlannedCall = {
  readonly outlets: { readonly kind: 'end' | 'sinks'; readonly nodes: readonly PlannedNode[] };
  readonly defaultModel: string | undefined;
  readonly language: Language | undefined;
  readonly mode: AgentMode | undefined;
  readonly workflowId: string;
  /** As a published version lists it: `wf_7@3`, `wf_7@draft`. */
  readonly key: string;
  readonly session: SessionSettings;
  readonly credentials: CredentialSlots;
  readonly agents: AgentRegistry;
};

export function planNode(
  node: WorkflowNode,
  definition: AnyNodeDefinition,
  execute: Executor<never>,
  { body, call, hasNode, ...around }: Surroundings,
): PlannedNode {
  const options = node.options ?? {};
  const compiled = compileValue(node.config, expressionModes(definition));
  const schema: z.ZodObject = definition.config;
  const constant = compiled.isConstant ? schema.parse(node.config) : undefined;
  const conditions = new Map<string, ReturnType<typeof compileCel>>();
  return {
    id: node.id,
    type: node.type,
    definition,
    execute: execute as Executor<unknown>,
    effects: effectsOf(definition, constant ?? node.config),
    options,
    ...around,
    hasErrorEdge: around.outgoing.some((edge) => edge.sourceHandle === 'error'),
    join: joinModeOf(node),
    references: [...new Set(compiled.references.map((reference) => reference.root))],
    branches: [...new Set(compiled.references.flatMap((reference) => branchNodeOf(reference, hasNode) ?? []))],
    readsSession: !hasNode(SESSION_ROOT) && compiled.references.some(({ root }) => root === SESSION_ROOT),
    usesMoment: compiled.usesMoment,
    toolSlots: node.config.credentials,
    keyOf: (name) => name,
    variables: {},
    body,
    call,
    configFor: compiled.isConstant ? () => constant : (scope) => schema.parse(compiled.evaluate(scope)),
    evaluate(source, scope) {
      const known = conditions.get(source) ?? compileCel(source);
      conditions.set(source, known);
      return known.evaluate(scope);
    },
    passPort: passPortOf(definition, node.config),
  };
}

function passPortOf(definition: AnyNodeDefinition, config: unknown): string {
  const ports = Object.keys(portsOf(definition, config) ?? {});
  return ports.includes('out') ? 'out' : (ports[0] ?? 'out');
}
