import { fieldPath } from '../../expression/field-path.ts';
import { worded } from '../../i18n/problem-text.ts';
import { findTool } from '../../tools/tool-catalogue.ts';
import { slugOfWorkflowTool, workflowToolId } from '../../tools/workflow-tool-id.ts';
import { calledAsTool, isUncalled, type Uncalled } from '../called-workflows.ts';
import { workflowToolsOfNode } from '../named-workflow-tools.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';
import { namesIn } from './named-fields.ts';

/**
 * Workflows that nodes and their agents have as tools are published, can run, and do not call the document itself.
 * Documents without inlined workflows are checked against the tools of the workspace.
 */
export const checkWorkflowTools: Check = (context) =>
  context.workflow.nodes.flatMap((node) => {
    if (context.isBroken(node.id)) return [];
    const places = new Map(
      namesIn(node, context.registry, 'tool').flatMap(({ name, path }) => {
        const slug = slugOfWorkflowTool(name);
        return slug === undefined ? [] : [[slug, fieldPath(path)] as const];
      }),
    );
    return workflowToolsOfNode(node, context.workflow).flatMap((slug) => problemsOf(slug, node, { places, context }));
  });

type Found = { readonly places: ReadonlyMap<string, string>; readonly context: CheckContext };

function problemsOf(slug: string, node: WorkflowNode, { places, context }: Found): readonly Problem[] {
  // What an agent has is at the field that names the agent.
  const path = places.get(slug) ?? (node.config.agent === undefined ? 'config.agents' : 'config.agent');
  const where = { severity: 'error', nodeId: node.id, path } as const;
  const called = calledAsTool(slug, context.workflow);
  if (called === undefined) {
    const isKnown = context.tools ? findTool(context.tools, workflowToolId(slug)) !== undefined : !context.isWhole;
    return isKnown ? [] : [missing(slug, where)];
  }
  if (isUncalled(called)) return [uncalled(slug, called, where)];
  const { name } = called.document;
  const [first] = context.validate(called.document).errors;
  if (!first) return [];
  const reason = `${first.nodeId ? `${first.nodeId}: ` : ''}${first.message}`;
  return [
    {
      code: 'called-invalid',
      ...where,
      ...worded(['called-invalid', { name, reason }], ['called-invalid-fix', { workflow: called.workflowId }]),
    },
  ];
}

type Where = Pick<Problem, 'severity' | 'path'> & { readonly nodeId: string };

function missing(slug: string, where: Where): Problem {
  return { code: 'unknown-workflow', ...where, ...worded(['no-such-endpoint', { slug }], ['no-such-endpoint-fix']) };
}

function uncalled(slug: string, { missing: why, through }: Uncalled, where: Where): Problem {
  if (why === 'unknown') return missing(slug, where);
  const params = { node: where.nodeId, chain: through.join(' → ') };
  return why === 'recursive'
    ? { code: 'workflow-recursive', ...where, ...worded(['workflow-recursive', params], ['workflow-tool-recursive-fix']) }
    : { code: 'workflow-recursive', ...where, ...worded(['workflow-too-deep', params], ['workflow-too-deep-fix']) };
}
