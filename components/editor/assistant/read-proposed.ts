import { z } from 'zod';
import type { Client } from '#lib/api/client.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const resultSchema = z.looseObject({ draft: z.string(), summary: z.string() });
const wrappedSchema = z.looseObject({ data: resultSchema });

/** The workflow that a call of `draft_propose` proposes; undefined for any other result. */
export async function readProposed(
  result: unknown,
  client: Pick<Client, 'getPayload'>,
): Promise<{ readonly summary: string; readonly proposed: Workflow } | undefined> {
  const wrapped = wrappedSchema.safeParse(result);
  const read = wrapped.success ? { success: true as const, data: wrapped.data.data } : resultSchema.safeParse(result);
  if (!read.success) return undefined;
  const { data } = await client.getPayload({ params: { hash: read.data.draft } });
  const stored = workflowSchema.safeParse(data);
  if (!stored.success) return undefined;
  return { summary: read.data.summary, proposed: readWorkflow(stored.data, nodeRegistry).workflow ?? stored.data };
}
