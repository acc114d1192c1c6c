/**
 * What a node may use and reach, as far as its config says. Values are those of the document: names,
 * addresses, lists of them, or templates.
 */
export type NodeReach = {
  /** Names of models; `default` is that of the workflow or the server. */
  readonly models?: unknown;
  /** Ids or aliases of tools that its models may call. */
  readonly tools?: unknown;
  /** Tools that it calls itself, or that its models call with arguments that are fixed. */
  readonly calls?: readonly {
    readonly tool: unknown;
    readonly parameters: unknown;
    /** Each call asks a person, whatever the policy of the tool. */
    readonly asks?: true;
  }[];
  readonly agents?: unknown;
  /** Agents that may be given tasks with the tool `sub-agent`; every built-in worker when there are none. */
  readonly delegates?: unknown;
  /** LangGraph graphs of the administrator's modules. */
  readonly graphs?: unknown;
  /** Addresses that it requests, or paths of files. One that is a template may be any. */
  readonly urls?: unknown;
  /** Patterns of hosts that it was granted. */
  readonly hosts?: unknown;
  /** Values of the server that it was granted, by name. */
  readonly secrets?: unknown;
  /** Slots whose credentials it sends. */
  readonly credentials?: unknown;
  /** Knowledge bases that it writes to. Those it searches are tools. */
  readonly knowledge?: unknown;
  /** Skills that may become active; `*` is every one. */
  readonly skills?: unknown;
  readonly usesFiles?: boolean;
  /** Reads or writes the values that the workspace keeps between runs. */
  readonly usesStore?: boolean;
  readonly runsCode?: boolean;
  readonly asksPeople?: boolean;
};

/** What calls of a tool may reach; `url`: the host of its argument of that name. */
export type ToolReach = 'url' | 'search' | 'files' | 'code' | 'agents' | 'commands' | 'mcp' | 'modules' | 'workflows';
