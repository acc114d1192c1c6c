import { type ChatLook, type ChatQuestion, chatLookSchema } from '#lib/chat/chat-look.ts';

/** A look as it is typed: texts that may not be right yet. */
export type LookDraft = Omit<ChatLook, 'keepDays' | 'contact'> & {
  readonly keepDays: string;
  readonly contact: { readonly label: string; readonly url: string };
};

export function toLookDraft({ keepDays, contact, ...look }: ChatLook): LookDraft {
  return { ...look, keepDays: keepDays === null ? '' : String(keepDays), contact: contact ?? { label: '', url: '' } };
}

export type LookField = 'color' | 'privacyUrl' | 'contact' | 'keepDays';
type Read =
  | { readonly look: ChatLook; readonly wrong?: undefined }
  | { readonly look?: undefined; readonly wrong: ReadonlySet<LookField> };

/** The look of a draft, without questions that have no text; or which of its fields are not right. */
export function readLookDraft({ keepDays, contact, questions, ...rest }: LookDraft): Read {
  const hasContact = contact.label.trim() !== '' || contact.url.trim() !== '';
  const parsed = chatLookSchema.safeParse({
    ...rest,
    questions: questions.filter(({ text }) => text.trim() !== ''),
    keepDays: keepDays.trim() === '' ? null : Number(keepDays),
    contact: hasContact ? contact : null,
  });
  if (parsed.success) return { look: parsed.data };
  return { wrong: new Set(parsed.error.issues.map(({ path }) => path[0] as LookField)) };
}

export const newQuestion: ChatQuestion = { text: '', detail: '', icon: null };
