import type { Workflow, WorkflowNode } from './workflow.ts';

/** Outputs that hold the answer to a message, first match first. */
const REPLY_NAMES = ['response', 'answer', 'reply', 'text', 'output', 'message', 'content', 'result'];

/** A value that is the answer of a node and nothing else. */
const NODE_OUTPUT = /^\{\{ *([A-Za-z][A-Za-z0-9_]*)\.output *\}\}$/;

/** The output of a run that clients which know only texts are shown. Undefined: all of them. */
export function replyName(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : REPLY_NAMES.find((name) => names.includes(name));
}

/** The outputs of a run as one text: the reply, a text as it is and any other value as JSON. */
export function replyText(outputs: Readonly<Record<string, unknown>>): string {
  const name = replyName(Object.keys(outputs));
  const value = name === undefined ? outputs : outputs[name];
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Ids of the `llm` nodes whose text is the reply itself while it is written: every `end` that comes
 * after such a node gives `{{node.output}}` as its reply. What another node may still change is not
 * among them, and neither is structured output.
 */
export function replyingNodes({ nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>): ReadonlySet<string> {
  const outer = nodes.filter(({ parentId }) => parentId === undefined);
  const ends = outer.filter(({ type }) => type === 'end');
  const sourceByEnd = new Map(ends.map((end) => [end.id, replySource(end)]));
  const nextOf = Map.groupBy(edges, ({ source }) => source);
  const candidates = new Set([...sourceByEnd.values()].filter((id) => id !== undefined));
  const isReply = (id: string) =>
    [...reachedFrom(id, nextOf)].every((reached) => !sourceByEnd.has(reached) || sourceByEnd.get(reached) === id);
  return new Set(outer.filter((node) => candidates.has(node.id) && writesText(node) && isReply(node.id)).map(({ id }) => id));
}

function writesText({ type, config }: WorkflowNode): boolean {
  return type === 'llm' && (config as { outputSchema?: unknown } | undefined)?.outputSchema === undefined;
}

function replySource({ config }: WorkflowNode): string | undefined {
  const outputs = (config as { outputs?: unknown } | undefined)?.outputs;
  if (typeof outputs !== 'object' || outputs === null) return undefined;
  const name = replyName(Object.keys(outputs));
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
