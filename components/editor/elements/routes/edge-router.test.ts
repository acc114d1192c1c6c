import Elk from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxOf, framesOf } from '#components/editor/document/container-frames.ts';
import { elementsKeeper } from '#components/editor/elements/elements-keeper.ts';
import type { FlowEdge, FlowNode } from '#components/editor/elements/flow-elements.ts';
import { frameSizesOf, positionsOf, toLayoutGraph } from '#components/editor/elements/layout-graph.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';

const look = { dragged: new Map<string, Position>(), noteName: 'Note' };
const none: ReadonlySet<string> = new Set();
const classes = ['refund', 'bug', 'other'].map((id) => ({ id, title: id, description: id }));

function nodeOf(id: string, type: string, more: Partial<WorkflowNode> = {}): WorkflowNode {
  const config = type === 'classifier' ? { classes } : {};
  return { id, type, version: 1, label: id, config, position: { x: 0, y: 0 }, ...more };
}

function edgeOf(source: string, sourceHandle: string, target: string): WorkflowEdge {
  return { id: `${source} ${sourceHandle} ${target}`, source, sourceHandle, target, targetHandle: 'in' };
}

function workflowOf(nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]): Workflow {
  const unique = [...new Map(edges.map((edge) => [edge.id, edge])).values()];
  return { format: 'threadloom/workflow@1', name: 'Drawn', description: '', settings: {}, nodes: [...nodes], edges: unique };
}

function shownOf(document: Workflow) {
  return { document, selectedNodes: none, selectedEdges: none, selectedNotes: none };
}

function drawn(document: Workflow, elementsOf = elementsKeeper()): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const { steps, edges } = elementsOf(shownOf(document), look);
  return { nodes: steps, edges };
}

type Drawing = {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  readonly parentOf: ReadonlyMap<string, string | undefined>;
};

/** Names edges that cross a node which neither ends nor contains them. */
function findEdgesBehindNodes({ nodes, edges, parentOf }: Drawing): string[] {
  const containersOf = (id: string): string[] => {
    const parent = parentOf.get(id);
    return parent === undefined ? [] : [parent, ...containersOf(parent)];
  };
  return edges.flatMap(({ id, source, target, data }) => {
    const route = data?.drawn?.route ?? [];
    const around = new Set([...containersOf(source), ...containersOf(target)]);
    return nodes
      .filter((node) => !around.has(node.id))
      .flatMap((node) => {
        const { position, width = 0, height = 0 } = node;
        const [left, top] = [position.x - width / 2, position.y];
        const isCrossed = route.some((a, index) => {
          const b = route[index + 1];
          if (!b) return false;
          const [x, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
          const [y, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
          return x < left + width && right > left && y < top + height && bottom > top;
        });
        return isCrossed ? [`${id} behind ${node.id}`] : [];
      });
  });
}

function behind(document: Workflow, elementsOf = elementsKeeper()): string[] {
  const { nodes, edges } = drawn(document, elementsOf);
  return findEdgesBehindNodes({ nodes, edges, parentOf: new Map(document.nodes.map(({ id, parentId }) => [id, parentId])) });
}

async function laidOut(document: Workflow): Promise<Workflow> {
  const graph = await new Elk().layout(toLayoutGraph(document));
  const [places, sizes] = [positionsOf(graph, document), frameSizesOf(graph)];
  const nodes = document.nodes.map((node) => {
    const size = sizes.get(node.id);
    return { ...node, position: places.get(node.id) ?? node.position, ...(size && { size }) };
  });
  return { ...document, nodes };
}

const OUTPUTS: Record<string, readonly string[]> = { classifier: ['refund', 'bug', 'other'], approval: ['approved', 'rejected'] };
const types = ['template', 'llm', 'classifier', 'approval', 'http', 'map', 'loop', 'end'];
const node = fc.record({ type: fc.constantFrom(...types), inside: fc.nat(), isInside: fc.boolean() });
const link = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  port: fc.nat(),
  isBack: fc.nat(9).map((n) => n === 0),
  isError: fc.nat(7).map((n) => n === 0),
});

/** Layered graphs with branches, errors, edges backwards, and containers with bodies, also in each other. */
const graph = fc
  .record({ parts: fc.array(node, { minLength: 3, maxLength: 14 }), links: fc.array(link, { minLength: 3, maxLength: 22 }) })
  .map(({ parts, links }) => {
    const nodes = [nodeOf('start', 'start')];
    for (const [index, { type, inside, isInside }] of parts.entries()) {
      const frames = nodes.filter((one) => one.type === 'map' || one.type === 'loop');
      const parentId = isInside ? frames[inside % Math.max(1, frames.length)]?.id : undefined;
      nodes.push(nodeOf(`n${index}`, type === 'end' && parentId ? 'template' : type, parentId === undefined ? {} : { parentId }));
    }
    const edges = links.flatMap(({ from, to, port, isBack, isError }) => {
      const [a, b] = [from % nodes.length, to % nodes.length].sort((x, y) => x - y) as [number, number];
      const source = nodes[isBack ? b : a] as WorkflowNode;
      const target = nodes[isBack ? a : b] as WorkflowNode;
      if (a === b || source.parentId !== target.parentId || source.type === 'end' || target.type === 'start') return [];
      const outputs = OUTPUTS[source.type] ?? ['out'];
      const out = isError && source.type !== 'start' ? 'error' : (outputs[port % outputs.length] as string);
      return [edgeOf(source.id, out, target.id)];
    });
    return workflowOf(nodes, edges);
  });

