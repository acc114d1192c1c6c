import type { z } from 'zod';
import { fieldPath } from '../../expression/field-path.ts';
import type { AnyNodeDefinition } from '../../node-kit/define-node.ts';
import type { WorkflowNode } from '../workflow.ts';

/** Path of the first missing or invalid field of a new node, as in problems: `config.userPrompt`. */
export function firstUnfilledField(definition: AnyNodeDefinition, config: WorkflowNode['config']): string | undefined {
  const parsed = definition.config.safeParse(config);
  const [issue]: readonly z.core.$ZodIssue[] = parsed.success ? [] : parsed.error.issues;
  return issue && fieldPath(issue.path.filter((key) => typeof key !== 'symbol'));
}
