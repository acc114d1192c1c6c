import type { ShownTurn } from '#components/chat/use-session.ts';
import type { ChatAnswer } from '#lib/chat/chat-answer.ts';

/** The answer of a turn as it is stored; of one whose log was followed, what that said last. */
export function storedParts({ answer, answerParts }: Pick<ShownTurn, 'answer' | 'answerParts'>): ChatAnswer {
  return answerParts.length > 0 || !answer ? answerParts : [{ kind: 'text', markdown: answer }];
}