/** Puts the nodes of each container in rows in any order, with gaps of 14 px or more, so that every edge has a way. */
function scattered(document: Workflow, random: readonly number[]): Workflow {
  let nodes = document.nodes;
  const drawn = [...random];
  const next = (below: number) => {
    const value = drawn.shift() ?? 0;
    drawn.push(value);
    return value % below;
  };
  const place = (scope: string | undefined) => {
    const members = nodes.filter(({ parentId }) => parentId === scope).map(({ id }) => id);
    for (const id of members) place(id);
    members.sort(() => next(3) - 1);
    let [x, y, height] = [0, 0, 0];
    for (const id of members) {
      if (next(3) === 0) [x, y, height] = [0, y + height + 14 + next(60), 0];
      const frames = framesOf(nodes);
      const moved = nodes.find((one) => one.id === id) as WorkflowNode;
      const box = boxOf(moved, frames);
      const delta = { x: x - box.x, y: y - box.y };
      const isMoved = (at: WorkflowNode | undefined): boolean =>
        at !== undefined && (at.id === id || isMoved(nodes.find((one) => one.id === at.parentId)));
      const shifted = new Set(nodes.filter(isMoved));
      nodes = nodes.map((one) =>
        shifted.has(one) ? { ...one, position: { x: one.position.x + delta.x, y: one.position.y + delta.y } } : one,
      );
      x += box.width + 14 + next(80);
      height = Math.max(height, box.height);
    }
  };
  place(undefined);
  return { ...document, nodes };
}

test('after auto layout no edge runs behind a node', async () => {
  await fc.assert(
    fc.asyncProperty(graph, async (document) => {
      expect(behind(await laidOut(document))).toEqual([]);
    }),
    { numRuns: 10 },
  );
}, 60_000);

test('wherever nodes are moved, edges go around them, and the rest of the canvas keeps its routes', () => {
  const random = fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(graph, random, random, (document, before, after) => {
      const elementsOf = elementsKeeper();
      expect(behind(scattered(document, before), elementsOf)).toEqual([]);
      const moved = scattered(document, after);
      expect(behind(moved, elementsOf)).toEqual([]);
      expect(
        elementsOf(shownOf(moved), look)
          .edges.map(({ id }) => id)
          .sort(),
      ).toEqual(moved.edges.map(({ id }) => id).sort());
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('a branch that passes beside two nodes keeps its distance, and lines of different edges stay apart', () => {
  const at = (x: number, y: number) => ({ position: { x, y } });
  const nodes = [
    nodeOf('sort', 'classifier', at(0, 0)),
    nodeOf('answer', 'llm', at(0, 100)),
    nodeOf('check', 'approval', at(0, 180)),
    nodeOf('end', 'end', at(0, 290)),
  ];
  const edges = [
    edgeOf('sort', 'bug', 'end'),
    edgeOf('sort', 'refund', 'answer'),
    edgeOf('answer', 'out', 'check'),
    edgeOf('check', 'approved', 'end'),
  ];
  const { edges: routed } = drawn(workflowOf(nodes, edges));
  const [bug] = routed.map(({ data }) => data?.drawn?.route ?? []);
  expect(behind(workflowOf(nodes, edges))).toEqual([]);
  expect(Math.max(...(bug ?? []).map(({ x }) => Math.abs(x)))).toBe(116);
});

test('a node is dragged over others of a large workflow without a search far around it at each move', () => {
  const columns = 20;
  const cells = Array.from({ length: 400 }, (_, index) => ({ column: index % columns, row: Math.floor(index / columns) }));
  const nodes = cells.map(({ column, row }) =>
    nodeOf(`${column}-${row}`, 'http', { position: { x: column * 264, y: row * 80 } }),
  );
  const edges = cells.flatMap(({ column, row }) => (row > 0 ? [edgeOf(`${column}-${row - 1}`, 'out', `${column}-${row}`)] : []));
  const moved = drawn(workflowOf(nodes, edges)).edges.filter(({ source, target }) => [source, target].includes('10-10'));
  expect(moved).toHaveLength(2);
  const moves = 60;
  const sinceMs = threadCpuMs();
  for (let move = 1; move <= moves; move++)
    for (const { target, data } of moved) {
      const [first, last] = [data?.drawn?.route[0], data?.drawn?.route.at(-1)] as [Position, Position];
      const shifted = ({ x, y }: Position) => ({ x: x + move * 6, y: y + move * 3 });
      const ends = target === '10-10' ? { source: first, target: shifted(last) } : { source: shifted(first), target: last };
      expect(data?.drawn?.whileDragged(ends).at(target === '10-10' ? -1 : 0)).toEqual(
        target === '10-10' ? ends.target : ends.source,
      );
    }
  expect((threadCpuMs() - sinceMs) / moves).toBeLessThan(2);
});

test('an unchanged route is the same object after another node has moved', () => {
  const at = (x: number, y: number) => ({ position: { x, y } });
  const nodes = [nodeOf('a', 'llm', at(0, 0)), nodeOf('b', 'llm', at(80, 100)), nodeOf('far', 'llm', at(900, 0))];
  const document = workflowOf(nodes, [edgeOf('a', 'out', 'b')]);
  const elementsOf = elementsKeeper();
  const [before] = drawn(document, elementsOf).edges;
  const moved = nodes.map((one) => (one.id === 'far' ? { ...one, ...at(900, 400) } : one));
  const [after] = drawn({ ...document, nodes: moved }, elementsOf).edges;
  expect(before?.data?.drawn?.route).toHaveLength(4);
  expect(after).toBe(before);
});
