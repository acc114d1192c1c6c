import { fieldPath } from '../../expression/field-path.ts';
import { hasTags } from '../../expression/has-tags.ts';
import { worded } from '../../i18n/problem-text.ts';
import { isTooDeep } from '../../json/json-limits.ts';
import { isRecord } from '../../json/set-at-path.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { findTool } from '../../tools/tool-catalogue.ts';
import type { Problem } from '../problem.ts';
import { bindingProblems } from '../tools/bound-tool.ts';
import { argumentNames } from '../tools/tool-input.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check, CheckContext } from './check.ts';

const FIELD = 'availableTools';

/**
 * Tools with fixed arguments have names of their own, and the tool takes what is fixed. Arguments with
 * expressions are checked when the node runs.
 */
export const checkToolOffers: Check = ({ workflow, tools, isBroken }) =>
  workflow.nodes.flatMap((node) => {
    const offers = node.config[FIELD];
    if (isBroken(node.id) || !Array.isArray(offers) || isTooDeep(offers)) return [];
    return [
      ...namesakes(node, offers, tools),
      ...twoEndings(node, offers, tools),
      ...(tools ? unfitArguments(node, offers, tools) : []),
    ];
  });

/** Each of the two ends the task with an answer of its own. */
function twoEndings(node: WorkflowNode, offers: readonly unknown[], tools: CheckContext['tools']): Problem[] {
  const ids = offers.map((offer) => idOf(isRecord(offer) ? offer.tool : offer, tools));
  const index = ids.indexOf('a2ui');
  if (index === -1 || !ids.includes('final_answer')) return [];
  return [
    {
      code: 'invalid-field',
      severity: 'error',
      nodeId: node.id,
      path: fieldPath([FIELD, index]),
      ...worded(['two-endings'], ['two-endings-fix']),
    },
  ];
}

function namesakes(node: WorkflowNode, offers: readonly unknown[], tools: CheckContext['tools']): Problem[] {
  const taken = new Set<string>();
  return offers.flatMap((offer, index): Problem[] => {
    const name = isRecord(offer) ? (offer.name ?? idOf(offer.tool, tools)) : idOf(offer, tools);
    if (typeof name !== 'string' || !taken.has(name)) {
      if (typeof name === 'string') taken.add(name);
      return [];
    }
    // A repeated id alone is offered once.
    if (!isRecord(offer)) return [];
    return [
      {
        code: 'invalid-field',
        severity: 'error',
        nodeId: node.id,
        path: fieldPath([FIELD, index, 'name']),
        ...worded(['tool-name-taken', { name }], ['tool-name-taken-fix']),
      },
    ];
  });
}

function idOf(name: unknown, tools: CheckContext['tools']): unknown {
  return typeof name === 'string' && tools ? (findTool(tools, name)?.id ?? name) : name;
}

function unfitArguments(node: WorkflowNode, offers: readonly unknown[], tools: NonNullable<CheckContext['tools']>): Problem[] {
  return offers.flatMap((offer, index) => {
    if (!isRecord(offer) || typeof offer.tool !== 'string' || !isRecord(offer.with)) return [];
    const tool = findTool(tools, offer.tool);
    if (!tool) return [];
    const known = argumentNames(tool);
    return bindingProblems(tool, offer.with)
      .filter(({ kind, value }) => kind === 'unknown' || !hasExpression(value))
      .map(({ argument, kind, message }): Problem => {
        const meant = kind === 'unknown' ? didYouMean(argument, known) : undefined;
        return {
          code: kind === 'unknown' ? 'unknown-field' : 'invalid-field',
          severity: 'error',
          nodeId: node.id,
          path: fieldPath([FIELD, index, 'with', argument]),
          ...worded(
            kind === 'unknown'
              ? ['tool-no-parameter', { tool: tool.id, name: argument }]
              : ['tool-cannot-take', { tool: tool.id, reason: message }],
            meant === undefined ? ['tool-parameters', { tool: tool.id, names: known.join(', ') }] : ['meant', { name: meant }],
          ),
        };
      });
  });
}

function hasExpression(value: unknown): boolean {
  if (typeof value === 'string') return hasTags(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}
