import { apiClient } from '#components/data/api-client.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';

const PAGE_EVENTS = 5000;

/** Everything that the server has of a run as JSON text: the run, the workflow as it ran, and all events. */
export async function exportRun(runId: string): Promise<string> {
  const params = { id: runId };
  const [run, document, events] = await Promise.all([apiClient.getRun({ params }), readDocument(runId), readEvents(runId)]);
  return JSON.stringify({ format: 'threadloom/run@1', run, document, events }, null, 2);
}

/** The run with its inputs, outputs and error as JSON text. */
export async function readRunText(runId: string): Promise<string> {
  return JSON.stringify(await apiClient.getRun({ params: { id: runId } }), null, 2);
}

export function downloadText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Null for a document that this build cannot read. */
async function readDocument(runId: string) {
  try {
    return (await apiClient.getRunWorkflow({ params: { id: runId } })).document;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'workflow-invalid') return null;
    throw error;
  }
}

async function readEvents(runId: string): Promise<PublicEvent[]> {
  const events: PublicEvent[] = [];
  let after = 0;
  for (;;) {
    const page = await apiClient.readRunLog({ params: { id: runId }, query: { after, limit: PAGE_EVENTS } });
    events.push(...page.items);
    // A run that has not ended is exported up to now.
    if (page.isComplete || page.items.length === 0) return events;
    after = page.nextAfter;
  }
}
