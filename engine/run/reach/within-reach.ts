import type { ToolKit } from '#engine/contract/tool-kit.ts';
import type { NodePorts } from '#engine/run/scopes/run-scope.ts';
import { ANY_SKILL } from '#lib/agents/skill-modes.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { CommandRequest, Commands } from '#lib/ports/commands.ts';
import type { GraphRegistry } from '#lib/ports/graph-registry.ts';
import type { CredentialUse } from '#lib/ports/runtime.ts';
import type { Skills } from '#lib/ports/skills.ts';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import { isOnGrantedHost } from '#lib/tools/granted-hosts.ts';
import type { ReachableTools } from '#lib/tools/tool-catalogue.ts';
import { ANY_HOST, ANY_SERVER, type WorkflowReach } from '#lib/workflow/workflow-reach.ts';

/** What a run was refused. */
export type Refusal = {
  readonly kind:
    | 'model'
    | 'host'
    | 'tool'
    | 'files'
    | 'search'
    | 'code'
    | 'command'
    | 'credential'
    | 'knowledge'
    | 'store'
    | 'secret'
    | 'graph'
    | 'workflow';
  readonly name: string;
};

type Bounds = {
  readonly reach: WorkflowReach;
  /** The model that the caller chose, of those that the deployment allows. */
  readonly chosenModel: string | undefined;
  readonly onRefused: (refusal: Refusal) => void;
  /** The list was computed by this build, which does not know all that the version names. @defaultValue false */
  readonly isGuess?: boolean;
};

const HINT = 'Publish a version that names it';

/**
 * The ports of a published run: effects that the list of its version lacks are refused where they
 * would leave. Requests whose host a value chooses go to the hosts that were named when it was published. Of a
 * version that was published without a list, what this build does not know is not limited.
 */
export function withinReach(ports: NodePorts, { reach, chosenModel, onRefused, isGuess = false }: Bounds): NodePorts {
  const refuse = (kind: Refusal['kind'], name: string): never => {
    onRefused({ kind, name });
    throw new NodeFailure('reach-refused', `The published version does not list ${nouns[kind]}${name === '' ? '' : ` ${name}`}`, {
      hint: HINT,
    });
  };
  const { isKnown, models, hosts, tools } = indexOf(reach);
  const isComplete = !isGuess || isKnown;
  return {
    ...ports,
    models: {
      list: () => ports.models.list(),
      resolve: (name) =>
        isComplete && name !== chosenModel && !models.has(name) ? refuse('model', name) : ports.models.resolve(name),
    },
    fetch: (url, init = {}) => {
      if (init.credential && 'slot' in init.credential && !reach.credentials.includes(init.credential.slot))
        refuse('credential', init.credential.slot);
      if (reach.openHosts.includes(ANY_HOST) || !isComplete) return ports.fetch(url, init);
      if (!URL.canParse(url) || !isOnGrantedHost(new URL(url), hosts)) {
        const host = URL.canParse(url) ? new URL(url).host : url;
        onRefused({ kind: 'host', name: host });
        return Promise.reject(hostRefusal(host, reach));
      }
      return ports.fetch(url, { onlyHosts: hosts, ...init });
    },
    tools: limitTools(ports.tools, { reach, isComplete, ids: tools, refuse, onRefused }),
    ...(isComplete && {
      graphs: ports.graphs && limitGraphs(ports.graphs, reach.graphs, refuse),
      admitCall: (key: string) => void (reach.workflows.includes(key) || refuse('workflow', key)),
    }),
  };
}

/** The list of a version in sets, for lookups. */
type ReachIndex = {
  /** A tool of a server that was not there cannot be called; of anything else this build may know too little. */
  readonly isKnown: boolean;
  readonly models: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
  readonly hosts: readonly string[];
};

/** By the list of a version, which all its runs share. */
const indexes = new WeakMap<WorkflowReach, ReachIndex>();

function indexOf(reach: WorkflowReach): ReachIndex {
  const known = indexes.get(reach);
  if (known) return known;
  const index = {
    isKnown: reach.unknown.every((name) => name.includes('@')),
    models: new Set(reach.models),
    tools: new Set(reach.tools),
    hosts: [...reach.hosts, ...reach.openHosts],
  };
  indexes.set(reach, index);
  return index;
}

function hostRefusal(host: string, { hasOpenHost }: WorkflowReach): GuardedFetchError {
  if (!hasOpenHost)
    return new GuardedFetchError('url-refused', `The published version does not list the host ${host}`, { hint: HINT });
  return new GuardedFetchError('url-refused', `The published version may not send requests to the host ${host}`, {
    hint: 'Name the host, or any host, when you publish: a value or a model chose the address',
  });
}

const nouns: Readonly<Record<Refusal['kind'], string>> = {
  model: 'the model',
  host: 'the host',
  tool: 'the tool',
  files: 'files of the workspace',
  search: 'web search',
  code: 'code',
  command: 'the command',
  credential: 'the credential',
  knowledge: 'the knowledge base',
  store: 'values of the store',
  secret: 'the secret',
  graph: 'the graph',
  workflow: 'the called workflow',
};

