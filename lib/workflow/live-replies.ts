import { exclusiveNodes } from './exclusive-nodes.ts';
import { buildGraph, type WorkflowGraph } from './graph.ts';
import { calledWorkflow, hasReplies, leavingTexts } from './leaving-texts.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/** Nodes whose text a caller reads while it is written, by paths without iterations, with what comes before it. */
export type LiveTexts = ReadonlyMap<string, string>;

/** How the `reply` nodes of a workflow, and of those that it calls, say what models write. */
export type LiveReplies = {
  readonly live: LiveTexts;
  /** Nodes whose text comes with the whole reply: it has other values before theirs, or others may come next to it. */
  readonly quoted: ReadonlySet<string>;
};

const known = new WeakMap<Workflow, LiveReplies>();

/** Cached per document. */
export function liveReplies(workflow: Workflow): LiveReplies {
  const found = known.get(workflow) ?? findReplies(workflow);
  known.set(workflow, found);
  return found;
}

function findReplies(workflow: Workflow): LiveReplies {
  const sources = sourcesIn(workflow, { prefix: '', mayBeLive: true, leaving: leavingTexts(workflow) });
  const live = new Map(sources.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before] as const])));
  return { live, quoted: new Set(sources.flatMap(({ path }) => (live.has(path) ? [] : path))) };
}

/** A node that a reply is streamed from. `before`: missing where its text waits for the reply. */
type Source = { readonly path: string; readonly before: string | undefined };
type Scope = { readonly prefix: string; readonly mayBeLive: boolean; readonly leaving: ReadonlySet<string> };

function sourcesIn(workflow: Workflow, { prefix, mayBeLive, leaving }: Scope): Source[] {
  const graph = buildGraph(workflow);
  const pathOf = ({ id }: WorkflowNode) => prefix + [...graph.containersOf(id).toReversed(), id].join('/');
  const calls = [...graph.nodes.values()].flatMap((node) => {
    const called = calledWorkflow(node, workflow);
    return called && hasReplies(called) ? [{ node, called }] : [];
  });
  const replies = [...graph.nodes.values()].filter(({ type }) => type === 'reply');
  const voices = [...replies, ...calls.map(({ node }) => node)];
  const isAlone = aloneIn(graph, voices);
  const own = replies.flatMap((reply) => {
    const source = graph.nodes.get(String(reply.config.from ?? ''));
    if (!source) return [];
    const isOnly = replies.every((other) => other === reply || other.config.from !== source.id);
    const isLive = mayBeLive && isOnly && leaving.has(pathOf(source)) && isAlone(source, reply);
    return [{ path: pathOf(source), before: isLive ? textBefore(reply.config.text, source.id) : undefined }];
  });
  const within = calls.flatMap(({ node, called }) =>
    sourcesIn(called, { prefix: `${pathOf(node)}/`, mayBeLive: mayBeLive && isAlone(node, node), leaving }),
  );
  return [...own, ...within];
}

/** Whether no other reply comes between the start of the source and the reply. */
function aloneIn(graph: WorkflowGraph, voices: readonly WorkflowNode[]) {
  const isExclusive = exclusiveNodes(graph);
  const chainOf = ({ id }: WorkflowNode) => [id, ...graph.containersOf(id)];
  const areExclusive = (one: WorkflowNode, other: WorkflowNode) =>
    chainOf(one).some((a) => chainOf(other).some((b) => isExclusive(a, b)));
  return (source: WorkflowNode, reply: WorkflowNode): boolean =>
    graph.containersOf(reply.id).every((id) => runsOneAtATime(graph.nodes.get(id))) &&
    voices.every(
      (other) =>
        other === reply ||
        graph.isSurelyBefore(other.id, source.id) ||
        graph.isSurelyBefore(reply.id, other.id) ||
        areExclusive(other, reply),
    );
}

function runsOneAtATime(container: WorkflowNode | undefined): boolean {
  return container?.type === 'loop' || container?.config.concurrency === 1;
}

/** The literal text before the output of the node, where the reply has nothing else before it. */
function textBefore(text: unknown, sourceId: string): string | undefined {
  if (typeof text !== 'string') return undefined;
  const [, before, id] = /^([^{]*)\{\{ *([A-Za-z]\w*)\.output *(?:\| *default:[^{}|]*)*\}\}/.exec(text) ?? [];
  return id === sourceId ? before : undefined;
}
