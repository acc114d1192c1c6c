import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { containerPathsOf, iterationPath, nodeIdOf } from '#lib/run/node-path.ts';
import type { NodeReason } from '#lib/run/run-plan.ts';
import { calledBy, isUncalled } from '#lib/workflow/called-workflows.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { changedNodes, type Documents, membersOf } from './changed-nodes.ts';
import { latestIterations, type SourceIteration } from './container-iterations.ts';
import type { ForkChange } from './fork-change.ts';
import type { ForkSource } from './fork-source.ts';
import { type Fate, isInterrupted, REUSED, ScopeFates } from './scope-fates.ts';

export type ForkDecision = {
  /** Of the nodes of the document's root, by id. */
  readonly fates: ReadonlyMap<string, Fate>;
  /** Nodes inside containers that run again, by id: one fate for each earlier iteration. */
  readonly inner: ReadonlyMap<string, readonly Fate[]>;
  /** Paths of the nodes whose end is taken over, with the path each has in the fork. */
  readonly reused: ReadonlyMap<string, string>;
  /** Paths of the nodes that resume with the effects they had, each with its path in the fork. */
  readonly resumed: ReadonlyMap<string, string>;
};

/**
 * Which nodes of a fork run, and where the results of the others come from. Pure, for the plan and
 * the fork alike.
 */
export function decideFork(
  documents: Documents,
  { source, change, registry }: { source: ForkSource; change: ForkChange; registry: NodeRegistry },
): ForkDecision {
  const decider = new Decider(source, change, registry);
  const root = decider.decide({ ...documents, parentId: undefined, prefix: '', newPrefix: '', isCalled: false });
  root.takeOver();
  const fates = new Map(membersOf(documents.after, undefined).map(({ id }) => [id, root.fateOf(id)]));
  return { fates, inner: decider.inner, reused: decider.reused, resumed: decider.resumed };
}

type ForkScope = Documents & {
  readonly parentId: string | undefined;
  /** Path prefix of its nodes in the source run; in the fork, each container is on attempt 1. */
  readonly prefix: string;
  readonly newPrefix: string;
  /** Inside a called workflow, where nodes are addressed by path only. */
  readonly isCalled: boolean;
};
type Decided = {
  readonly hasChanges: boolean;
  /** All of its nodes have ended and none runs again. */
  readonly isComplete: boolean;
  fateOf(id: string): Fate;
  takeOver(): void;
};
/** A container that runs again; `takeOver` reuses its unchanged iterations. */
type Inside = { readonly hasChanges: boolean; takeOver(): void };

class Decider {
  readonly reused = new Map<string, string>();
  readonly resumed = new Map<string, string>();
  readonly inner = new Map<string, Fate[]>();
  readonly #source: ForkSource;
  readonly #change: ForkChange;
  readonly #registry: NodeRegistry;
  readonly #from: ReadonlySet<string>;
  readonly #changed = new Map<Workflow, Map<string | undefined, ReadonlySet<string>>>();

  constructor(source: ForkSource, change: ForkChange, registry: NodeRegistry) {
    this.#source = source;
    this.#change = change;
    this.#registry = registry;
    this.#from = new Set(change.from);
  }

  decide(scope: ForkScope): Decided {
    const nodes = membersOf(scope.after, scope.parentId);
    const fates = new ScopeFates(scope.after.edges);
    const changed = this.#changedIn(scope);
    for (const node of nodes) {
      const fate = this.#ownFate(node, scope, changed);
      if (fate && !isStronger(fates.get(node.id), fate)) fates.set(node.id, fate);
    }
    const insides = this.#lookInside(nodes, scope, fates);
    this.#runRacesAgain(nodes, scope, fates);
    return {
      hasChanges: fates.hasChanges,
      isComplete: nodes.every(({ id }) => fates.get(id).action === 'reused'),
      fateOf: (id) => fates.get(id),
      takeOver: () => {
        for (const node of nodes) this.#takeOver(node.id, scope, { fate: fates.get(node.id), inside: insides.get(node.id) });
      },
    };
  }