type Refuse = (kind: Refusal['kind'], name: string) => never;

type Limits = Pick<Bounds, 'reach' | 'onRefused'> & {
  readonly isComplete: boolean;
  readonly ids: ReadonlySet<string>;
  readonly refuse: Refuse;
};

function limitTools(tools: ToolKit, { reach, isComplete, ids, refuse, onRefused }: Limits): ToolKit {
  const { files, search, sandbox, commands, knowledge, values, databases, mail, skills } = tools;
  const admit = (use: CredentialUse) =>
    'slot' in use && !reach.credentials.includes(use.slot) ? refuse('credential', use.slot) : undefined;
  return {
    ...tools,
    ...(isComplete && {
      reachable: reachableTools({ ids, servers: reach.servers }, onRefused),
      codeEnvironment: limitSecrets(tools.codeEnvironment, reach.secrets, refuse),
    }),
    // An address that a value chooses may be a file, and what a run writes of its own is none that it was given.
    files: files && !reach.usesFiles && !reach.hasOpenHost && isComplete ? writingOnly(files, refuse) : files,
    knowledge: knowledge && {
      search: (...given) => knowledge.search(...given),
      settled: (...given) => knowledge.settled(...given),
      write: async (workspaceId, request) =>
        isComplete && !reach.knowledge.includes(request.base)
          ? refuse('knowledge', request.base)
          : knowledge.write(workspaceId, request),
    },
    values:
      values && !reach.usesStore && isComplete
        ? { read: async () => refuse('store', ''), write: async () => refuse('store', '') }
        : values,
    databases: databases && { query: async (query) => admit(query.credential) ?? databases.query(query) },
    mail: mail && { send: async (message, how) => admit(how.credential) ?? mail.send(message, how) },
    skills: skills && isComplete && !reach.skills.includes(ANY_SKILL) ? limitSkills(skills, reach.skills) : skills,
    search: search && !reach.searchesWeb && isComplete ? { search: async () => refuse('search', '') } : search,
    sandbox: sandbox && !reach.runsCode && isComplete ? { run: async () => refuse('code', '') } : sandbox,
    commands: commands && !reach.runsCommands && isComplete ? noCommands(refuse) : commands,
  };
}

function noCommands(refuse: Refuse): Commands {
  const refuseOne = async (request: CommandRequest) => refuse('command', 'shell' in request ? request.shell : request.command);
  return { check: refuseOne, run: refuseOne };
}

/** Files of which a run only stores its own. */
function writingOnly(files: WorkspaceFiles, refuse: Refuse): WorkspaceFiles {
  return {
    within: (scope) => writingOnly(files.within(scope), refuse),
    read: async (_workspace, path) => refuse('files', path),
    readBytes: async (_workspace, path) => refuse('files', path),
    readFile: async () => refuse('files', ''),
    locate: async () => refuse('files', ''),
    assertWritable: async (_workspace, path) => refuse('files', path),
    write: async (_workspace, path) => refuse('files', path),
    update: async (_workspace, path) => refuse('files', path),
    list: async () => refuse('files', ''),
    writeAll: (...given) => files.writeAll(...given),
  };
}

/** By id, and by what executes them now: another server under the same name was not published. */
function reachableTools(
  { ids, servers }: { readonly ids: ReadonlySet<string>; readonly servers: readonly string[] },
  onRefused: Bounds['onRefused'],
): ReachableTools {
  return {
    whyNot({ id, server }) {
      if (!ids.has(id)) return 'The published version does not list this tool: publish one that names it';
      if (server === undefined || servers.includes(ANY_SERVER) || servers.includes(server)) return undefined;
      return `It is now of ${server}, which the published version does not list: publish another one`;
    },
    onRefused: (name) => onRefused({ kind: 'tool', name }),
  };
}

function limitSecrets(values: ToolKit['codeEnvironment'], names: readonly string[], refuse: Refuse): ToolKit['codeEnvironment'] {
  const limited = Object.entries(values).map(([name, value]): [string, PropertyDescriptor] => [
    name,
    { enumerable: true, get: () => (names.includes(name) ? value : refuse('secret', name)) },
  ]);
  return Object.defineProperties({}, Object.fromEntries(limited));
}

function limitGraphs(graphs: GraphRegistry, names: readonly string[], refuse: Refuse): GraphRegistry {
  return {
    names: graphs.names,
    load: async (name) => (names.includes(name) ? graphs.load(name) : refuse('graph', name)),
  };
}

/** As if there were no others. */
function limitSkills(skills: Skills, names: readonly string[]): Skills {
  return {
    enabled: async (workspaceId) => (await skills.enabled(workspaceId)).filter(({ skill }) => names.includes(skill.name)),
    match: (workspaceId, query, request) =>
      skills.match(workspaceId, { ...query, names: (query.names ?? names).filter((name) => names.includes(name)) }, request),
    readFile: async (workspaceId, name, path) => {
      if (names.includes(name)) return skills.readFile(workspaceId, name, path);
      throw new NodeFailure('reach-refused', `The published version does not list the skill ${name}`, { hint: HINT });
    },
  };
}
