import { readJson } from '#components/ui/read-json.ts';
import type { CallOptions } from '#lib/api/call-operation.ts';
import type { Client } from '#lib/api/client.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { validateWorkflow } from '#lib/api/workflows.contract.ts';
import { asJson } from '#lib/json/json-value.ts';
import { type ForeignProduct, foreignProduct } from '#lib/workflow/foreign-product.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';

/** What the API takes as one body. */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024;

export type WorkflowProblem = ContractOutput<typeof validateWorkflow>['errors'][number];

/** Result of reading an import file: the workflow that can be saved, and its problems. */
export type ReadImport =
  | { readonly status: 'too-large' }
  | { readonly status: 'not-json'; readonly reason: string }
  | { readonly status: 'foreign'; readonly product: ForeignProduct }
  | { readonly status: 'no-workflow'; readonly problems: readonly WorkflowProblem[] }
  | { readonly status: 'workflow'; readonly workflow: Workflow; readonly problems: readonly WorkflowProblem[] };

/**
 * Checks a file without saving or running it. A draft may have errors; a file that is not a
 * workflow cannot be saved.
 */
export async function readImport(
  file: Blob,
  client: Pick<Client, 'validateWorkflow'>,
  call: CallOptions = {},
): Promise<ReadImport> {
  if (file.size > IMPORT_MAX_BYTES) return { status: 'too-large' };
  const text = await file.text();
  const product = foreignProduct(text);
  if (product) return { status: 'foreign', product };
  // Editors on Windows put a mark before the text that JSON does not know.
  const read = readJson(text.replace(/^\ufeff/, ''));
  if ('reason' in read) return { status: 'not-json', reason: read.reason };
  const { errors, warnings } = await client.validateWorkflow({ body: asJson(read.value) }, call);
  const problems = [...errors, ...warnings];
  const parsed = workflowSchema.safeParse(read.value);
  const isRefused = errors.some(({ code }) => code === 'document-invalid' || code === 'format-newer');
  return parsed.success && !isRefused
    ? { status: 'workflow', workflow: parsed.data, problems }
    : { status: 'no-workflow', problems };
}
