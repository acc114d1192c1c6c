import { type ChatLook, MAX_QUESTIONS, type PublicChatLook } from '../chat/chat-look.ts';
import type { ChatFields } from './chat-texts.ts';

type Page = {
  readonly look: ChatLook;
  /** What `start` says of conversations: it counts where the look says nothing. */
  readonly fields: Pick<ChatFields, 'opening' | 'suggestions'>;
  readonly logoUrl: string | null;
};

/** The part of a look that visitors get. */
export function publicLook({ look, fields, logoUrl }: Page): PublicChatLook {
  const { logo: _logo, ...shown } = look;
  const suggested = fields.suggestions.slice(0, MAX_QUESTIONS).map((text) => ({ text, detail: '', icon: null }));
  return {
    ...shown,
    welcome: shown.welcome || fields.opening,
    questions: shown.questions.length > 0 ? shown.questions : suggested,
    logoUrl,
  };
}

/** Changes with the image, so that browsers keep it. */
export function logoPath(slug: string, hash: string | null): string | null {
  return hash === null ? null : `/api/v1/chat/${slug}/logo?v=${hash}`;
}
