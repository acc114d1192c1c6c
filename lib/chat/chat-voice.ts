import { z } from 'zod';

const MAX_NAME_CHARS = 200;
const name = z.string().trim().min(1).max(MAX_NAME_CHARS).nullable().default(null);

/** The models of a chat page that transcribe messages and speak answers. */
export const chatVoiceSchema = z.strictObject({
  transcriptionModel: name.meta({
    description: 'Model that transcribes spoken messages, of the config or `provider/model`. Null: no microphone.',
  }),
  speechModel: name.meta({
    description: 'Model that reads answers aloud, of the config or `provider/model`. Null: no speaker.',
  }),
  speechVoice: name.meta({ description: 'Voice of the speech model, as its provider names it. Null: its own.' }),
});
export type ChatVoice = z.output<typeof chatVoiceSchema>;

export const noVoice: ChatVoice = chatVoiceSchema.parse({});

const looseVoiceSchema = z.object(chatVoiceSchema.shape);

/** Stored settings; what a later build stored is dropped. */
export function readChatVoice(json: string | null): ChatVoice {
  const known = looseVoiceSchema.safeParse(json === null ? {} : JSON.parse(json));
  return known.success ? known.data : noVoice;
}
