import { apiClient } from '#components/data/api-client.ts';
import { fileInputsOf, messageInputOf } from '#lib/workflow/chat-texts.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The partner of a conversation: the draft of a workflow, or a document that is not saved. */
export type ChatTarget = {
  readonly document: Workflow;
  /** @defaultValue a document that is not saved */
  readonly workflowId?: string | undefined;
};

export type ChatMessage = {
  readonly text: string;
  readonly fileIds: readonly string[];
  /** The turn that this one follows; `none` for the beginning, undefined for the latest. */
  readonly afterRunId: string | undefined;
};

/** What a chat with the target begins with, and which inputs a message fills. */
export function chatFields({ document }: ChatTarget) {
  const start = document.nodes.find(({ type }) => type === 'start')?.config ?? {};
  const { opening, suggestions } = start;
  return {
    message: messageInputOf(start)?.name,
    files: fileInputsOf(start).map(({ name }) => name),
    opening: typeof opening === 'string' ? opening : '',
    suggestions: Array.isArray(suggestions) ? suggestions.filter((one) => typeof one === 'string') : [],
  };
}

/** Starts the next turn of a session. @returns its run */
export async function startTurn(
  target: ChatTarget,
  sessionId: string,
  { text, fileIds, afterRunId }: ChatMessage,
): Promise<string> {
  const { message, files } = chatFields(target);
  const attached = Object.fromEntries(fileIds.map((fileId, index) => [files[index] ?? '', { fileId }]));
  const inputs = { ...attached, ...(message !== undefined && { [message]: text }) };
  const body = { inputs, sessionId, mode: 'async' as const, ...(afterRunId !== undefined && { afterRunId }) };
  const started = await (target.workflowId === undefined
    ? apiClient.runDocument({ body: { ...body, document: target.document } })
    : apiClient.runWorkflow({ params: { id: target.workflowId }, body }));
  return started.runId;
}
