import type { NodeId } from '#lib/workflow/workflow.ts';

const KEY_PREFIX = 'threadloom.breakpoints.';
const none: ReadonlySet<NodeId> = new Set();

/** The breakpoints of each workflow, kept in this browser: they are not part of the workflow. */
class BreakpointMemory {
  readonly #sets = new Map<string, ReadonlySet<NodeId>>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same set until one of this workflow's breakpoints is set or taken away. */
  read(workflowId: string): ReadonlySet<NodeId> {
    const known = this.#sets.get(workflowId);
    if (known) return known;
    const loaded = load(workflowId);
    this.#sets.set(workflowId, loaded);
    return loaded;
  }

  /** On the server nothing is remembered. */
  readonly readOnServer = (): ReadonlySet<NodeId> => none;

  /** Clears the breakpoints of these nodes if all have one, else sets all. */
  toggle(workflowId: string, nodeIds: Iterable<NodeId>): void {
    const wanted = new Set(nodeIds);
    const set = this.read(workflowId);
    this.#replace(workflowId, wanted.isSubsetOf(set) ? set.difference(wanted) : set.union(wanted));
  }

  /**
   * Copies a breakpoint to a new node id. The old one stays, since renaming can be undone; without
   * a node it has no effect.
   */
  followRename(workflowId: string, { from, to }: { from: NodeId; to: NodeId }): void {
    const set = this.read(workflowId);
    if (set.has(from)) this.#replace(workflowId, set.union(new Set([to])));
  }

  clear(workflowId: string): void {
    this.#replace(workflowId, none);
  }

  #replace(workflowId: string, set: ReadonlySet<NodeId>): void {
    this.#sets.set(workflowId, set);
    save(workflowId, set);
    for (const listener of this.#listeners) listener();
  }
}

export const breakpointMemory = new BreakpointMemory();

/** Those that the workflow still has a node for, in the order of its nodes: a node that was deleted stops nothing. */
export function breakpointsIn(nodes: readonly { readonly id: NodeId }[], set: ReadonlySet<NodeId>): NodeId[] {
  return nodes.map(({ id }) => id).filter((id) => set.has(id));
}

function load(workflowId: string): ReadonlySet<NodeId> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY_PREFIX + workflowId) ?? '[]');
    return Array.isArray(stored) ? new Set(stored.filter((nodeId) => typeof nodeId === 'string')) : none;
  } catch {
    return none;
  }
}

function save(workflowId: string, set: ReadonlySet<NodeId>): void {
  try {
    if (set.size === 0) localStorage.removeItem(KEY_PREFIX + workflowId);
    else localStorage.setItem(KEY_PREFIX + workflowId, JSON.stringify([...set]));
  } catch {
    // A full or forbidden store only means that the next visit starts without them.
  }
}
