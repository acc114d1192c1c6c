/**
 * A node's id after the iteration of each container around it: `each[2]/write`, after a retry of `each`
 * `each[2.1]/write`; `answer[find-order:2]/write` in the third call of the workflow `find-order`.
 */
export type NodePath = string;

export type Iteration = {
  readonly containerId: string;
  /** From 0. */
  readonly index: number;
  /** Number of earlier attempts of the container. */
  readonly retries: number;
  /** Address of the published workflow, where it is a call of one as a tool. */
  readonly tool?: string;
};

const ITERATION = /^([^[]+)\[(?:([a-z0-9-]+):)?(\d+)(?:\.(\d+))?\]$/;

/** An iteration of a container's body, or a call of a workflow. The container may be in an iteration. */
export function iterationPath(
  containerPath: NodePath,
  { index, attempt, tool }: { index: number; attempt: number; tool?: string | undefined },
): string {
  const number = attempt > 1 ? `${index}.${attempt - 1}` : index;
  return `${containerPath}[${tool === undefined ? number : `${tool}:${number}`}]`;
}

export function nodePathIn(iteration: string, nodeId: string): NodePath {
  return `${iteration}/${nodeId}`;
}

/** The id of the node, as the document has it. */
export function nodeIdOf(path: NodePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Paths of the containers around a node, outermost first; none for a node of the root scope. */
export function containerPathsOf(path: NodePath): NodePath[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((part, index) => {
    const container = ITERATION.exec(part)?.[1] ?? part;
    return [...parts.slice(0, index), container].join('/');
  });
}

/** The iterations around a node, outermost first. */
export function iterationsOf(path: NodePath): Iteration[] {
  return path
    .split('/')
    .slice(0, -1)
    .flatMap((part) => {
      const [, containerId, tool, index, retries] = ITERATION.exec(part) ?? [];
      if (containerId === undefined) return [];
      return [{ containerId, index: Number(index), retries: Number(retries ?? 0), ...(tool !== undefined && { tool }) }];
    });
}

/** Whether a part of a path before the last is a call of a workflow as a tool. */
export function isToolCall(part: string): boolean {
  return ITERATION.exec(part)?.[2] !== undefined;
}

/** A part of a path before the last: the id of its container, and the workflow that it called as a tool. */
export function containerOf(part: string): { readonly id: string; readonly tool: string | undefined } {
  const [, id = part, tool] = ITERATION.exec(part) ?? [];
  return { id, tool };
}

/** Whether a node of the document that is drawn runs another one, whose nodes may have the same ids. */
export type IsCall = (nodeId: string) => boolean;

/** Whether a node belongs to a workflow that was called as a tool: it runs again only with the node that called. */
export function isInWorkflowTool(path: NodePath): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((part) => containerOf(part).tool !== undefined);
}

/** The node of the displayed document for a path: itself, or the outermost call that contains it. */
export function drawnPathOf(path: NodePath, isCall: IsCall): NodePath {
  const parts = path.split('/');
  const around = parts.slice(0, -1).map(containerOf);
  const call = around.findIndex(({ id, tool }) => tool !== undefined || isCall(id));
  return call < 0 ? path : [...parts.slice(0, call), around[call]?.id].join('/');
}

/** The same for all attempts of the containers around it: `each[2.1]/write` is `each[2]/write`. */
export function withoutRetries(path: NodePath): NodePath {
  return path.includes('[') ? path.replaceAll(/(\[(?:[a-z0-9-]+:)?\d+)\.\d+\]/g, '$1]') : path;
}

/**
 * The path of a node in a run without its iterations: `each[2.1]/write` is `each/write`,
 * `answer[find-order:2]/write` is `answer[find-order]/write`.
 */
export function withoutIterations(path: string): string {
  return path.replaceAll(/\[(?:([a-z0-9-]+):)?[\d.]*\]/g, (_, tool?: string) => (tool === undefined ? '' : `[${tool}]`));
}
