'use client';
import type { ChatVoiceWays } from '#components/chat/voice/chat-voice-ways.ts';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';

/** A workflow has few endpoints. */
const MAX_ENDPOINTS = 20;

type Partner = {
  /** Endpoint of a session with a published workflow. */
  readonly slug?: string | null | undefined;
  /** Of a chat with a draft: the first of its endpoints with models counts. */
  readonly workflowId?: string | null | undefined;
};

/** Voice in chats of the studio, by the settings of the chat page of the endpoint. */
export function useStudioVoice({ slug, workflowId }: Partner): ChatVoiceWays | undefined {
  const key = slug ? `endpoint ${slug}` : workflowId ? `workflow ${workflowId}` : undefined;
  return useAnswer(key, async () => {
    for (const one of slug ? [slug] : await endpointsOf(workflowId ?? '')) {
      const { access, voice } = await apiClient.getChatPage({ params: { slug: one } });
      const [transcribes, speaks] = [voice.transcriptionModel !== null, voice.speechModel !== null];
      if (access !== 'off' && (transcribes || speaks)) return { slug: one, transcribes, speaks, isOfPage: false };
    }
    return undefined;
  });
}

async function endpointsOf(workflowId: string): Promise<string[]> {
  const { items } = await apiClient.listDeployments({ query: { workflowId, limit: MAX_ENDPOINTS } });
  return items.map(({ slug }) => slug);
}
