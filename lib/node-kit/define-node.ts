import { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';
import { fillDefaults } from './fill-defaults.ts';
import type { NodeReach } from './node-reach.ts';

/**
 * How strings of a config field are evaluated. Default: a template, in which a string that is
 * exactly one `{{…}}` keeps the type of its value. `text`: a template that always renders text;
 * default for fields that only accept text.
 */
export type FieldExpression = 'template' | 'text' | 'cel' | 'literal';

/** How the inspector renders a field; everything else follows from the schema. */
export type FieldUi = {
  readonly widget?:
    | 'text'
    | 'textarea'
    | 'code'
    | 'select'
    | 'model'
    | 'duration'
    | 'json'
    | 'schema'
    | 'keyValue'
    /** Those of the tool that the node names, as a form. */
    | 'arguments'
    | 'inputs'
    | 'cases'
    | 'rows'
    /** Cron lines, as people say them. */
    | 'schedule'
    | 'timeZone';
  readonly group?: string;
  /** Of a credential: the types that fit. @defaultValue those that are sent with HTTP requests */
  readonly credentialTypes?: readonly string[];
  readonly placeholder?: string;
  /** Shows the field only if another field of the config has one of these values. */
  readonly visibleWhen?: Readonly<Record<string, readonly (string | number | boolean)[]>>;
};

/** What the field, or each item of a list, refers to. */
export type FieldReference =
  | 'tool'
  | 'model'
  | 'worker'
  | 'workflow'
  | 'version'
  | 'credential'
  | 'graph'
  | 'knowledge'
  | 'mcp-server'
  | 'mcp-tool'
  | 'skill';

declare module 'zod' {
  interface GlobalMeta {
    expression?: FieldExpression;
    /** Of a CEL field: it gives any value. @defaultValue a condition, true or false */
    gives?: 'value';
    refersTo?: FieldReference;
    ui?: FieldUi;
  }
}

export type Port = {
  readonly title: string;
  /** Schema of the value of the port. */
  readonly schema: JsonSchema;
};
export type PortMap = Readonly<Record<string, Port>>;

/** Types that a definition can query to infer its outputs. */
export type PortInference = {
  /**
   * Schema of a config value: the type of a literal, or that of the reference in a string that is
   * exactly one `{{…}}`.
   */
  schemaOf(value: unknown): JsonSchema;
  /** Schema of the value at the live input; `{}` if unknown. */
  readonly input: JsonSchema;
  /** Schema of the data of a tool, by id or alias; `{}` if unknown. Missing if the tools are unknown. */
  toolData?(name: string): JsonSchema;
  /** Output schema of the called workflow; missing if unknown. */
  readonly called?: JsonSchema;
};

export type NodeEffects = 'none' | 'read' | 'write';

/**
 * Migrates a stored config to the version that is its key. Pure; accepts any JSON object and never
 * throws.
 */
export type ConfigMigration = (config: Record<string, unknown>) => Record<string, unknown>;

export type NodeDefinition<Id extends string = string, Config extends z.ZodObject = z.ZodObject> = {
  readonly id: Id;
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  /** Name of a lucide icon in kebab-case. */
  readonly icon: string;
  readonly category: 'flow' | 'model' | 'tool' | 'data' | 'control' | 'human';
  readonly config: Config;
  /** Names of the input ports. @defaultValue ['in']; `start` has none. */
  readonly inputs: readonly string[];
  /** Ports that may fire, without `error`, which every node has. */
  readonly outputs: PortMap | ((config: z.output<Config>, infer: PortInference) => PortMap);
  /**
   * `none`: deterministic and without side effects, so it may be fused and recomputed. `read`:
   * reads external state (including model calls). `write`: changes external state.
   */
  readonly effects: NodeEffects | ((config: z.output<Config>) => NodeEffects);
  /**
   * Its effects are those of the tools that it calls: `write` holds only if one of them writes.
   * @defaultValue false
   */
  readonly actsByTools?: boolean;
  /**
   * Models, tools, hosts and so on that it may use, shown before a workflow is published. Every
   * type of the registry has it, `{}` for nothing.
   */
  readonly reaches?: NodeReach | ((config: z.output<Config>) => NodeReach);
  /** The field of the node's value that later nodes read most: suggested first, and filled in by fixes. */
  readonly mainField?: string;
  /** Fields that say how the value came about, such as token usage: suggested last. */
  readonly detailFields?: readonly string[];
  /** The field with the text that it works on: a new node after `start` reads the message of the run. */
  readonly inputField?: string;
  /** Nodes can be placed inside it by `parentId`; its executor runs them as its body. @defaultValue false */
  readonly isContainer?: boolean;
  /**
   * Config of a new node, with empty texts where something is to fill in: structure that ports or the
   * form need, such as the first case of a switch. @defaultValue {}
   */
  readonly initialConfig?: Readonly<Record<string, unknown>>;
  readonly migrations: Readonly<Record<number, ConfigMigration>>;
};
// biome-ignore lint/suspicious/noExplicitAny: a definition of any config; `loadConfig` gives the parsed one
export type AnyNodeDefinition = NodeDefinition<string, any>;
export type NodeRegistry = Readonly<Record<string, AnyNodeDefinition>>;
export type ConfigOf<Node extends AnyNodeDefinition> = z.output<Node['config']>;

type NodeInput<Id extends string, Config extends z.ZodObject> = Omit<NodeDefinition<Id, Config>, 'inputs' | 'migrations'> &
  Partial<Pick<NodeDefinition<Id, Config>, 'inputs' | 'migrations'>>;

/**
 * A node type as data. Its executor is `engine/executors/<id>.executor.ts`, its docs and examples are in
 * `nodes/<id>/<id>.guide.ts`; the registries are generated.
 */
export function defineNode<const Id extends string, Config extends z.ZodObject>(
  node: NodeInput<Id, Config>,
): NodeDefinition<Id, Config> {
  return { inputs: ['in'], migrations: {}, ...node };
}

/** A port with the schema of its value. */
export function port(title: string, schema: z.ZodType): Port {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return { title, schema: jsonSchema };
}

/** @param config as the document has it: fields may be missing or templates */
export function effectsOf(node: AnyNodeDefinition, config: unknown): NodeEffects {
  return typeof node.effects === 'function' ? node.effects(fillDefaults(node.config, config)) : node.effects;
}

/** @param config as the document has it: fields may be missing or templates */
export function reachOf({ reaches = {}, config: schema }: AnyNodeDefinition, config: unknown): NodeReach {
  return typeof reaches === 'function' ? reaches(fillDefaults(schema, config)) : reaches;
}
