import { worded } from '../../i18n/problem-text.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';

/** Outputs of two end nodes with one name, one of which is lost; and an end that returns nothing after a model. */
export const checkEndOutputs: Check = ({ workflow, schemas: { presence, graph } }) => {
  const ends = workflow.nodes.filter(({ type }) => type === 'end');
  const models = workflow.nodes.filter(({ type }) => type === 'llm').map(({ id }) => id);
  const hasOtherAnswer = workflow.nodes.some(({ type }) => ANSWERING.has(type));
  const isAfterModel = (end: WorkflowNode) =>
    models.some((id) => graph.isBefore(id, end.id) && graph.isSurelyBefore(id, end.id) && !presence.maySkip(id, end.id));
  const isEmpty = (end: WorkflowNode) => outputNames(end).length === 0 && end.config.response === undefined;
  const empty = hasOtherAnswer ? [] : ends.filter((end) => isEmpty(end) && isAfterModel(end));
  const shared = ends.flatMap((end, index) =>
    ends
      .slice(0, index)
      .filter((other) => presence.mayBothRun(other.id, end.id))
      .flatMap((other) => sharedNames(other, end).map((name) => repeated(name, byId(other, end)))),
  );
  return [...shared, ...empty.map(returnsNothing)];
};

/** A run with one of these has answered without outputs. */
const ANSWERING = new Set(['reply', 'respond', 'email', 'artifact', 'store', 'database', 'memory-write', 'knowledge-write']);

/** What a model wrote is lost: the first mistake with a new workflow. */
function returnsNothing({ id }: WorkflowNode): Problem {
  return {
    code: 'outputs-empty',
    severity: 'warning',
    ...worded(['outputs-empty', { node: id }], ['outputs-empty-fix']),
    nodeId: id,
    path: 'config.outputs',
  };
}

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
