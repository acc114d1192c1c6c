import type { Step } from '../plan/fuse-steps.ts';

/** Nodes of a step that its name lists. */
const MAX_LISTED = 3;
/**
 * Node ids that LangGraph refuses as names, besides those of channels. Ids hold none of its
 * reserved characters.
 */
const REFUSED = /^(__.*|constructor|prototype)$/;

/**
 * The LangGraph node of each step, named after its nodes: `draft`, or `fetch + clean + 4 more`. A
 * name that LangGraph refuses gets a prefix. Unique, since node ids are unique and hold no space.
 * @param taken names of channels and of other nodes
 */
export function nameSteps(steps: readonly Step[], taken: readonly string[]): ReadonlyMap<Step, string> {
  return new Map(steps.map((step) => [step, nameOf(step, taken)]));
}

function nameOf({ nodes }: Step, taken: readonly string[]): string {
  const listed = nodes.slice(0, MAX_LISTED).map(({ id }) => id);
  const more = nodes.length > MAX_LISTED ? ` + ${nodes.length - MAX_LISTED} more` : '';
  const name = listed.join(' + ') + more;
  return REFUSED.test(name) || taken.includes(name) ? `node ${name}` : name;
}
