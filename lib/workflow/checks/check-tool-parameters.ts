import { fieldPath } from '../../expression/field-path.ts';
import { hasTags } from '../../expression/has-tags.ts';
import { fieldReasons } from '../../i18n/field-reasons.ts';
import { worded } from '../../i18n/problem-text.ts';
import { isTooDeep } from '../../json/json-limits.ts';
import { isRecord } from '../../json/set-at-path.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { AnyToolDefinition } from '../../tools/define-tool.ts';
import { findTool } from '../../tools/tool-catalogue.ts';
import type { Problem } from '../problem.ts';
import { directCallOf } from '../tools/direct-call.ts';
import { argumentNames, parseToolInput, type ToolInputIssue } from '../tools/tool-input.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Parameters of a node that calls one tool match the tool's schema, as far as known before the run. Parameters
 * with expressions are checked when the tool is called.
 */
export const checkToolParameters: Check = ({ workflow, tools, isBroken }) => {
  if (!tools) return [];
  return workflow.nodes.flatMap((node) => {
    const call = isBroken(node.id) ? undefined : directCallOf(node);
    const tool = call && findTool(tools, call.toolName);
    if (!tool || !isRecord(call.parameters) || isTooDeep(call.parameters)) return [];
    return problemsOf(node, { tool, parameters: call.parameters, field: call.fields.parameters });
  });
};

function problemsOf({ id: nodeId }: WorkflowNode, { tool, parameters, field }: Omit<About, 'known'>): Problem[] {
  const parsed = parseToolInput(tool, parameters);
  if (parsed.ok) return [];
  const open = new Set(Object.keys(parameters).filter((name) => hasExpression(parameters[name])));
  const known = argumentNames(tool);
  const issues = parsed.issues.filter(({ unknown, path: [name] }) =>
    // Rules about several parameters cannot be checked while one of them is unknown.
    name === undefined ? unknown !== undefined || open.size === 0 : !open.has(String(name)),
  );
  return issues
    .flatMap((issue) => toProblems(issue, { tool, known, parameters, field }))
    .map((problem) => ({ ...problem, nodeId }));
}

type About = {
  readonly tool: AnyToolDefinition;
  readonly known: readonly string[];
  readonly parameters: Parameters;
  /** Of the config, with the parameters. */
  readonly field: string;
};

function toProblems(issue: ToolInputIssue, { tool, known, parameters, field }: About): Problem[] {
  const at = (...names: readonly PropertyKey[]) =>
    fieldPath([field, ...names.map((name) => (typeof name === 'number' ? name : String(name)))]);
  const hint = ['tool-parameters', { tool: tool.id, names: known.join(', ') }] as const;
  if (issue.unknown)
    return issue.unknown.map((key) => {
      const meant = issue.path.length === 0 ? didYouMean(key, known) : undefined;
      return {
        code: 'unknown-field',
        severity: 'error',
        path: at(...issue.path, key),
        ...worded(['tool-no-parameter', { tool: tool.id, name: key }], meant === undefined ? hint : ['meant', { name: meant }]),
      };
    });
  const [name] = issue.path;
  const isMissing = issue.path.length === 1 && !Object.hasOwn(parameters, String(name));
  return [
    {
      code: isMissing ? 'missing-field' : 'invalid-field',
      severity: 'error',
      ...worded(
        isMissing
          ? ['tool-needs', { tool: tool.id, name: String(name) }]
          : ['tool-cannot-take', { tool: tool.id, ...reasonsOf(issue, parameters) }],
        hint,
      ),
      path: at(...issue.path),
    },
  ];
}

function reasonsOf({ zod, message, path }: ToolInputIssue, parameters: Parameters) {
  return zod ? fieldReasons(zod, valueAt(parameters, path)) : { reason: message };
}

function hasExpression(value: unknown): boolean {
  if (typeof value === 'string') return hasTags(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasExpression);
}

function valueAt(parameters: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    parameters,
  );
}
