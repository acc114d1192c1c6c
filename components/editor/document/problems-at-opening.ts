import { problemsOf } from '#components/editor/document/check-problems.ts';
import { isLarge } from '#components/editor/document/is-large.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** What a page that is made on the server says of a document; undefined for a large one, which is opened before it is checked. */
export function problemsAtOpening(document: Workflow): readonly Problem[] | undefined {
  return isLarge(document) ? undefined : problemsOf(document, nodeRegistry);
}
