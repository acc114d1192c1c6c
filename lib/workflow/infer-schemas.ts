import { hasTags } from '../expression/has-tags.ts';
import { celTagBegin } from '../expression/tag-end.ts';
import { templateReferences } from '../expression/template-references.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { schemaOfLiteral } from '../json/schema-types.ts';
import type { AnyNodeDefinition, NodeRegistry, PortInference, PortMap } from '../node-kit/define-node.ts';
import { RESPONSE_PORT } from '../run/run-response.ts';
import type { ToolRegistry } from '../tools/define-tool.ts';
import { findTool, outputSchemaOf } from '../tools/tool-catalogue.ts';
import { readCalled } from './called-workflows.ts';
import { buildGraph, type WorkflowGraph } from './graph.ts';
import { definitionOf, ERROR_PORT, portsOf } from './node-ports.ts';
import { isSingleTag, onlyReference } from './only-reference.ts';
import { analysePresence, type Presence } from './presence.ts';
import { findInSchema, unionOf } from './schema-path.ts';
import type { SessionSettings } from './session-settings.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/** Static types of the values in a workflow. */
export type InferredSchemas = {
  /** Output ports of a node without `error`; undefined if its type or config does not define them. */
  portsOf(nodeId: NodeId): PortMap | undefined;
  /** Schema of `{{nodeId}}` for any port that fired; `{}` if unknown. */
  valueOf(nodeId: NodeId): JsonSchema;
  /** Schema of `{{nodeId}}` as seen by `reader`: only ports that can have fired before it. */
  valueSeenBy(reader: NodeId, nodeId: NodeId): JsonSchema;
  /**
   * Schema of a value in the config of `reader`: the type of a literal, or that of the reference in
   * a string that is exactly one `{{…}}`; `{}` if unknown.
   */
  schemaOf(reader: NodeId, value: unknown): JsonSchema;
  /** Schema of the value that the node had in the last run; undefined if unknown. A hint, not a rule. */
  learntOf(nodeId: NodeId): JsonSchema | undefined;
  readonly graph: WorkflowGraph;
  readonly presence: Presence;
  /** What the workflow declares of its sessions. */
  readonly session: SessionSettings;
};

/** The type of what an expression gives, by those of the values it reads. `schemaOfCel`, where its parser is loaded. */
export type CelSchema = (source: string, readValue: (root: string) => JsonSchema) => JsonSchema;

const UNKNOWN: CelSchema = () => ({});

export type KnownSchemas = {
  /** @defaultValue no tools */
  readonly tools?: ToolRegistry | undefined;
  readonly learnt?: LearntSchemas | undefined;
  /** @defaultValue the results of expressions have no type */
  readonly celSchema?: CelSchema | undefined;
};

/** Schemas of the values of nodes in the last run, by node id. */
export type LearntSchemas = Readonly<Record<NodeId, JsonSchema>>;

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    nodeId: { type: 'string' },
    path: { type: 'string' },
    hint: { type: 'string' },
    attempts: { type: 'integer' },
  },
  required: ['code', 'message', 'attempts'],
  additionalProperties: false,
};

/**
 * Infers the schema of each node's value from those before it. Accepts any parsed workflow,
 * including invalid ones.
 */
export function inferSchemas(
  workflow: Workflow,
  registry: NodeRegistry,
  { tools = {}, learnt = {}, celSchema = UNKNOWN }: KnownSchemas = {},
): InferredSchemas {
  const graph = buildGraph(workflow);
  const names = new Map<NodeId, readonly string[]>();
  for (const [id, node] of graph.nodes) names.set(id, exitsOf(node, definitionOf(node, registry), graph));
  const presence = analysePresence(graph, (id) => names.get(id) ?? []);
  const ports = new Map<NodeId, PortMap | undefined>();
  const valueAt = (nodeId: NodeId, exits: readonly string[]): JsonSchema => {
    const node = graph.nodes.get(nodeId);
    const own = ports.get(nodeId);
    if (!node || !own) return {};
    return unionOf([...exits.map((port) => portSchema(own, port)), ...continuedValue(node)]);
  };
  const valueSeenBy = (reader: NodeId, nodeId: NodeId) => valueAt(nodeId, presence.portsSeenBy(reader, nodeId));
  for (const id of graph.order)
    ports.set(id, inferPorts(id, { workflow, graph, registry, tools, celSchema, ports, valueSeenBy }));
  return {
    portsOf: (id) => ports.get(id),
    valueOf: (id) => valueAt(id, names.get(id) ?? []),
    valueSeenBy,
    schemaOf: (reader, value) => schemaOfValue(value, { celSchema, readValue: (root) => valueSeenBy(reader, root) }),
    learntOf: (id) => (Object.hasOwn(learnt, id) ? learnt[id] : undefined),
    graph,
    presence,
    session: workflow.settings.session ?? {},
  };
}

/** Ports of which exactly one fires. Includes the error port if it is connected or the options enable it. */
function exitsOf(node: WorkflowNode, definition: AnyNodeDefinition | undefined, graph: WorkflowGraph): readonly string[] {
  const edges = graph.outgoing(node.id);
  const handles = new Set(edges.map((edge) => edge.sourceHandle));
  const ports = definition && portsOf(definition, node.config);
  // `end` has a response besides its output.
  const own = ports
    ? Object.keys(ports).filter((port) => port !== RESPONSE_PORT)
    : [...handles].filter((handle) => handle !== ERROR_PORT);
  const mayFail = handles.has(ERROR_PORT) || node.options?.onError === 'branch';
  return mayFail ? [...own, ERROR_PORT] : own;
}

