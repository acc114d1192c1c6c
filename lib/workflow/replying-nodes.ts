import { answerName } from '../run/answer-text.ts';
import { exclusiveNodes } from './exclusive-nodes.ts';
import { buildGraph } from './graph.ts';
import { hasReplies, leavingTexts } from './leaving-texts.ts';
import { type LiveTexts, liveReplies } from './live-replies.ts';
import { plainTags } from './plain-tags.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/** A value that is the answer of a node and nothing else. */
const NODE_OUTPUT = /^\{\{ *([A-Za-z][A-Za-z0-9_]*)\.output *\}\}$/;

/**
 * The `llm` nodes whose text a caller reads while it is written: they write the reply, or what a `reply` is streamed
 * from, and nothing that comes after them can keep it back.
 */
export function replyingNodes(workflow: Workflow): LiveTexts {
  if (hasReplies(workflow)) return liveReplies(workflow).live;
  const leaving = leavingTexts(workflow);
  const ids = [...answeringNodes(workflow)].filter((id) => leaving.has(id));
  if (ids.length < 2) return new Map(ids.map((id) => [id, '']));
  // Of several that write at once, one at most is the reply.
  const isExclusive = exclusiveNodes(buildGraph(workflow));
  const alone = ids.filter((id) => ids.every((other) => other === id || isExclusive(id, other)));
  return new Map(alone.map((id) => [id, '']));
}

/**
 * Ids of the `llm` nodes that write the reply: every `end` that comes after such a node gives `{{node.output}}` as its
 * reply. What another node may still change is not among them, and neither is structured output. In a workflow with
 * `reply` nodes they are those outside of containers whose output is in the text of one.
 */
export function answeringNodes(workflow: Workflow): ReadonlySet<string> {
  if (hasReplies(workflow)) return quotedNodes(workflow);
  const { nodes, edges } = workflow;
  const outer = nodes.filter(({ parentId }) => parentId === undefined);
  const ends = outer.filter(({ type }) => type === 'end');
  const sourceByEnd = new Map(ends.map((end) => [end.id, replySource(end)]));
  const nextOf = Map.groupBy(edges, ({ source }) => source);
  const candidates = new Set([...sourceByEnd.values()].filter((id) => id !== undefined));
  const isReply = (id: string) =>
    [...reachedFrom(id, nextOf)].every((reached) => !sourceByEnd.has(reached) || sourceByEnd.get(reached) === id);
  return new Set(outer.filter((node) => candidates.has(node.id) && writesText(node) && isReply(node.id)).map(({ id }) => id));
}

function quotedNodes({ nodes }: Workflow): ReadonlySet<string> {
  const tags = nodes.flatMap(({ type, config }) =>
    type === 'reply' && typeof config.text === 'string' ? plainTags(config.text) : [],
  );
  const said = new Set(tags.flatMap(({ choices }) => choices.flatMap(([id, ...keys]) => (keys.join() === 'output' ? id : []))));
  return new Set(
    nodes.filter((node) => node.parentId === undefined && said.has(node.id) && writesText(node)).map(({ id }) => id),
  );
}

function writesText({ type, config }: WorkflowNode): boolean {
  return type === 'llm' && (config as { outputSchema?: unknown } | undefined)?.outputSchema === undefined;
}

function replySource({ config }: WorkflowNode): string | undefined {
  const outputs = (config as { outputs?: unknown } | undefined)?.outputs;
  if (typeof outputs !== 'object' || outputs === null) return undefined;
  const name = answerName(Object.keys(outputs));
  const value = name === undefined ? undefined : (outputs as Record<string, unknown>)[name];
  const [, id] = (typeof value === 'string' && NODE_OUTPUT.exec(value)) || [];
  return id;
}

function reachedFrom(id: string, nextOf: ReadonlyMap<string, Workflow['edges']>): Set<string> {
  const reached = new Set<string>();
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const { target } of nextOf.get(at) ?? [])
      if (!reached.has(target)) {
        reached.add(target);
        waiting.push(target);
      }
  return reached;
}
