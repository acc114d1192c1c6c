import { apiClient } from '#components/data/api-client.ts';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import type { ContractInput } from '#lib/api/define-contract.ts';
import type { runDeployment } from '#lib/api/published.contract.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import type { ChatFields } from '#lib/workflow/chat-texts.ts';
import { placeFiles } from '#lib/workflow/file-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The partner of a conversation: a draft, a document that is not saved, or the page of a published workflow. */
export type ChatTarget =
  | {
      readonly document: Workflow;
      /** What it says of conversations. */
      readonly fields: ChatFields;
      /** @defaultValue a document that is not saved */
      readonly workflowId?: string | undefined;
      /** Before each turn: the server runs what it has stored. @throws when that failed */
      readonly beforeTurn?: () => Promise<void>;
      readonly onTurn?: (runId: string) => void;
    }
  | {
      readonly page: OpenedChatPage;
      /** In the frame of a widget. */
      readonly isFramed: boolean;
    };

/** The value of a file input: an upload, or the content. */
export type AttachedValue =
  | { readonly fileId: string; readonly name: string }
  | { readonly name: string; readonly mediaType: string; readonly base64: string };

export type ChatMessage = {
  readonly text: string;
  readonly files: readonly AttachedValue[];
  /** The turn that this one follows; `none` for the beginning, undefined for the latest. */
  readonly afterRunId: string | undefined;
};
type StartedMessage = ChatMessage & {
  /** Whose session it is, where a program began it for a user of its own. */
  readonly user: string | null;
};

export function documentOfTarget(target: ChatTarget | undefined): Workflow | undefined {
  return target && 'document' in target ? target.document : undefined;
}

/** What a chat with the target begins with, and which inputs a message fills. */
export function chatFields(target: ChatTarget): ChatFields {
  return 'page' in target ? target.page : target.fields;
}

/** Sessions that were begun with a skill: a first message that is refused may be followed by another choice. */
const begunWithSkill = new Set<string>();

/** The target of a new session that begins with a skill; without one, or where there is no stored draft, as it is. */
export function beginningWith(skillId: string | undefined, target: ChatTarget, sessionId: string): ChatTarget {
  if (!('document' in target) || target.workflowId === undefined) return target;
  if (skillId === undefined && !begunWithSkill.has(sessionId)) return target;
  const { workflowId, beforeTurn } = target;
  return {
    ...target,
    beforeTurn: async () => {
      await beforeTurn?.();
      await apiClient.createSession({ body: { sessionId, workflowId, skillId: skillId ?? null } });
      begunWithSkill.add(sessionId);
    },
  };
}

/** Starts the next turn of a session. @returns its run */
export async function startTurn(target: ChatTarget, sessionId: string, message: StartedMessage): Promise<string> {
  const { text, files, afterRunId, user } = message;
  const fields = chatFields(target);
  const { messageInput } = fields;
  const attached = placeFiles(
    fields,
    files.map((file) => ({ ...file })),
  );
  const inputs: Inputs = { ...attached, ...(messageInput !== null && { [messageInput]: text }) };
  const body = { inputs, sessionId, mode: 'async' as const, ...(afterRunId !== undefined && { afterRunId }) };
  const started = await start(target, body, user);
  return started.runId;
}

type Inputs = NonNullable<NonNullable<ContractInput<typeof runDeployment>['body']>['inputs']>;
type Turn = { readonly inputs: Inputs; readonly sessionId: string; readonly mode: 'async'; readonly afterRunId?: string };

async function start(target: ChatTarget, body: Turn, user: string | null): Promise<{ readonly runId: string }> {
  if ('page' in target) {
    const headers = { 'threadloom-surface': target.isFramed ? 'widget' : 'chat-page' } as const;
    return apiClient.runDeployment({
      params: { slug: target.page.slug },
      headers,
      body: { ...body, ...(user !== null && { user }) },
    });
  }
  const { document, workflowId, beforeTurn, onTurn } = target;
  await beforeTurn?.();
  const started =
    workflowId === undefined
      ? await apiClient.runDocument({ body: { ...body, document } })
      : await apiClient.runWorkflow({ params: { id: workflowId }, body });
  onTurn?.(started.runId);
  return started;
}

/** The files among the inputs of a turn. */
export function filesOfInputs(inputs: Readonly<Record<string, unknown>>): AttachedValue[] {
  const values = Object.values(inputs).flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]));
  return values.flatMap((value): AttachedValue[] => {
    if (!isRecord(value)) return [];
    const { fileId, name, mediaType, base64 } = value;
    if (typeof name !== 'string') return [];
    if (typeof fileId === 'string') return [{ fileId, name }];
    return typeof mediaType === 'string' && typeof base64 === 'string' ? [{ name, mediaType, base64 }] : [];
  });
}
