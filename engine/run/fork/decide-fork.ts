import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { containerPathsOf, iterationPath, nodeIdOf, withoutRetries } from '#lib/run/node-path.ts';
import type { NodeReason } from '#lib/run/run-plan.ts';
import { calledBy, isUncalled } from '#lib/workflow/called-workflows.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { isInterrupted } from '../state/node-result.ts';
import { changedNodes, type Documents, membersOf } from './changed-nodes.ts';
import { latestIterations, type SourceIteration } from './container-iterations.ts';
import type { ForkChange } from './fork-change.ts';
import type { ForkSource } from './fork-source.ts';
import { KEPT, type NodeDecision, REUSED, ScopeDecisions } from './scope-decisions.ts';

export type ForkDecision = {
  /** Nodes outside of containers, by id. */
  readonly nodes: ReadonlyMap<string, NodeDecision>;
  /** Nodes inside containers that run again, by id: one decision for each earlier iteration. */
  readonly inner: ReadonlyMap<string, readonly NodeDecision[]>;
  /** Paths of the nodes whose results are reused, each with its path in the fork. */
  readonly reused: ReadonlyMap<string, string>;
  /** Paths of the nodes that resume and reuse their finished effects, each with its path in the fork. */
  readonly resumed: ReadonlyMap<string, string>;
};

/** Decides which nodes of a fork run and which results it reuses. Pure, for the plan and the fork alike. */
export function decideFork(
  documents: Documents,
  { source, change, registry }: { source: ForkSource; change: ForkChange; registry: NodeRegistry },
): ForkDecision {
  const decider = new Decider(source, change, registry);
  const root = decider.decide({ ...documents, parentId: undefined, prefix: '', newPrefix: '', isCalled: false });
  root.collect();
  const nodes = new Map(membersOf(documents.after, undefined).map(({ id }) => [id, root.decisionOf(id)]));
  return { nodes, inner: decider.inner, reused: decider.reused, resumed: decider.resumed };
}

type ForkScope = Documents & {
  readonly parentId: string | undefined;
  /** Path prefix of its nodes in the source run; in the fork, each container is on attempt 1. */
  readonly prefix: string;
  readonly newPrefix: string;
  /** Inside a called workflow, where nodes are addressed by path only. */
  readonly isCalled: boolean;
};
/** The decisions for one scope. */
type Decided = {
  readonly hasChanges: boolean;
  /** The fork reuses all of its nodes. */
  readonly isComplete: boolean;
  decisionOf(id: string): NodeDecision;
  /** Adds what the fork reuses to the result. */
  collect(): void;
};
/** The iterations of a container that runs again. */
type DecidedBody = Pick<Decided, 'hasChanges' | 'collect'>;

class Decider {
  readonly reused = new Map<string, string>();
  readonly resumed = new Map<string, string>();
  readonly inner = new Map<string, NodeDecision[]>();
  readonly #source: ForkSource;
  readonly #change: ForkChange;
  readonly #registry: NodeRegistry;
  readonly #requested: ReadonlySet<string>;
  readonly #changed = new Map<Workflow, Map<string | undefined, ReadonlySet<string>>>();

  constructor(source: ForkSource, change: ForkChange, registry: NodeRegistry) {
    this.#source = source;
    this.#change = change;
    this.#registry = registry;
    this.#requested = new Set(change.from?.map(withoutRetries));
  }

