import { type AgentRegistry, type AgentSpec, toolIdsOf, workersOf } from '../agents/agent-spec.ts';
import { PROGRAM_TOOL } from '../agents/program.ts';
import { isWithSkills, reachedSkills, SKILL_TOOLS } from '../agents/skill-modes.ts';
import { toolsInOffers } from '../agents/tool-offer.ts';
import { type NodeRegistry, reachOf } from '../node-kit/define-node.ts';
import type { NodeReach } from '../node-kit/node-reach.ts';
import type { AnyToolDefinition, ToolRegistry } from '../tools/define-tool.ts';
import { findTool } from '../tools/tool-catalogue.ts';
import { approvalPolicy, type ToolSetting } from '../tools/tool-policy.ts';
import { agentsIn } from './bundle-agents.ts';
import { callTargetOf, readCalled, readToolWorkflows } from './called-workflows.ts';
import { definitionOf } from './node-ports.ts';
import { workflowToolsIn } from './tools/workflow-tool.ts';
import type { Workflow } from './workflow.ts';
import { writtenPaths } from './written-paths.ts';

/** In a list of hosts: any that the server allows. */
export const ANY_HOST = '*';
/** In a list of servers of tools. */
export const ANY_SERVER = '*';

/** What a workflow may use and reach, with all that it calls. Lists are sorted and hold each value once. */
export type WorkflowReach = {
  readonly models: readonly string[];
  /** Ids of tools, those of its agents included. */
  readonly tools: readonly string[];
  /**
   * What executes those tools, where it is not this build, as `server` of their definitions. `*`, of a version of an
   * earlier build, is any.
   */
  readonly servers: readonly string[];
  readonly agents: readonly string[];
  /** LangGraph graphs of the administrator's modules, which reach whatever the server does. */
  readonly graphs: readonly string[];
  /** Called workflows, as nodes and as tools: `wf_7@3`, `wf_7@draft`. */
  readonly workflows: readonly string[];
  readonly hosts: readonly string[];
  /** Some request takes its host from a value or a model. */
  readonly hasOpenHost: boolean;
  /** Where those requests may go, besides `hosts`; `*` is any host that the server allows. */
  readonly openHosts: readonly string[];
  readonly secrets: readonly string[];
  /** Slots whose credentials it sends. */
  readonly credentials: readonly string[];
  /** Knowledge bases that it writes to. */
  readonly knowledge: readonly string[];
  /** Skills whose instructions its models may follow; `*` is every one of the workspace. */
  readonly skills: readonly string[];
  /** Reads or writes files of the workspace: its own, those of its caller, and what is granted. */
  readonly usesFiles: boolean;
  /** Folders whose files every run may read; '/' is all of the workspace. */
  readonly folders: readonly string[];
  /** Reads or writes the values that the workspace keeps between runs. */
  readonly usesStore: boolean;
  readonly searchesWeb: boolean;
  /** Keeps what its users said for later runs. */
  readonly remembersUsers: boolean;
  readonly runsCode: boolean;
  /** Starts programs of the server, outside the sandbox. */
  readonly runsCommands: boolean;
  readonly asksPeople: boolean;
  /** Node types, tools, agents and calls about which this build cannot say more. */
  readonly unknown: readonly string[];
};

export type Registries = {
  readonly nodes: NodeRegistry;
  readonly tools: ToolRegistry;
  readonly agents: AgentRegistry;
  /** Policies of an administrator, by tool id. @defaultValue none: calls ask by their risk */
  readonly settings?: Readonly<Record<string, ToolSetting>>;
  /** What an administrator lets code of models call. @defaultValue none */
  readonly codeHosts?: readonly string[];
};

/**
 * What a run of this document may touch. Disabled nodes count: they are published too.
 * @param workflow with the workflows that it calls
 */
