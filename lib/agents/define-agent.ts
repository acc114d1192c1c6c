/** Who does a task for somebody: a model with its own instructions, tools and budget. Plain data (spec AG-1). */
export type AgentSpec<Id extends string = string> = {
  /** As models and documents name it. */
  readonly id: Id;
  readonly title: string;
  /** For whoever delegates: what it can do and when to ask it. */
  readonly description: string;
  readonly kind: 'orchestrator' | 'worker';
  /** `default`, a model of the config, or `provider/model`. */
  readonly model: string;
  /** Which sets of tools it may use. */
  readonly toolPackKeys: readonly ToolPackKey[];
  /** Who it is and how it works; what all agents of its kind are told stands before. */
  readonly instructions: string;
  /** What one task may take at most. */
  readonly limits: AgentLimits;
};
export type AgentRegistry = Readonly<Record<string, AgentSpec>>;

/** The agents that a task may be given to. */
export function workersOf(agents: AgentRegistry): AgentSpec[] {
  return Object.values(agents).filter(({ kind }) => kind === 'worker');
}

export type AgentLimits = {
  /** Model calls. */
  readonly maxSteps: number;
  readonly maxToolCalls: number;
};

/** Tools that belong together, by what they are for (spec TL-2). */
const toolPacks = {
  'worker-time': ['time-now'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ToolPackKey = keyof typeof toolPacks;

/** Ids of the tools an agent may use. */
export function toolsOf({ toolPackKeys }: Pick<AgentSpec, 'toolPackKeys'>): string[] {
  return [...new Set<string>(toolPackKeys.flatMap((key) => [...toolPacks[key]]))];
}

/** An agent as data, in `agents/<id>.agent.ts`; the registry is generated. */
export function defineAgent<const Id extends string>(agent: AgentSpec<Id>): AgentSpec<Id> {
  return agent;
}