  decide(scope: ForkScope): Decided {
    const nodes = membersOf(scope.after, scope.parentId);
    const decisions = new ScopeDecisions(scope.after.edges);
    const changed = this.#changedIn(scope);
    // Before any other decision, which spreads to dependents.
    if (scope.prefix === '') for (const id of this.#change.reuse ?? []) decisions.set(id, KEPT);
    for (const node of nodes) {
      if (decisions.get(node.id) === KEPT) continue;
      const decision = this.#ownDecision(node, scope, changed);
      if (decision && !isStronger(decisions.get(node.id), decision)) decisions.set(node.id, decision);
    }
    const bodies = this.#decideBodies(nodes, scope, decisions);
    this.#runRacesAgain(nodes, scope, decisions);
    return {
      hasChanges: decisions.hasChanges,
      isComplete: nodes.every(({ id }) => decisions.get(id).action === 'reused'),
      decisionOf: (id) => decisions.get(id),
      collect: () => {
        for (const { id } of nodes) this.#collectNode(id, scope, { decision: decisions.get(id), body: bodies.get(id) });
      },
    };
  }

  /** Why a node runs again, regardless of its predecessors; undefined if it may be reused. */
  #ownDecision(
    node: WorkflowNode,
    { prefix, newPrefix, after, isCalled }: ForkScope,
    changed: ReadonlySet<string>,
  ): NodeDecision | undefined {
    const path = prefix + node.id;
    const runs = (because: NodeReason, spreads = true): NodeDecision => ({ action: 'runs', because, spreads });
    if (this.#isGiven(newPrefix + node.id)) return { action: 'given', because: 'value_given', spreads: true };
    if (!isCalled && this.#change.skip?.includes(node.id)) return { action: 'skipped', because: 'effect_skipped', spreads: true };
    if (this.#requested.has(withoutRetries(path)) || (!isCalled && this.#requested.has(node.id))) return runs('asked');
    if (this.#change.hasOtherInputs && prefix === '' && node.type === 'start') return runs('inputs_changed');
    if (changed.has(node.id)) return runs('changed');
    const ended = this.#source.ended.get(path);
    if (!ended) return runs('not_ended', false);
    if (isInterrupted({ ...ended, fired: ended.fired ?? {} })) return runs('broken_off', false);
    if (ended.status === 'failed' && !isErrorHandled(node, after)) return runs('changed');
    return undefined;
  }

  #isGiven(path: string): boolean {
    return Object.hasOwn(this.#change.values ?? {}, path);
  }

  /** Decides the bodies of containers. A container runs again if a node inside it does. */
  #decideBodies(nodes: readonly WorkflowNode[], scope: ForkScope, decisions: ScopeDecisions): ReadonlyMap<string, DecidedBody> {
    const bodies = new Map<string, DecidedBody>();
    for (const node of nodes) {
      const decision = decisions.get(node.id);
      if (decision.spreads || decision === KEPT || !this.#isContainer(node)) continue;
      const body = this.#decideBody(node, scope, decision);
      bodies.set(node.id, body);
      if (body.hasChanges) decisions.set(node.id, { action: 'runs', because: 'contains', spreads: true });
    }
    return bodies;
  }

  #isContainer(node: WorkflowNode): boolean {
    return node.type === 'workflow' || definitionOf(node, this.#registry)?.isContainer === true;
  }

  #decideBody(node: WorkflowNode, scope: ForkScope, decision: NodeDecision): DecidedBody {
    const path = scope.prefix + node.id;
    const newPath = scope.newPrefix + node.id;
    const body = bodyOf(node, scope);
    const iterations = body ? latestIterations(path, this.#source) : [];
    const isReused = decision === REUSED && this.#source.ended.get(path)?.status === 'succeeded';
    const isLoop = node.type === 'loop';
    const collectors: (() => void)[] = [];
    let hasChanges = this.#hasValueWithin(newPath);
    let isOver = false;
    for (const iteration of iterations) {
      const isRequested = this.#isRequestedIteration([path, newPath, node.id], iteration.index, isLoop);
      hasChanges ||= isRequested;
      if (isRequested || isOver) {
        collectors.push(() =>
          this.#recordIteration(iteration, { action: 'runs', because: isRequested ? 'asked' : 'depends', spreads: true }),
        );
        continue;
      }
      const prefix = `${iterationPath(newPath, { index: iteration.index, attempt: 1 })}/`;
      const decided = this.decide({ ...(body as Body), prefix: `${iteration.path}/`, newPrefix: prefix });
      hasChanges ||= decided.hasChanges;
      const isComplete = decided.isComplete || (isReused && !decided.hasChanges && this.#hasFailed(iteration));
      collectors.push(isComplete ? () => this.#reuseIteration(iteration, prefix) : () => decided.collect());
      // A loop iteration starts with the output of the previous one.
      isOver = isLoop && !isComplete;
    }
    const collect = () => {
      for (const collectOne of collectors) collectOne();
    };
    return { hasChanges, collect };
  }

  #isRequestedIteration(names: readonly string[], index: number, isLoop: boolean): boolean {
    const { iteration } = this.#change;
    if (!iteration || !names.includes(iteration.nodeId)) return false;
    return isLoop ? index >= iteration.pass : index === iteration.pass;
  }

  #hasValueWithin(path: string): boolean {
    return Object.keys(this.#change.values ?? {}).some((given) => containerPathsOf(given).includes(path));
  }

  /** Whether the iteration itself failed. If its container tolerated that, the result is reused. */
  #hasFailed({ members }: SourceIteration): boolean {
    return members.some((path) => {
      const ended = this.#source.ended.get(path);
      return ended?.status === 'failed' && ended.fired === undefined;
    });
  }

  /** Nodes that lost a race run again if its winner does. */
  #runRacesAgain(nodes: readonly WorkflowNode[], { prefix }: ForkScope, decisions: ScopeDecisions): void {
    for (let isStable = false; !isStable; ) {
      isStable = true;
      for (const { id } of nodes) {
        const ended = this.#source.ended.get(prefix + id);
        if (ended?.reason !== 'lost_race' || ended.by === undefined || decisions.get(id).action !== 'reused') continue;
        if (decisions.get(nodeIdOf(ended.by)).action !== 'runs') continue;
        decisions.set(id, { action: 'runs', because: 'lost_race', by: ended.by, spreads: true });
        isStable = false;
      }
    }
  }

  #collectNode(
    id: string,
    { prefix, newPrefix }: ForkScope,
    { decision, body }: { decision: NodeDecision; body: DecidedBody | undefined },
  ): void {
    const path = prefix + id;
    if (newPrefix !== '') this.#record(id, decision);
    if (decision.action === 'given' || decision.action === 'skipped') return;
    if (decision.action === 'reused') this.#reuseNode(path, newPrefix + id);
    // A container that runs again as a whole reuses none of its iterations.
    if (decision.action === 'reused' || (decision.spreads && decision.because !== 'contains')) return;
    if (decision.because !== 'contains') this.resumed.set(path, newPrefix + id);
    body?.collect();
  }

  #reuseNode(path: string, newPath: string): void {
    if (this.#source.ended.has(path)) this.reused.set(path, newPath);
    for (const member of this.#source.inside.get(path) ?? [])
      if (this.#source.ended.has(member)) this.reused.set(member, newPath + member.slice(path.length));
  }

  #reuseIteration(iteration: SourceIteration, newPrefix: string): void {
    for (const member of iteration.members) {
      if (!this.#source.ended.has(member)) continue;
      this.reused.set(member, newPrefix + member.slice(iteration.path.length + 1));
    }
    this.#recordIteration(iteration, REUSED);
  }

  /** Records a decision for the direct children of an iteration. */
  #recordIteration({ path, members }: SourceIteration, decision: NodeDecision): void {
    for (const member of members) {
      const id = member.slice(path.length + 1);
      if (!id.includes('/')) this.#record(id, decision);
    }
  }

  #record(id: string, decision: NodeDecision): void {
    const decisions = this.inner.get(id);
    if (decisions) decisions.push(decision);
    else this.inner.set(id, [decision]);
  }

  #changedIn({ before, after, parentId }: ForkScope): ReadonlySet<string> {
    const known = this.#changed.get(after) ?? new Map<string | undefined, ReadonlySet<string>>();
    this.#changed.set(after, known);
    const changed = known.get(parentId) ?? changedNodes({ before, after }, parentId, this.#registry);
    known.set(parentId, changed);
    return changed;
  }
}

/** A decision that spreads to dependents is not replaced by one that does not. */
function isStronger(known: NodeDecision, other: NodeDecision): boolean {
  return known.spreads && !other.spreads;
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
