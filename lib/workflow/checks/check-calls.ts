import { hasTags } from '../../expression/has-tags.ts';
import { worded } from '../../i18n/problem-text.ts';
import { calledBy, callTargetOf, isUncalled, type Uncalled } from '../called-workflows.ts';
import type { Problem } from '../problem.ts';
import { type InputProblem, parseRunInputs, startInputsSchema } from '../start-inputs.ts';
import type { Workflow, WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

/**
 * Called workflows exist, are valid, are not recursive, and receive valid inputs. Checked only if
 * the document contains them.
 */
export const checkCalls: Check = (context) =>
  context.workflow.nodes.flatMap((node) => {
    if (!callTargetOf(node) || context.isBroken(node.id)) return [];
    const called = calledBy(node, context.workflow);
    if (called === undefined) return context.isWhole ? [uncalled(node, { missing: 'unknown', through: [] })] : [];
    if (isUncalled(called)) return [uncalled(node, called)];
    return [...inside(node, called, context), ...inputs(node, called)];
  });

function uncalled({ id: nodeId, config }: WorkflowNode, { missing, through }: Uncalled): Problem {
  const { workflowId, version } = config;
  const where = { severity: 'error', nodeId } as const;
  const chain = through.join(' → ');
  switch (missing) {
    case 'unknown':
      return version === undefined
        ? {
            code: 'unknown-workflow',
            ...where,
            path: 'config.workflowId',
            ...worded(['no-such-workflow', { workflow: String(workflowId) }], ['no-such-workflow-fix']),
          }
        : {
            code: 'unknown-workflow',
            ...where,
            path: 'config.version',
            ...worded(['no-such-version', { workflow: String(workflowId), version: String(version) }], ['no-such-version-fix']),
          };
    case 'recursive':
      return {
        code: 'workflow-recursive',
        ...where,
        path: 'config.workflowId',
        ...worded(['workflow-recursive', { node: nodeId, chain }], ['workflow-recursive-fix']),
      };
    case 'too-deep':
      return {
        code: 'workflow-recursive',
        ...where,
        path: 'config.workflowId',
        ...worded(['workflow-too-deep', { node: nodeId, chain }], ['workflow-too-deep-fix']),
      };
    default:
      return missing satisfies never;
  }
}

/** The first problem; all of them are reported where that workflow is edited. */
function inside({ id: nodeId, config }: WorkflowNode, called: Workflow, { validate }: CheckContext): readonly Problem[] {
  const [first, ...rest] = validate(called).errors;
  if (!first) return [];
  // A missing or recursive call inside it is reported as such.
  const isCall = first.code === 'workflow-recursive' || first.code === 'unknown-workflow';
  const reason = `${first.nodeId ? `${first.nodeId}: ` : ''}${first.message}`;
  const params = { name: called.name, reason };
  return [
    {
      code: isCall ? first.code : 'called-invalid',
      severity: 'error',
      nodeId,
      path: 'config.workflowId',
      ...worded(rest.length === 0 ? ['called-invalid', params] : ['called-invalid-more', { ...params, count: rest.length }], [
        'called-invalid-fix',
        { workflow: String(config.workflowId) },
      ]),
    },
  ];
}

/**
 * Compares arguments with the inputs of the called `start`. Values with expressions are checked at
 * run time.
 */
function inputs({ id: nodeId, config }: WorkflowNode, called: Workflow): readonly Problem[] {
  const start = called.nodes.find(({ type }) => type === 'start');
  const declared = startInputsSchema.safeParse(start?.config.inputs ?? []);
  const given = config.inputs ?? {};
  if (!declared.success || typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const parsed = parseRunInputs({ inputs: declared.data }, given);
  if (parsed.ok) return [];
  return parsed.problems
    .filter(({ name, code }) => code === 'input-unknown' || !hasExpression(given[name]))
    .map((problem) => toProblem(problem, { nodeId, name: called.name }));
}

const codes = { 'input-missing': 'missing-field', 'input-unknown': 'unknown-field', 'input-invalid': 'invalid-field' } as const;

function toProblem({ code, name, message, hint }: InputProblem, of: { nodeId: string; name: string }): Problem {
  return {
    code: codes[code],
    severity: 'error',
    nodeId: of.nodeId,
    path: `config.inputs.${name}`,
    ...worded(
      ['call-input', { reason: message, name: of.name }],
      hint === undefined ? undefined : ['call-input-fix', { reason: hint }],
    ),
  };
}

function hasExpression(value: unknown): boolean {
  if (typeof value === 'string') return hasTags(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}
