import { isRecord } from '../json/set-at-path.ts';
import { REACH_KEY } from './without-reach.ts';
import type { Workflow } from './workflow.ts';
import { ANY_HOST, ANY_SERVER, type WorkflowReach, workflowReach } from './workflow-reach.ts';

/** The frozen document with the list of what it may touch, which a run of it keeps to. */
export function withReach(workflow: Workflow, reach: WorkflowReach): Workflow {
  return { ...workflow, [REACH_KEY]: reach } as Workflow;
}

/**
 * With the hosts to which requests may go whose address a value or a model chooses.
 * @param hosts those that were named when the version was published
 */
export function withOpenHosts(reach: WorkflowReach, hosts: readonly string[]): WorkflowReach {
  return reach.hasOpenHost ? { ...reach, openHosts: [...new Set(hosts)].sort() } : reach;
}

/** Cached per document. */
const known = new WeakMap<Workflow, WorkflowReach>();

/**
 * The list that was stored with a version; undefined for a draft, and for a version of a build that stored none. What
 * that build did not know of is not listed.
 */
export function storedReach(workflow: Workflow): WorkflowReach | undefined {
  const { [REACH_KEY]: stored } = workflow as Record<string, unknown>;
  if (!isRecord(stored)) return undefined;
  const found = known.get(workflow) ?? read(stored);
  known.set(workflow, found);
  return found;
}

function read(stored: Readonly<Record<string, unknown>>): WorkflowReach {
  const entries = Object.entries(nothing()).map(([name, none]) => {
    const value = stored[name];
    if (typeof none === 'boolean') return [name, value === true];
    return [name, Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []];
  });
  const reach = Object.fromEntries(entries) as WorkflowReach;
  // A version of a build that did not list these keeps what it was published with.
  const named = Object.hasOwn(stored, 'openHosts') ? reach : withOpenHosts(reach, [ANY_HOST]);
  return Object.hasOwn(stored, 'servers') ? named : { ...named, servers: [ANY_SERVER] };
}

/** Every field, with nothing in it. */
function nothing(): WorkflowReach {
  const empty: Workflow = { format: 'threadloom/workflow@1', name: 'empty', description: '', settings: {}, nodes: [], edges: [] };
  return workflowReach(empty, { nodes: {}, tools: {}, agents: {} });
}
