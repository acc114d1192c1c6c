import { safeParse } from '#lib/workflow/read-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { DocumentProblem } from './describe-problem.ts';
import type { Document } from './read-document.ts';

export type OpenedWorkflow =
  | { readonly ok: true; readonly workflow: Workflow }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] };

/** A workflow by its shape alone; whether it can run is not checked. */
export function readShape(document: Document): OpenedWorkflow {
  if (!document.isJson)
    return { ok: false, problems: [{ code: 'document-invalid', message: `This is not JSON: ${document.reason}` }] };
  const parsed = safeParse(document.json);
  return parsed.success ? { ok: true, workflow: parsed.workflow } : { ok: false, problems: parsed.problems };
}
