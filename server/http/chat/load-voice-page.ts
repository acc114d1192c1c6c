import type { ChatVoice } from '#lib/chat/chat-voice.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { isVisitor, type LiveChatPage } from '../../db/stores/endpoint-store.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { chatPageNotFound } from '../resources/chat-page-resource.ts';

type VoicePage = {
  readonly model: string;
  readonly speechVoice: string | undefined;
  readonly endpoint: LiveChatPage['endpoint'];
};

/**
 * The model that the owner of a chat page chose for a task.
 * @throws {AppError} `not-found`, also for the page of another endpoint or workspace
 */
export async function loadVoicePage(
  slug: string,
  field: 'transcriptionModel' | 'speechModel',
  { deps, endpoint, workspaceId }: Pick<HandlerContext, 'deps' | 'endpoint' | 'workspaceId'>,
): Promise<VoicePage> {
  const isForeign = endpoint !== undefined && endpoint.slug !== slug;
  const page = isForeign ? null : await deps.publishing.chatPages.find(slug);
  if (!page || page.endpoint.workspaceId !== workspaceId) throw chatPageNotFound(slug);
  const voice: ChatVoice = page.voice;
  const model = voice[field];
  if (model === null) throw new AppError('not-found', `The chat page ${slug} has no ${field}.`);
  return { model, speechVoice: voice.speechVoice ?? undefined, endpoint: page.endpoint };
}

/** Whose budget pays for what no run does: that of a key, besides the one of the workspace. */
export function payerOf({ workspaceId, endpoint }: Pick<HandlerContext, 'workspaceId' | 'endpoint'>) {
  return { workspaceId, runId: undefined, keyId: isVisitor(endpoint) ? undefined : endpoint?.keyId };
}
