import { WORKFLOW_FORMAT, type Workflow, type WorkflowEdge, type WorkflowNode } from '#lib/workflow/workflow.ts';

/**
 * A shape of workflow in any size, to check that the cost of each part does not grow with the size.
 */
export type Shape = {
  /** Numbers of parts to measure. The last is the largest realistic size. */
  readonly sizes: readonly [small: number, large: number];
  readonly unit: string;
  make(size: number): { readonly workflow: Workflow; readonly inputs?: Readonly<Record<string, unknown>> };
};

export const shapes: Readonly<Record<string, Shape>> = {
  map: {
    sizes: [500, 5000],
    unit: 'item',
    make: (size) => overItems('map', { items: '{{start.items}}', concurrency: 10 }, size),
  },
  loop: {
    sizes: [200, 2000],
    unit: 'pass',
    make: (size) => overItems('loop', { while: `loop.index < ${size - 1}`, max: size }, 0),
  },
  chain: { sizes: [100, 1000], unit: 'node', make: (size) => ({ workflow: chain(size) }) },
  branches: { sizes: [100, 1000], unit: 'branch', make: (size) => ({ workflow: branches(size) }) },
  parallel: { sizes: [100, 1000], unit: 'branch', make: (size) => ({ workflow: sideBySide(size) }) },
  'nested-loops': { sizes: [5, 20], unit: 'container', make: (size) => ({ workflow: nested(size) }) },
  'nested-maps': { sizes: [4, 16], unit: 'item of an item of an item', make: (size) => ({ workflow: mapsInMaps(size) }) },
};

type Row = { readonly id: string; readonly type: string; readonly config: object; readonly parentId?: string };

function documentOf(name: string, rows: readonly Row[], links: readonly (readonly [string, string])[]): Workflow {
  const nodes = rows.map(
    ({ id, type, config, parentId }): WorkflowNode => ({
      id,
      type,
      version: 1,
      label: id,
      config: config as WorkflowNode['config'],
      position: { x: 0, y: 0 },
      ...(parentId !== undefined && { parentId }),
    }),
  );
  const edges = links.map(
    ([source, target]): WorkflowEdge => ({ id: `${source}-${target}`, source, sourceHandle: 'out', target, targetHandle: 'in' }),
  );
  return { format: WORKFLOW_FORMAT, name, description: '', settings: { limits: { maxSteps: 1_000_000 } }, nodes, edges };
}

const start: Row = { id: 'start', type: 'start', config: { inputs: [{ name: 'items', type: 'json', default: [] }] } };

/** A body of two nodes, one of which reads the other. */
function overItems(type: 'map' | 'loop', config: object, items: number) {
  const body: Row[] = [
    { id: 'one', type: 'set', config: { values: { index: `{{${type}.index}}`, text: 'some words' } }, parentId: 'each' },
    { id: 'two', type: 'template', config: { template: 'Item {{one.index}}: {{one.text}}' }, parentId: 'each' },
  ];
  const rows: Row[] = [start, { id: 'each', type, config }, ...body];
  const links = [
    ['start', 'each'],
    ['one', 'two'],
  ] as const;
  const list = Array.from({ length: items }, (_, index) => ({ id: index, name: `item ${index}` }));
  return { workflow: documentOf(type, rows, links), inputs: { items: list } };
}

function chain(size: number): Workflow {
  const rows = Array.from({ length: size }, (_, index): Row => {
    const config = { values: { n: index, before: index === 0 ? 'none' : `{{n${index - 1}.n}}` } };
    return { id: `n${index}`, type: 'set', config };
  });
  return documentOf(
    'chain',
    rows,
    rows.slice(1).map(({ id }, index) => [`n${index}`, id] as const),
  );
}

/** Fan-out from one node and fan-in to another. */
function branches(size: number): Workflow {
  const rows = Array.from(
    { length: size },
    (_, index): Row => ({ id: `b${index}`, type: 'template', config: { template: `branch ${index} of {{start.items}}` } }),
  );
  const links = rows.flatMap(({ id }) => [['start', id] as const, [id, 'all'] as const]);
  return documentOf('branches', [start, ...rows, { id: 'all', type: 'merge', config: { mode: 'list' } }], links);
}

function sideBySide(size: number): Workflow {
  const rows = Array.from(
    { length: size },
    (_, index): Row => ({ id: `b${index}`, type: 'template', config: { template: `branch ${index}` }, parentId: 'beside' }),
  );
  return documentOf('parallel', [{ id: 'beside', type: 'parallel', config: { concurrency: 10 } }, ...rows], []);
}

/** Nested loops, each with a node before the next one. */
function nested(size: number): Workflow {
  const rows = Array.from({ length: size }, (_, depth): Row[] => {
    const inside = depth === 0 ? {} : { parentId: `l${depth - 1}` };
    return [
      { id: `l${depth}`, type: 'loop', config: { while: 'false', max: 1 }, ...inside },
      { id: `t${depth}`, type: 'template', config: { template: `depth ${depth}` }, ...inside },
    ];
  });
  const leaf: Row = { id: 'leaf', type: 'template', config: { template: 'leaf' }, parentId: `l${size - 1}` };
  return documentOf(
    'nested',
    [...rows.flat(), leaf],
    rows.map((_, depth) => [`t${depth}`, `l${depth}`] as const),
  );
}

/** Three nested maps with the same number of items. */
function mapsInMaps(size: number): Workflow {
  const items = Array.from({ length: size }, (_, index) => index);
  const map = (id: string, parentId?: string): Row => ({
    id,
    type: 'map',
    config: { items, concurrency: 4 },
    ...(parentId !== undefined && { parentId }),
  });
  const leaf: Row = { id: 'leaf', type: 'template', config: { template: 'item {{map.item}}' }, parentId: 'c' };
  return documentOf('nested-maps', [map('a'), map('b', 'a'), map('c', 'b'), leaf], []);
}
