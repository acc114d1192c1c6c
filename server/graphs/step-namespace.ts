import type { GraphStep } from '#lib/ports/graph-registry.ts';

/** The step that a namespace of LangGraph ends with: `research:9d14…|write:1712…` is the step `write`. */
export function innermostStep(namespace: string | undefined): GraphStep | undefined {
  const last = namespace?.split('|').at(-1);
  const at = last?.lastIndexOf(':') ?? -1;
  return last !== undefined && at > 0 ? { name: last.slice(0, at), stepId: last.slice(at + 1) } : undefined;
}
