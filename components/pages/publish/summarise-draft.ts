import { startInputsOf } from '#components/run-view/form/start-inputs-of.ts';
import { PROGRAM_TOOL } from '#lib/agents/program.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/** What a workflow is made of and may reach, as far as its document says. */
export type DraftSummary = {
  readonly nodeCount: number;
  readonly inputNames: readonly string[];
  readonly models: readonly string[];
  readonly tools: readonly string[];
  readonly agents: readonly string[];
  /** Hosts of its requests, and those that its code was granted. */
  readonly hosts: readonly string[];
  /** Some request takes its host from a value, so it may go anywhere the server allows. */
  readonly hasOpenHost: boolean;
  /** Values of the server's configuration that its code was granted, by name. */
  readonly secrets: readonly string[];
  readonly asksPeople: boolean;
};

/** A summary of what will be published. Disabled nodes count: they are published too. */
export function summariseDraft(workflow: Workflow): DraftSummary {
  const of = (type: string) => workflow.nodes.filter((node) => node.type === type);
  const models = of('llm');
  const hosts = of('http').map(({ config }) => hostOf(config.url));
  return {
    nodeCount: workflow.nodes.length,
    inputNames: startInputsOf(workflow).map(({ name }) => name),
    models: distinct(models.map(({ config }) => config.model ?? 'default')),
    tools: distinct([...models.flatMap(toolsOf), ...of('tool-call').flatMap(calledBy)]),
    agents: distinct(of('sub-agent').map(({ config }) => config.agent)),
    hosts: distinct([...hosts, ...of('code').flatMap(({ config }) => grantedOf(config.grants, 'hosts'))]),
    hasOpenHost: hosts.includes(undefined),
    secrets: distinct(of('code').flatMap(({ config }) => grantedOf(config.grants, 'environment'))),
    asksPeople: of('approval').length > 0,
  };
}

function toolsOf({ config }: WorkflowNode): readonly unknown[] {
  return config.toolMode !== 'none' && Array.isArray(config.availableTools) ? config.availableTools : [];
}

/** A program names what it calls. */
function calledBy({ config: { toolName, parameters } }: WorkflowNode): readonly unknown[] {
  const { tools } = ((toolName === PROGRAM_TOOL ? parameters : undefined) as { tools?: unknown } | undefined) ?? {};
  return [toolName, ...(Array.isArray(tools) ? tools : [])];
}

function grantedOf(grants: unknown, kind: 'hosts' | 'environment'): readonly unknown[] {
  const named = typeof grants === 'object' && grants !== null ? (grants as Readonly<Record<string, unknown>>)[kind] : undefined;
  return Array.isArray(named) ? named : [];
}

function distinct(values: readonly unknown[]): string[] {
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '');
  return [...new Set(texts)].sort();
}

/** Undefined where a template decides. */
function hostOf(url: unknown): string | undefined {
  const [, authority] = /^\s*https?:\/\/([^/?#]*)/.exec(typeof url === 'string' ? url : '') ?? [];
  if (authority === undefined || authority === '' || authority.includes('{')) return undefined;
  return authority.replace(/^.*@/, '');
}
