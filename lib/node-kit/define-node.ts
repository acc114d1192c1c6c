import { z } from 'zod';
import type { JsonSchema } from '../workflow/json-schema.ts';

/**
 * How the strings of a config field are read. Where a field says nothing, a string is a template: `{{node.field}}` in it is replaced,
 * and a string that is exactly one `{{…}}` keeps the value's type. `text` is a template that always gives text: what a field gets by
 * itself when it takes nothing else.
 */
export type FieldExpression = 'template' | 'text' | 'cel' | 'literal';

/** How the inspector draws a field; everything else comes from the schema itself. */
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
    | 'inputs'
    | 'cases';
  readonly group?: string;
  readonly placeholder?: string;
  /** Show the field only while another field of the same config holds one of these values. */
  readonly visibleWhen?: Readonly<Record<string, readonly (string | number | boolean)[]>>;
};

/** What a field, or each item of a list, is the name of. */
export type FieldReference = 'tool' | 'worker' | 'workflow' | 'version';

declare module 'zod' {
  interface GlobalMeta {
    expression?: FieldExpression;
    refersTo?: FieldReference;
    ui?: FieldUi;
  }
}

export type Port = {
  readonly title: string;
  /** What the port carries. */
  readonly schema: JsonSchema;
};
export type PortMap = Readonly<Record<string, Port>>;

/** What a definition may ask about the values in its config and at its input, when it says what it gives. */
export type PortInference = {
  /** Schema of a config value: of a literal its type, of a string that is exactly one `{{…}}` the schema of what it names. */
  schemaOf(value: unknown): JsonSchema;
  /** Schema of the value at the live input; `{}` when unknown. */
  readonly input: JsonSchema;
  /** Schema of the data that a tool of this id or alias gives; `{}` when unknown. Missing where nobody knows the tools. */
  toolData?(name: string): JsonSchema;
  /** Schema of what the workflow gives that the node calls; missing where it is not known. */
  readonly called?: JsonSchema;
};

export type NodeEffects = 'none' | 'read' | 'write';

/** Upgrades a stored config to the version that is its key. Pure; takes any JSON object without throwing. */
export type ConfigMigration = (config: Record<string, unknown>) => Record<string, unknown>;

export type NodeExample<Config> = {
  readonly title: string;
  readonly config: Config;
  /** Values of the nodes that the config refers to, by node id. */
  readonly scope?: Readonly<Record<string, unknown>>;
  /** Value at the input port. */
  readonly input?: unknown;
  /** The run's inputs, for `start`. */
  readonly runInputs?: Readonly<Record<string, unknown>>;
  /** What fires, by port. Left out where the answer comes from outside. */
  readonly fires?: Readonly<Record<string, unknown>>;
};

export type NodeDefinition<Id extends string = string, Config extends z.ZodObject = z.ZodObject> = {
  readonly id: Id;
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  /** Name of a lucide icon, kebab-case. */
  readonly icon: string;
  readonly category: 'flow' | 'model' | 'tool' | 'data' | 'control' | 'human';
  readonly config: Config;
  /** Names of the input ports. @defaultValue ['in']; `start` has none. */
  readonly inputs: readonly string[];
  /** The ports that may fire, `error` aside (every node has it). */
  readonly outputs: PortMap | ((config: z.output<Config>, infer: PortInference) => PortMap);
  /**
   * `none`: the same inputs give the same value and nothing outside is touched, so it may be fused and recomputed.
   * `read`: looks at the outside (a model call too). `write`: changes it.
   */
  readonly effects: NodeEffects | ((config: z.output<Config>) => NodeEffects);
  /** Other nodes may lie in it, by their `parentId`; its executor runs them as its body. @defaultValue false */
  readonly isContainer?: boolean;
  readonly migrations: Readonly<Record<number, ConfigMigration>>;
  readonly examples: readonly NodeExample<z.input<Config>>[];
  /** Markdown for the node's page in the guide. */
  readonly docs: string;
};
// biome-ignore lint/suspicious/noExplicitAny: a definition of any config; `loadConfig` gives the parsed one
export type AnyNodeDefinition = NodeDefinition<string, any>;
export type NodeRegistry = Readonly<Record<string, AnyNodeDefinition>>;
export type ConfigOf<Node extends AnyNodeDefinition> = z.output<Node['config']>;

type NodeInput<Id extends string, Config extends z.ZodObject> = Omit<
  NodeDefinition<Id, Config>,
  'inputs' | 'migrations' | 'examples'
> &
  Partial<Pick<NodeDefinition<Id, Config>, 'inputs' | 'migrations'>> & {
    readonly examples: readonly [NodeExample<z.input<Config>>, ...NodeExample<z.input<Config>>[]];
  };

/** A node type as data. Its executor lies in `engine/executors/<id>.executor.ts`; both registries are generated. */
export function defineNode<const Id extends string, Config extends z.ZodObject>(
  node: NodeInput<Id, Config>,
): NodeDefinition<Id, Config> {
  return { inputs: ['in'], migrations: {}, ...node };
}

/** A port that carries what a zod schema describes. */
export function port(title: string, schema: z.ZodType): Port {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return { title, schema: jsonSchema };
}

export function effectsOf(node: AnyNodeDefinition, config: unknown): NodeEffects {
  return typeof node.effects === 'function' ? node.effects(config) : node.effects;
}
