import type { Problem } from '../problem.ts';
import { type Fix, makeFix } from './fix.ts';
import type { FixContext } from './fix-context.ts';
import { type Candidate, likelyValues } from './likely-values.ts';

const MAX_ANSWERS = 2;

/** Gives an end node without outputs the answer of the model before it, or what came of that. */
export function answerFixes({ nodeId = '' }: Problem, context: FixContext): readonly Fix[] {
  const node = context.workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) return [];
  const isOfModel = ({ text }: Candidate) => context.schemas.graph.nodes.get(text.split('.')[0] ?? '')?.type === 'llm';
  const values = likelyValues(nodeId, context).toSorted((a, b) => Number(isOfModel(b)) - Number(isOfModel(a)));
  return values.slice(0, MAX_ANSWERS).map(({ text }) => {
    const to = { answer: `{{${text}}}` };
    const write = { kind: 'write', nodeId, path: ['config', 'outputs'], from: node.config.outputs, to } as const;
    return makeFix('returnAnswer', { reference: text }, write);
  });
}
