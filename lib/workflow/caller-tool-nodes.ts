import { answeringNodes } from './replying-nodes.ts';
import type { Workflow } from './workflow.ts';

/**
 * Ids of the `llm` nodes whose models may call tools of the caller: those that write the reply, unless
 * their tool mode is `none`.
 */
export function callerToolNodes(workflow: Workflow): ReadonlySet<string> {
  const replying = answeringNodes(workflow);
  const mayCall = ({ config }: Workflow['nodes'][number]) => (config as { toolMode?: unknown } | undefined)?.toolMode !== 'none';
  return new Set(workflow.nodes.filter((node) => replying.has(node.id) && mayCall(node)).map(({ id }) => id));
}
