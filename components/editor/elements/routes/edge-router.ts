import type { Frame } from '#components/editor/document/container-frames.ts';
import { FRAME_HEAD_PX } from '#components/editor/document/container-frames.ts';
import type { DrawnRoute, FlowEdge } from '#components/editor/elements/flow-elements.ts';
import { BoxIndex, touches } from '#components/editor/elements/routes/box-index.ts';
import {
  boxAt,
  boxOfElement,
  type EndElement,
  endsOf,
  hullOf,
  isSameEnds,
  isSameFrame,
  isSameRoute,
  portOfSource,
} from '#components/editor/elements/routes/edge-ends.ts';
import { findRoute, type Route } from '#components/editor/elements/routes/find-route.ts';
import { type EdgeEnds, grown, Obstacles } from '#components/editor/elements/routes/obstacles.ts';
import { type Line, spreadRoutes } from '#components/editor/elements/routes/spread-routes.ts';
import type { Box } from '#lib/workflow/edit/align-boxes.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

type Drawing = {
  readonly nodes: readonly EndElement[];
  readonly edges: readonly FlowEdge[];
  readonly document: readonly WorkflowNode[];
};
type Known = { readonly ends: EdgeEnds; readonly scope: string; readonly route: Route; readonly obstacles: Obstacles };

/** Pixels around a route within which a node that moves may change it. */
const CONCERNED_PX = 96;
/** With more nodes that moved it is cheaper to find every route again. */
const CHANGED_MAX = 40;

/**
 * Routes of all edges of one canvas. After a change only those are found again that the changed nodes concern, and an
 * edge whose route stays is the same object.
 */
export class EdgeRouter {
  #boxes: ReadonlyMap<string, Box> = new Map();
  #index = new BoxIndex([]);
  #parents: ReadonlyMap<NodeId, NodeId | undefined> = new Map();
  #known = new Map<string, Known>();
  #routed = new Map<string, { readonly edge: FlowEdge; readonly routed: FlowEdge }>();
  #list: FlowEdge[] = [];

  /** The edges with their routes. */
  route({ nodes, edges, document }: Drawing): FlowEdge[] {
    const changed = this.#readBoxes(nodes);
    this.#parents = new Map(document.map(({ id, parentId }) => [id, parentId]));
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const forks = countBy(edges, portOfSource);
    const known = new Map<string, Known>();
    const lines: (Line | undefined)[] = edges.map((edge) => {
      const ends = endsOf(edge, byId);
      if (!ends) return undefined;
      const one = this.#find(edge, ends, { changed, isFork: (forks.get(portOfSource(edge)) ?? 0) > 1 });
      known.set(edge.id, one);
      return { sourcePort: portOfSource(edge), targetPort: `${edge.target} ${edge.targetHandle}`, ...one };
    });
    this.#known = known;
    const spread = spreadRoutes(lines.filter((line) => line !== undefined));
    const routes = lines.map((line) => (line ? spread.shift() : undefined));
    this.#routed = new Map(edges.map((edge, index) => [edge.id, this.#keep(edge, routes[index])]));
    const list = [...this.#routed.values()].map(({ routed }) => routed);
    const isSame = list.length === this.#list.length && list.every((edge, index) => edge === this.#list[index]);
    this.#list = isSame ? this.#list : list;
    return this.#list;
  }

  /** A route for ends that are being dragged, around the other nodes as they were before. */
  #routeNow(edge: Pick<FlowEdge, 'id' | 'source' | 'target'>, at: Pick<EdgeEnds, 'source' | 'target'>): Route {
    const known = this.#known.get(edge.id)?.ends;
    if (!known) return [at.source, at.target];
    const sourceBox = boxAt(known.sourceBox, known.source, at.source);
    const targetBox = boxAt(known.targetBox, known.target, at.target);
    const ends = { ...at, isFromSide: known.isFromSide, sourceBox, targetBox };
    return findRoute(ends, this.#obstaclesOf(edge, ends), { isMoving: true });
  }

  #find(edge: FlowEdge, ends: EdgeEnds, { changed, isFork }: { changed: readonly Frame[]; isFork: boolean }): Known {
    const scope = this.#scopeKey(edge);
    const before = this.#known.get(edge.id);
    if (before && before.scope === scope && isSameEnds(before.ends, ends) && changed.length <= CHANGED_MAX) {
      const concerned = grown(hullOf(before.route), CONCERNED_PX);
      // Obstacles refer to the list of boxes, which is another one now.
      if (!changed.some((frame) => touches(frame, concerned))) return { ...before, obstacles: this.#obstaclesOf(edge, ends) };
    }
    const obstacles = this.#obstaclesOf(edge, ends);
    return { ends, scope, obstacles, route: findRoute(ends, obstacles, { isFork }) };
  }

  #obstaclesOf({ source, target }: Pick<FlowEdge, 'source' | 'target'>, ends: EdgeEnds): Obstacles {
    const [above, below] = [this.#containersOf(source), this.#containersOf(target)];
    const [scope] = above;
    const frame = scope !== undefined && scope === below[0] ? this.#boxes.get(scope) : undefined;
    const bounds = frame && { x: frame.x, y: frame.y + FRAME_HEAD_PX, width: frame.width, height: frame.height - FRAME_HEAD_PX };
    return new Obstacles({ index: this.#index, except: new Set([source, target, ...above, ...below]), bounds }, ends);
  }

  /** The containers around a node, the innermost first. */
  #containersOf(id: string): string[] {
    const found: string[] = [];
    for (let at = this.#parents.get(id); at !== undefined && !found.includes(at); at = this.#parents.get(at)) found.push(at);
    return found;
  }

  #scopeKey({ source, target }: FlowEdge): string {
    return `${this.#parents.get(source)} ${this.#parents.get(target)}`;
  }

  #keep(edge: FlowEdge, route: Route | undefined) {
    const before = this.#routed.get(edge.id);
    const last = before?.routed.data?.drawn?.route;
    if (before?.edge === edge && isSameRoute(last, route)) return before;
    if (!edge.data || !route) return { edge, routed: edge };
    const drawn: DrawnRoute = { route, whileDragged: (at) => this.#routeNow(edge, at) };
    return { edge, routed: { ...edge, data: { ...edge.data, drawn } } };
  }

  /** @returns what boxes covered before and cover now that have changed */
  #readBoxes(nodes: readonly EndElement[]): Frame[] {
    const before = this.#boxes;
    const boxes = new Map(nodes.map((node) => [node.id, boxOfElement(node)]));
    const changed: Frame[] = [];
    for (const [id, box] of boxes) {
      const was = before.get(id);
      if (was && isSameFrame(was, box)) boxes.set(id, was);
      else changed.push(...(was ? [was, box] : [box]));
    }
    for (const [id, was] of before) if (!boxes.has(id)) changed.push(was);
    if (changed.length > 0) {
      this.#boxes = boxes;
      this.#index = new BoxIndex(boxes.values());
    }
    return changed;
  }
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
