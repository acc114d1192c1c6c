import { problemsOf } from '#components/editor/document/check-problems.ts';
import { isLarge } from '#components/editor/document/is-large.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Problems for a server-rendered page; undefined for a large document, which is checked after it is opened. */
export function problemsAtOpening(document: Workflow): readonly Problem[] | undefined {
  return isLarge(document) ? undefined : problemsOf(document, nodeRegistry);
}
