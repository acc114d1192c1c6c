import { worded } from '../../i18n/problem-text.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';

/** Outputs of several `end` nodes are merged by the order of their ids: of two with one name, one is lost. */
export const checkEndOutputs: Check = ({ workflow, schemas: { presence } }) => {
  const ends = workflow.nodes.filter(({ type }) => type === 'end');
  return ends.flatMap((end, index) =>
    ends
      .slice(0, index)
      .filter((other) => presence.mayBothRun(other.id, end.id))
      .flatMap((other) => sharedNames(other, end).map((name) => repeated(name, byId(other, end)))),
  );
};

function sharedNames(one: WorkflowNode, other: WorkflowNode): string[] {
  const names = new Set(outputNames(one));
  return outputNames(other).filter((name) => names.has(name));
}

function outputNames({ config: { outputs } }: WorkflowNode): string[] {
  return typeof outputs === 'object' && outputs !== null && !Array.isArray(outputs) ? Object.keys(outputs) : [];
}

function byId(one: WorkflowNode, other: WorkflowNode): readonly [lost: WorkflowNode, kept: WorkflowNode] {
  return one.id < other.id ? [one, other] : [other, one];
}

function repeated(name: string, [lost, kept]: readonly [WorkflowNode, WorkflowNode]): Problem {
  return {
    code: 'output-repeated',
    severity: 'warning',
    ...worded(['output-repeated', { lost: lost.id, kept: kept.id, name }], ['output-repeated-fix']),
    nodeId: lost.id,
    path: `config.outputs.${name}`,
  };
}
