import type { Workflow, WorkflowGroup, WorkflowNote } from './workflow.ts';

const MAX_LINE = 120;

const KEY_ORDER = {
  workflow: ['format', 'name', 'description', 'settings', 'triggers', 'nodes', 'edges', 'canvas'],
  settings: ['limits', 'defaultModel', 'language'],
  limits: ['maxSteps', 'maxTokens', 'maxCostUsd', 'maxToolCalls', 'maxDurationMs', 'onLimit'],
  node: ['id', 'type', 'version', 'label', 'config', 'options', 'position', 'parentId', 'size'],
  options: ['retry', 'timeoutMs', 'onError', 'pinned', 'disabled', 'notes'],
  retry: ['attempts', 'delayMs', 'factor', 'on'],
  position: ['x', 'y'],
  size: ['width', 'height'],
  trigger: ['id', 'type', 'version', 'label', 'config', 'inputs', 'filter', 'idempotencyKey', 'disabled', 'sample'],
  edge: ['id', 'source', 'sourceHandle', 'target', 'targetHandle'],
  canvas: ['notes', 'groups'],
  note: ['id', 'text', 'position', 'width', 'height'],
  group: ['id', 'title', 'collapsed', 'nodeIds'],
} as const;

type Json = Readonly<Record<string, unknown>>;

/** Keys whose values always span several lines, so that short and long nodes look alike. */
const OPEN_PATHS = ['', 'triggers', 'triggers[]', 'nodes', 'nodes[]', 'edges'];

/**
 * The canonical text of a workflow: the same bytes for any order of nodes and edges, so that git
 * shows small diffs. Unknown keys follow, sorted. Configs keep their key order, which is
 * significant for `end` and `switch`.
 */
export function formatWorkflow(workflow: Workflow): string {
  const { settings, triggers, nodes, edges, canvas } = workflow;
  const document = {
    ...workflow,
    settings: inOrder({ ...settings, limits: inOrder(settings.limits, KEY_ORDER.limits) }, KEY_ORDER.settings),
    triggers:
      triggers && [...triggers].sort((a, b) => compareBy(a, b, ['id'])).map((trigger) => inOrder(trigger, KEY_ORDER.trigger)),
    nodes: [...nodes].sort((a, b) => compareBy(a, b, ['id'])).map(canonicalNode),
    edges: sortEdges(edges).map((edge) => inOrder(edge, KEY_ORDER.edge)),
    canvas: canvas && canonicalCanvas(canvas),
  };
  return `${print(inOrder(document, KEY_ORDER.workflow), { indent: '', used: 0, isOpen: OPEN_PATHS, path: '' })}\n`;
}

/** Edges in canonical order, also in a run: the input of a join must not depend on how edges were drawn. */
export function sortEdges<Edge extends Workflow['edges'][number]>(edges: readonly Edge[]): Edge[] {
  return [...edges].sort((a, b) => compareBy(a, b, ['source', 'target', 'sourceHandle', 'targetHandle', 'id']));
}

function canonicalNode(node: Workflow['nodes'][number]): unknown {
  const { options, position, size } = node;
  const canonical = {
    ...node,
    options: options && inOrder({ ...options, retry: inOrder(options.retry, KEY_ORDER.retry) }, KEY_ORDER.options),
    position: canonicalPosition(position),
    size: size && inOrder({ ...size, width: Math.ceil(size.width), height: Math.ceil(size.height) }, KEY_ORDER.size),
  };
  return inOrder(canonical, KEY_ORDER.node);
}

function canonicalCanvas({ notes, groups, ...rest }: NonNullable<Workflow['canvas']>): unknown {
  const canonical = {
    ...rest,
    notes: notes && [...notes].sort((a, b) => compareBy(a, b, ['id'])).map(canonicalNote),
    groups: groups && [...groups].sort((a, b) => compareBy(a, b, ['id'])).map(canonicalGroup),
  };
  return inOrder(canonical, KEY_ORDER.canvas);
}

function canonicalNote(note: WorkflowNote): unknown {
  const { position, width, height } = note;
  const canonical = { ...note, position: canonicalPosition(position), width: Math.ceil(width), height: Math.ceil(height) };
  return inOrder(canonical, KEY_ORDER.note);
}

function canonicalGroup(group: WorkflowGroup): unknown {
  return inOrder({ ...group, nodeIds: [...group.nodeIds].sort(compareText) }, KEY_ORDER.group);
}

function canonicalPosition<Position extends WorkflowNote['position']>(position: Position): Position {
  return inOrder({ ...position, x: round(position.x), y: round(position.y) }, KEY_ORDER.position);
}

/** JSON writes -0 as 0. */
function round(value: number): number {
  return Math.round(value) + 0;
}

function inOrder<T extends object | undefined>(value: T, known: readonly string[]): T {
  if (value === undefined) return value;
  const source = value as Json;
  const unknown = Object.keys(source).filter((key) => !known.includes(key));
  const ordered: [string, unknown][] = [];
  for (const key of [...known, ...unknown.sort(compareText)])
    if (Object.hasOwn(source, key) && source[key] !== undefined) ordered.push([key, source[key]]);
  return Object.fromEntries(ordered) as T;
}

function compareBy<T>(a: T, b: T, keys: readonly (keyof T)[]): number {
  for (const key of keys) {
    const order = compareText(String(a[key]), String(b[key]));
    if (order !== 0) return order;
  }
  // Duplicate ids are invalid, but their order must still be deterministic.
  return compareText(JSON.stringify(a), JSON.stringify(b));
}

/** By code unit, independent of the locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Printing = {
  readonly indent: string;
  /** Characters before the value on its line, without the indent. */
  readonly used: number;
  /** Path in the document, as precise as `isOpen` needs it; `*` for deeper values. */
  readonly path: string;
  /** Keys whose values always span several lines, so that short and long nodes look alike. */
  readonly isOpen: readonly string[];
};

function print(value: unknown, printing: Printing): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return isList ? '[]' : '{}';
  if (!printing.isOpen.includes(printing.path)) {
    // One more for a trailing comma.
    const room = MAX_LINE - printing.indent.length - printing.used - 1;
    const short = inline(value, room);
    if (short !== undefined) return short;
  }
  const indent = `${printing.indent}  `;
  const lines = entries.map(([key, item]) => {
    const name = isList ? '' : `${JSON.stringify(key)}: `;
    const path =
      printing.path === '*' || printing.indent.length > 4
        ? '*'
        : isList
          ? `${printing.path}[]`
          : printing.path === ''
            ? key
            : '*';
    return indent + name + print(item, { ...printing, indent, used: name.length, path });
  });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${printing.indent}${close}`;
}

/** The value on one line, if it fits. */
function inline(value: unknown, room: number): string | undefined {
  // Its JSON is no shorter, and each level around it would stringify a long text again.
  if (typeof value === 'string' && value.length > room) return undefined;
  if (value === null || typeof value !== 'object') return fitting(JSON.stringify(value), room);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let left = room - (isList ? 2 : 4);
  for (const [key, item] of isList ? value.map((one) => ['', one] as const) : Object.entries(value)) {
    if (item === undefined) continue;
    const name = isList ? '' : `${JSON.stringify(key)}: `;
    const text = inline(item, left - name.length);
    if (text === undefined) return undefined;
    parts.push(name + text);
    left -= name.length + text.length + 2;
  }
  if (parts.length === 0) return fitting(isList ? '[]' : '{}', room);
  return fitting(isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`, room);
}

function fitting(text: string, room: number): string | undefined {
  return text.length <= room ? text : undefined;
}
