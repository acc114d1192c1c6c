/**
 * Path of an executed node: its id, preceded by the iteration of each container around it.
 * `each[2]/write` is the node `write` in iteration 2 of the container `each`;
 * `each[2.1]/write` the same after one retry of `each`.
 */
export type NodePath = string;

export type Iteration = {
  readonly containerId: string;
  /** From 0. */
  readonly index: number;
  /** Number of earlier attempts of the container. */
  readonly retries: number;
};

const ITERATION = /^(.+)\[(\d+)(?:\.(\d+))?\]$/;

/** An iteration of a container's body; the container may be in an iteration itself. */
export function iterationPath(containerPath: NodePath, { index, attempt }: { index: number; attempt: number }): string {
  return `${containerPath}[${attempt > 1 ? `${index}.${attempt - 1}` : index}]`;
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
      const [, containerId, index, retries] = ITERATION.exec(part) ?? [];
      return containerId === undefined ? [] : [{ containerId, index: Number(index), retries: Number(retries ?? 0) }];
    });
}

/** Whether a node of the document that is drawn runs another one, whose nodes may have the same ids. */
export type IsCall = (nodeId: string) => boolean;

/** The node of the displayed document for a path: itself, or the outermost call that contains it. */
export function drawnPathOf(path: NodePath, isCall: IsCall): NodePath {
  const parts = path.split('/');
  const ids = parts.slice(0, -1).map((part) => ITERATION.exec(part)?.[1] ?? part);
  const call = ids.findIndex(isCall);
  return call < 0 ? path : [...parts.slice(0, call), ids[call]].join('/');
}

/** The path of a node in a run without its iterations: `each[2.1]/write` is `each/write`. */
export function withoutIterations(path: string): string {
  return path.replaceAll(/\[[\d.]*\]/g, '');
}
