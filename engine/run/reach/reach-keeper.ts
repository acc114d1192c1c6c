import type { NodePorts } from '#engine/run/scopes/run-scope.ts';
import type { AgentRegistry } from '#lib/agents/agent-spec.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { RunIdentity } from '#lib/ports/run-store.ts';
import { storedReach } from '#lib/workflow/stored-reach.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type WorkflowReach, workflowReach } from '#lib/workflow/workflow-reach.ts';
import { withinReach } from './within-reach.ts';

type Options = {
  readonly nodes: NodeRegistry;
  readonly agents: AgentRegistry;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Limits published runs to the list that was stored with their version, and logs what they were refused. For a version
 * without one, of an earlier build, the list is computed.
 */
export class ReachKeeper {
  readonly #options: Options;
  /** By document and the tools of its workspace: a deployment gives the same document to each run. */
  readonly #known = new WeakMap<Workflow, { readonly tools: object; readonly reach: WorkflowReach }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The ports within the reach of the published version; unchanged for the run of a draft. */
  limit(ports: NodePorts, { runId, workspaceId, deployment }: RunIdentity, workflow: Workflow | undefined): NodePorts {
    if (!deployment || !workflow) return ports;
    const { log } = this.#options;
    return withinReach(ports, {
      reach: storedReach(workflow) ?? this.#computedReach(workflow, ports),
      isGuess: storedReach(workflow) === undefined,
      chosenModel: deployment.model,
      onRefused: (refusal) =>
        log.warn('a published run was refused what its version does not list', { runId, workspaceId, ...refusal }),
    });
  }

  #computedReach(workflow: Workflow, { tools: { definitions: tools, codeHosts } }: NodePorts): WorkflowReach {
    const known = this.#known.get(workflow);
    if (known?.tools === tools) return known.reach;
    const { nodes, agents } = this.#options;
    const reach = workflowReach(workflow, { nodes, agents, tools, codeHosts });
    this.#known.set(workflow, { tools, reach });
    return reach;
  }
}