function portSchema(ports: PortMap, port: string): JsonSchema {
  return port === ERROR_PORT ? ERROR_SCHEMA : Object.hasOwn(ports, port) ? (ports[port]?.schema ?? {}) : {};
}

function continuedValue({ options }: WorkflowNode): readonly JsonSchema[] {
  const onError = options?.onError;
  return typeof onError === 'object' && onError !== null ? [schemaOfLiteral(onError.continue)] : [];
}

type Inferring = {
  readonly workflow: Workflow;
  readonly graph: WorkflowGraph;
  readonly registry: NodeRegistry;
  readonly tools: ToolRegistry;
  readonly celSchema: CelSchema;
  readonly ports: ReadonlyMap<NodeId, PortMap | undefined>;
  valueSeenBy(reader: NodeId, nodeId: NodeId): JsonSchema;
};

function inferPorts(nodeId: NodeId, inferring: Inferring): PortMap | undefined {
  const { graph, registry, tools, celSchema, ports, valueSeenBy } = inferring;
  const node = graph.nodes.get(nodeId);
  const definition = definitionOf(node, registry);
  if (!node || !definition) return undefined;
  const inputs = graph.incoming(nodeId).map(({ source, sourceHandle }) => {
    const own = ports.get(source);
    return own || sourceHandle === ERROR_PORT ? portSchema(own ?? {}, sourceHandle) : {};
  });
  const input = inputs.length > 0 ? unionOf(inputs) : {};
  const infer: PortInference = {
    input,
    schemaOf: (value) => schemaOfValue(value, { celSchema, readValue: (root) => valueSeenBy(nodeId, root) }),
    toolData: (name) => {
      const tool = findTool(tools, name);
      return tool ? outputSchemaOf(tool) : {};
    },
  };
  const inferred = portsOf(definition, node.config, withCalled(infer, node, inferring));
  if (!inferred || !node.options?.disabled) return inferred;
  return Object.fromEntries(Object.entries(inferred).map(([name, port]) => [name, { ...port, schema: input }]));
}

function withCalled(
  infer: PortInference,
  node: WorkflowNode,
  { workflow, registry, tools, celSchema }: Inferring,
): PortInference {
  const called = readCalled(node, workflow, registry);
  return called ? { ...infer, called: outputsJsonSchema(called, registry, { tools, celSchema }) } : infer;
}

/**
 * Schema of the outputs of a workflow: an object with those of its `end` node. Of several `end` nodes any may run, so
 * each output is optional.
 */
export function outputsJsonSchema(
  workflow: Workflow,
  registry: NodeRegistry,
  known: Omit<KnownSchemas, 'learnt'> = {},
): JsonSchema {
  const ends = workflow.nodes.filter(({ type, parentId }) => type === 'end' && !parentId);
  if (ends.length === 0) return { type: 'object' };
  const inferred = inferSchemas(workflow, registry, known);
  const [first, ...others] = ends.map(({ id }) => inferred.valueOf(id));
  if (first && others.length === 0) return first;
  const properties = new Map<string, JsonSchema[]>();
  for (const schema of [first, ...others])
    for (const [name, property] of Object.entries((schema?.properties ?? {}) as Record<string, JsonSchema>))
      properties.set(name, [...(properties.get(name) ?? []), property]);
  return {
    type: 'object',
    properties: Object.fromEntries([...properties].map(([name, schemas]) => [name, unionOf(schemas)])),
    additionalProperties: false,
  };
}

type Reading = { readonly celSchema: CelSchema; readonly readValue: (root: NodeId) => JsonSchema };

/** Schema of a config value, with the types of its references and expressions. */
function schemaOfValue(value: unknown, reading: Reading): JsonSchema {
  if (typeof value === 'string') return schemaOfText(value, reading);
  if (Array.isArray(value))
    return value.length === 0
      ? { type: 'array' }
      : { type: 'array', items: unionOf(value.map((item) => schemaOfValue(item, reading))) };
  if (value === null || typeof value !== 'object') return schemaOfLiteral(value);
  const properties = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, schemaOfValue(item, reading)]));
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function schemaOfText(source: string, { celSchema, readValue }: Reading): JsonSchema {
  if (!hasTags(source)) return { type: 'string' };
  const begin = celTagBegin(source, 0);
  if (begin !== undefined && isSingleTag(source)) return celSchema(celSource(source, begin), readValue);
  const reference = onlyReference({ mode: 'template', source, ...templateReferences(source) });
  if (!reference) return isSingleTag(source) ? {} : { type: 'string' };
  const found = findInSchema(readValue(reference.root), reference.path);
  return found.kind === 'found' ? found.schema : {};
}

/** The expression of a template that is one tag with CEL. */
function celSource(source: string, begin: number): string {
  const inside = source.slice(begin, -2);
  return inside.endsWith('-') ? inside.slice(0, -1) : inside;
}
