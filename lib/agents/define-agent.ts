/** A model with its own instructions, tools and budget that executes delegated tasks. Plain data. */
export type AgentSpec<Id extends string = string> = {
  /** Id for models and documents. */
  readonly id: Id;
  readonly title: string;
  /** For the delegating model: what the agent can do and when to use it. */
  readonly description: string;
  readonly kind: 'orchestrator' | 'worker';
  /** `default`, a model of the config, or `provider/model`. */
  readonly model: string;
  /** Tool sets that it may use. */
  readonly toolPackKeys: readonly ToolPackKey[];
  /** Role and method. Follows the instructions that all agents share. */
  readonly instructions: string;
  /** Limits of one task. */
  readonly limits: AgentLimits;
};
export type AgentRegistry = Readonly<Record<string, AgentSpec>>;

/** The agents that a task may be delegated to. */
export function workersOf(agents: AgentRegistry): AgentSpec[] {
  return Object.values(agents).filter(({ kind }) => kind === 'worker');
}

export type AgentLimits = {
  /** Maximum number of model calls. */
  readonly maxSteps: number;
  readonly maxToolCalls: number;
};

/** Tools by purpose. */
const toolPacks = {
  'worker-time': ['time-now'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ToolPackKey = keyof typeof toolPacks;

/** Ids of the tools that an agent may use. */
export function toolsOf({ toolPackKeys }: Pick<AgentSpec, 'toolPackKeys'>): string[] {
  return [...new Set<string>(toolPackKeys.flatMap((key) => [...toolPacks[key]]))];
}

/** An agent as data, in `agents/<id>.agent.ts`; the registry is generated. */
export function defineAgent<const Id extends string>(agent: AgentSpec<Id>): AgentSpec<Id> {
  return agent;
}