  /** Why a node runs again, regardless of its predecessors; undefined if it may be reused. */
  #ownFate(
    node: WorkflowNode,
    { prefix, newPrefix, after, isCalled }: ForkScope,
    changed: ReadonlySet<string>,
  ): Fate | undefined {
    const path = prefix + node.id;
    const runs = (because: NodeReason, spreads = true): Fate => ({ action: 'runs', because, spreads });
    if (this.#isGiven(newPrefix + node.id)) return { action: 'given', because: 'value_given', spreads: true };
    if (this.#from.has(path) || (!isCalled && this.#from.has(node.id))) return runs('asked');
    if (this.#change.hasOtherInputs && prefix === '' && node.type === 'start') return runs('inputs_changed');
    if (changed.has(node.id)) return runs('changed');
    const ended = this.#source.ended.get(path);
    if (!ended) return runs('not_ended', false);
    if (isInterrupted(ended)) return runs('broken_off', false);
    if (ended.status === 'failed' && !isErrorHandled(node, after)) return runs('changed');
    return undefined;
  }

  #isGiven(path: string): boolean {
    return Object.hasOwn(this.#change.values ?? {}, path);
  }

  /** Decides the bodies of containers that are reused unless a node inside them runs again. */
  #lookInside(nodes: readonly WorkflowNode[], scope: ForkScope, fates: ScopeFates): ReadonlyMap<string, Inside> {
    const insides = new Map<string, Inside>();
    for (const node of nodes) {
      const fate = fates.get(node.id);
      if (fate.spreads || !this.#isContainer(node)) continue;
      const inside = this.#inside(node, scope, fate);
      insides.set(node.id, inside);
      if (inside.hasChanges) fates.set(node.id, { action: 'runs', because: 'contains', spreads: true });
    }
    return insides;
  }

  #isContainer(node: WorkflowNode): boolean {
    return node.type === 'workflow' || definitionOf(node, this.#registry)?.isContainer === true;
  }

  #inside(node: WorkflowNode, scope: ForkScope, fate: Fate): Inside {
    const path = scope.prefix + node.id;
    const newPath = scope.newPrefix + node.id;
    const body = bodyOf(node, scope);
    const iterations = body ? latestIterations(path, this.#source) : [];
    const isSettled = fate === REUSED && this.#source.ended.get(path)?.status === 'succeeded';
    const isLoop = node.type === 'loop';
    const kept: (() => void)[] = [];
    let hasChanges = this.#hasValueWithin(newPath);
    let isOver = false;
    for (const iteration of iterations) {
      const isRequested = this.#isRequestedIteration([path, newPath, node.id], iteration.index, isLoop);
      hasChanges ||= isRequested;
      if (isRequested || isOver) {
        kept.push(() => this.#note(iteration, { action: 'runs', because: isRequested ? 'asked' : 'depends', spreads: true }));
        continue;
      }
      const prefix = `${iterationPath(newPath, { index: iteration.index, attempt: 1 })}/`;
      const decided = this.decide({ ...(body as Body), prefix: `${iteration.path}/`, newPrefix: prefix });
      hasChanges ||= decided.hasChanges;
      const isWhole = decided.isComplete || (isSettled && !decided.hasChanges && this.#hasFailed(iteration));
      kept.push(isWhole ? () => this.#keepWhole(iteration, prefix) : () => decided.takeOver());
      // A loop iteration starts with the output of the previous one.
      isOver = isLoop && !isWhole;
    }
    const takeOver = () => {
      for (const keep of kept) keep();
    };
    return { hasChanges, takeOver };
  }

  #isRequestedIteration(names: readonly string[], index: number, isLoop: boolean): boolean {
    const { iteration } = this.#change;
    if (!iteration || !names.includes(iteration.nodeId)) return false;
    return isLoop ? index >= iteration.pass : index === iteration.pass;
  }

  #hasValueWithin(path: string): boolean {
    return Object.keys(this.#change.values ?? {}).some((given) => containerPathsOf(given).includes(path));
  }

  /** An iteration that failed on its own and was settled keeps its result. */
  #hasFailed({ members }: SourceIteration): boolean {
    return members.some((path) => {
      const ended = this.#source.ended.get(path);
      return ended?.status === 'failed' && ended.fired === undefined;
    });
  }

  /** What lost a race that is run again takes part in it again. */
  #runRacesAgain(nodes: readonly WorkflowNode[], { prefix }: ForkScope, fates: ScopeFates): void {
    for (let isStable = false; !isStable; ) {
      isStable = true;
      for (const { id } of nodes) {
        const ended = this.#source.ended.get(prefix + id);
        if (ended?.reason !== 'lost_race' || ended.by === undefined || fates.get(id).action !== 'reused') continue;
        if (fates.get(nodeIdOf(ended.by)).action !== 'runs') continue;
        fates.set(id, { action: 'runs', because: 'lost_race', by: ended.by, spreads: true });
        isStable = false;
      }
    }
  }

  #takeOver(id: string, { prefix, newPrefix }: ForkScope, { fate, inside }: { fate: Fate; inside: Inside | undefined }): void {
    const path = prefix + id;
    if (newPrefix !== '') this.#noteOne(id, fate);
    if (fate.action === 'given') return;
    if (fate.action === 'reused') this.#keepNode(path, newPrefix + id);
    // One that runs again whole leaves nothing of its iterations.
    if (fate.action === 'reused' || (fate.spreads && fate.because !== 'contains')) return;
    if (fate.because !== 'contains') this.resumed.set(path, newPrefix + id);
    inside?.takeOver();
  }

  #keepNode(path: string, newPath: string): void {
    if (this.#source.ended.has(path)) this.reused.set(path, newPath);
    for (const member of this.#source.inside.get(path) ?? [])
      if (this.#source.ended.has(member)) this.reused.set(member, newPath + member.slice(path.length));
  }

  #keepWhole(iteration: SourceIteration, newPrefix: string): void {
    for (const member of iteration.members) {
      if (!this.#source.ended.has(member)) continue;
      this.reused.set(member, newPrefix + member.slice(iteration.path.length + 1));
    }
    this.#note(iteration, REUSED);
  }

  /** Records the fate for the direct children of an iteration. */
  #note({ path, members }: SourceIteration, fate: Fate): void {
    for (const member of members) {
      const id = member.slice(path.length + 1);
      if (!id.includes('/')) this.#noteOne(id, fate);
    }
  }

  #noteOne(id: string, fate: Fate): void {
    const fates = this.inner.get(id);
    if (fates) fates.push(fate);
    else this.inner.set(id, [fate]);
  }

  #changedIn({ before, after, parentId }: ForkScope): ReadonlySet<string> {
    const known = this.#changed.get(after) ?? new Map<string | undefined, ReadonlySet<string>>();
    this.#changed.set(after, known);
    const changed = known.get(parentId) ?? changedNodes({ before, after }, parentId, this.#registry);
    known.set(parentId, changed);
    return changed;
  }
}

/** Of two reasons to run the one that says more about what comes after it. */
function isStronger(known: Fate, fate: Fate): boolean {
  return known.spreads && !fate.spreads;
}

function isErrorHandled(node: WorkflowNode, { edges }: Workflow): boolean {
  return (
    node.options?.onError === 'branch' || edges.some(({ source, sourceHandle }) => source === node.id && sourceHandle === 'error')
  );
}

type Body = Documents & Pick<ForkScope, 'parentId' | 'isCalled'>;

/** The inside of a container or called workflow; undefined where either document has none. */
function bodyOf(node: WorkflowNode, { before, after, isCalled }: ForkScope): Body | undefined {
  if (node.type !== 'workflow') return { before, after, parentId: node.id, isCalled };
  const earlier = before.nodes.find(({ id }) => id === node.id);
  const [calledBefore, calledAfter] = [earlier && calledBy(earlier, before), calledBy(node, after)];
  if (!calledBefore || !calledAfter || isUncalled(calledBefore) || isUncalled(calledAfter)) return undefined;
  return { before: calledBefore, after: calledAfter, parentId: undefined, isCalled: true };
}