export function workflowReach(workflow: Workflow, registries: Registries): WorkflowReach {
  const collector = new ReachCollector(registries);
  collector.addMemory(workflow);
  collector.addWorkflow(workflow, undefined);
  collector.addFolders(workflow);
  collector.addTriggers(workflow);
  return collector.result();
}

type CallFacts = {
  readonly url?: string;
  /** What is known of its arguments. */
  readonly parameters?: unknown;
  readonly hasDelegates: boolean;
};

type Names =
  | 'models'
  | 'tools'
  | 'servers'
  | 'agents'
  | 'graphs'
  | 'workflows'
  | 'hosts'
  | 'secrets'
  | 'credentials'
  | 'knowledge'
  | 'skills'
  | 'folders'
  | 'unknown';
type Facts =
  | 'hasOpenHost'
  | 'usesFiles'
  | 'usesStore'
  | 'searchesWeb'
  | 'remembersUsers'
  | 'runsCode'
  | 'runsCommands'
  | 'asksPeople';

class ReachCollector {
  readonly #registries: Registries;
  readonly #names: Readonly<Record<Names, Set<string>>> = {
    models: new Set(),
    tools: new Set(),
    servers: new Set(),
    agents: new Set(),
    graphs: new Set(),
    workflows: new Set(),
    hosts: new Set(),
    secrets: new Set(),
    credentials: new Set(),
    knowledge: new Set(),
    skills: new Set(),
    folders: new Set(),
    unknown: new Set(),
  };
  readonly #facts = new Set<Facts>();
  /** Hosts of addresses that values choose, by the settings of the document that is read. Undefined: any. */
  #openHosts: readonly string[] | undefined;
  /** Agents of the workspace that the documents contain. */
  readonly #frozen: Record<string, AgentSpec> = {};
  /** Workflows that the documents contain as tools. */
  readonly #workflowTools: Record<string, AnyToolDefinition> = {};
  /** A document that several nodes call is read once for each default model. */
  readonly #read = new Set<string>();

  constructor(registries: Registries) {
    this.#registries = registries;
  }

  result(): WorkflowReach {
    const sorted = (name: Names) => [...this.#names[name]].sort();
    const has = (fact: Facts) => this.#facts.has(fact);
    return {
      models: sorted('models'),
      tools: sorted('tools'),
      servers: sorted('servers'),
      agents: sorted('agents'),
      graphs: sorted('graphs'),
      workflows: sorted('workflows'),
      hosts: sorted('hosts'),
      hasOpenHost: has('hasOpenHost'),
      openHosts: has('hasOpenHost') ? [ANY_HOST] : [],
      secrets: sorted('secrets'),
      credentials: sorted('credentials'),
      knowledge: sorted('knowledge'),
      skills: sorted('skills'),
      usesFiles: has('usesFiles'),
      folders: sorted('folders'),
      usesStore: has('usesStore'),
      searchesWeb: has('searchesWeb'),
      remembersUsers: has('remembersUsers'),
      runsCode: has('runsCode'),
      runsCommands: has('runsCommands'),
      asksPeople: has('asksPeople'),
      unknown: sorted('unknown'),
    };
  }

  /** Of the run's own workflow: that of a called one has no effect. */
  addMemory({ settings: { memory, defaultModel } }: Workflow): void {
    if (memory?.enabled !== true) return;
    this.#facts.add('remembersUsers');
    this.#names.models.add(memory.model ?? defaultModel ?? 'default');
  }

  /** Where its runs may read by any path, if they read files at all. */
  addFolders(workflow: Workflow): void {
    if (!this.#facts.has('usesFiles')) return;
    for (const folder of writtenPaths(workflow).folders) this.#names.folders.add(folder === '' ? '/' : folder);
  }

  addWorkflow(workflow: Workflow, outerModel: string | undefined): void {
    const defaultModel = workflow.settings.defaultModel ?? outerModel;
    const outerHosts = this.#openHosts;
    if (workflow.settings.hosts?.length) this.#openHosts = workflow.settings.hosts;
    Object.assign(this.#frozen, agentsIn(workflow));
    Object.assign(this.#workflowTools, workflowToolsIn(workflow, this.#registries.nodes));
    for (const { workflowId, version, document } of readToolWorkflows(workflow, this.#registries.nodes).values())
      this.#addCalled(`${workflowId}@${version}`, document, defaultModel);
    for (const node of workflow.nodes) {
      const definition = definitionOf(node, this.#registries.nodes);
      if (definition) this.#addReach(reachOf(definition, node.config), defaultModel);
      else this.#names.unknown.add(node.type);
      const target = callTargetOf(node);
      if (!target) continue;
      const called = readCalled(node, workflow, this.#registries.nodes);
      this.#addCalled(`${target.workflowId}@${target.version ?? 'draft'}`, called, defaultModel);
    }
    this.#openHosts = outerHosts;
  }

  #addCalled(key: string, called: Workflow | undefined, defaultModel: string | undefined): void {
    this.#names.workflows.add(key);
    if (!called) this.#names.unknown.add(key);
    else if (this.#isFirst(`${key} ${called.settings.defaultModel ?? defaultModel ?? ''}`))
      this.addWorkflow(called, defaultModel);
  }

  /** Addresses that its triggers look at. Those of called workflows start nothing here. */
  addTriggers({ triggers = [] }: Workflow): void {
    for (const { config, type } of triggers) {
      for (const url of texts(config.url)) this.#addUrl(url);
      // `auth` of a webhook says how requests are checked; in other kinds both are names of slots.
      const slots = type === 'webhook' ? [] : [config.credential, config.auth].flatMap(texts);
      for (const slot of slots) this.#names.credentials.add(slot);
    }
  }

  #isFirst(key: string): boolean {
    if (this.#read.has(key)) return false;
    this.#read.add(key);
    return true;
  }

  #addReach(reach: NodeReach, defaultModel: string | undefined): void {
    for (const model of texts(reach.models)) this.#names.models.add(model === 'default' ? (defaultModel ?? model) : model);
    const delegates = texts(reach.delegates);
    const hasDelegates = delegates.length > 0;
    for (const tool of texts(reach.tools)) this.#addTool(tool, defaultModel, { hasDelegates });
    for (const agent of [...texts(reach.agents), ...delegates]) this.#addAgent(agent, defaultModel);
    for (const graph of texts(reach.graphs)) this.#names.graphs.add(graph);
    for (const url of texts(reach.urls)) this.#addUrl(url);
    for (const host of texts(reach.hosts)) this.#names.hosts.add(host);
    for (const secret of texts(reach.secrets)) this.#names.secrets.add(secret);
    for (const slot of texts(reach.credentials)) this.#names.credentials.add(slot);
    for (const base of texts(reach.knowledge)) this.#names.knowledge.add(base);
    for (const skill of texts(reach.skills)) this.#names.skills.add(skill);
    for (const call of reach.calls ?? []) this.#addCall(call, defaultModel, hasDelegates);
    for (const fact of ['usesFiles', 'usesStore', 'runsCode', 'asksPeople'] as const) if (reach[fact]) this.#facts.add(fact);
  }

  /** With the arguments of the config: the host may be written there, and a program names its tools. */
  #addCall(
    { tool, parameters, asks }: NonNullable<NodeReach['calls']>[number],
    defaultModel: string | undefined,
    hasDelegates: boolean,
  ): void {
    if (asks) this.#facts.add('asksPeople');
    const { url, tools } = (typeof parameters === 'object' && parameters !== null ? parameters : {}) as Record<string, unknown>;
    for (const name of texts(tool)) {
      this.#addTool(name, defaultModel, { hasDelegates, parameters, ...(typeof url === 'string' && { url }) });
      if (name === PROGRAM_TOOL) for (const called of texts(tools)) this.#addTool(called, defaultModel, { hasDelegates });
    }
  }

  /**
   * @param call `url` of its call; a model chooses one. `hasDelegates`: its caller names the agents that get tasks
   */
  #addTool(name: string, defaultModel: string | undefined, { url = '{{model}}', parameters, hasDelegates }: CallFacts): void {
    const definition = findTool({ ...this.#workflowTools, ...this.#registries.tools }, name);
    if (!definition) this.#names.unknown.add(name);
    const id = definition?.id ?? name;
    this.#names.tools.add(id);
    if (definition && this.#mayAsk(definition, parameters)) this.#facts.add('asksPeople');
    if (definition?.server !== undefined) this.#names.servers.add(definition.server);
    for (const host of definition?.hosts ?? []) this.#names.hosts.add(host);
    // Of a tool that says neither, any host is possible.
    const reaches = definition?.reaches ?? (definition?.hosts ? [] : ['url']);
    if (reaches.includes('url')) this.#addUrl(url);
    if (reaches.includes('files')) this.#facts.add('usesFiles');
    if (reaches.includes('search')) this.#facts.add('searchesWeb');
    if (reaches.includes('commands')) this.#facts.add('runsCommands');
    if (reaches.includes('code')) {
      this.#facts.add('runsCode');
      // A program reaches what its tools do, and no host by itself.
      if (id !== PROGRAM_TOOL) for (const host of this.#registries.codeHosts ?? []) this.#names.hosts.add(host);
    }
    if (reaches.includes('agents') && !hasDelegates)
      for (const { id: agent } of workersOf(this.#registries.agents)) this.#addAgent(agent, defaultModel);
  }

  /** Whether the policy of a tool asks a person; where its risk depends on arguments that are not known, it may. */
  #mayAsk(definition: AnyToolDefinition, parameters: unknown): boolean {
    const setting = this.#registries.settings?.[definition.id] ?? {};
    const { risk = definition.risk, approval = 'default' } = setting;
    if (approval !== 'default' || typeof risk !== 'function') return approvalPolicy(definition, {}, setting) !== 'none';
    const known = definition.input.safeParse(parameters);
    return !known.success || approvalPolicy(definition, known.data, setting) !== 'none';
  }

  #addAgent(name: string, defaultModel: string | undefined): void {
    if (this.#names.agents.has(name)) return;
    this.#names.agents.add(name);
    const known = { ...this.#frozen, ...this.#registries.agents };
    const agent = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!agent) this.#names.unknown.add(name);
    else
      this.#addReach(
        {
          models: [agent.model, modelsOf(agent)],
          tools: [...toolIdsOf({ ...agent, tools: [] }), ...(isWithSkills(agent.skillMode) ? SKILL_TOOLS : [])],
          calls: toolsInOffers(agent.tools),
          agents: agent.handoffs,
          delegates: agent.agents,
          skills: isWithSkills(agent.skillMode) ? reachedSkills(agent.skills) : [],
        },
        defaultModel,
      );
  }

  /** Of an address that a value or a model chooses. */
  #addOpenHost(): void {
    if (this.#openHosts) for (const host of this.#openHosts) this.#names.hosts.add(host);
    else this.#facts.add('hasOpenHost');
  }

  #addUrl(url: string): void {
    const [, scheme, authority] = /^\s*(https?:)\/\/([^/?#]*)/i.exec(url) ?? [];
    if (authority === undefined ? url.includes('{') : authority === '' || authority.includes('{')) this.#addOpenHost();
    else if (authority !== undefined) this.#names.hosts.add(hostOf(`${scheme}//${authority}`));
    else if (!url.startsWith('data:')) this.#facts.add('usesFiles');
  }
}

function modelsOf({ strategy, candidateModels }: AgentSpec): readonly string[] {
  return strategy === 'multi-llm' ? candidateModels : [];
}

/** As it is compared with the address of a request. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin.replace(/^.*[/@]/, '');
}

function texts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  return typeof value === 'string' && value !== '' ? [value] : [];
}
