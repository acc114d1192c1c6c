import { z } from 'zod';
import { AGENT_REFERENCE } from './agent-reference.ts';
import type { StrategyId } from './strategy.ts';

/** The tool by which a model passes its conversation to another agent. */
export const HAND_OFF = 'hand_off';

const TITLE = 'Hand off to';
const DESCRIPTION =
  'Agents that the conversation may pass to for good, with the tool hand_off. The last one answers. None when empty.';

/** Of an agent. */
export const handoffsSchema = z
  .array(z.string().regex(AGENT_REFERENCE))
  .max(20)
  .default([])
  .meta({ title: TITLE, description: DESCRIPTION });

/** Of a node. */
export const handoffsField = z
  .array(z.string().min(1))
  .max(20)
  .default([])
  .meta({
    title: TITLE,
    description: DESCRIPTION,
    expression: 'literal',
    refersTo: 'worker',
    ui: { group: 'Advanced' },
  });

/** Candidates compete with whole answers, so none of them can pass the conversation on. */
export function checkHandoffs({
  value: { strategy, handoffs },
  issues,
}: z.core.ParsePayload<{ readonly strategy: StrategyId; readonly handoffs: readonly string[] }>): void {
  if (strategy !== 'multi-llm' || handoffs.length === 0) return;
  issues.push({ code: 'custom', path: ['handoffs'], input: handoffs, message: 'Candidates of multi-llm cannot hand off' });
}
