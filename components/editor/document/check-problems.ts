import { type KnownTool, knownToolsOff, toToolRegistry } from '#components/editor/document/known-tools.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { withFixes } from '#lib/workflow/fixes/find-fixes.ts';
import type { LearntSchemas } from '#lib/workflow/infer-schemas.ts';
import type { OutsideNames } from '#lib/workflow/outside-names.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { problemLevel, problemLevels } from '#lib/workflow/problem-level.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';

/** What is known besides the document. Names are checked where those of their kind are known. */
export type CheckWith = {
  readonly learnt?: LearntSchemas;
  readonly tools?: readonly KnownTool[] | undefined;
  readonly names?: OutsideNames | undefined;
};

/** Mistakes first, then what is to fill in, then warnings, each with its fixes. */
export function problemsOf(
  document: Workflow,
  registry: NodeRegistry,
  { learnt = {}, tools, names }: CheckWith = {},
): readonly Problem[] {
  const { errors, warnings } = validateWorkflow(document, registry, {
    learnt,
    triggers: triggerRegistry,
    names,
    ...(tools && { tools: toToolRegistry(tools), toolsOff: knownToolsOff(tools) }),
  });
  const problems = [...errors, ...warnings];
  const ordered = problemLevels.flatMap((level) => problems.filter((problem) => problemLevel(problem) === level));
  return withFixes(ordered, document, { registry, learnt });
}
