import { z } from 'zod';

/** Icons that a suggested question may have. The face draws them. */
export const questionIcons = [
  'box',
  'return',
  'ruler',
  'tent',
  'question',
  'calendar',
  'card',
  'truck',
  'person',
  'file',
  'search',
  'tool',
  'heart',
  'map',
  'phone',
  'idea',
] as const;

/** Bytes of a logo at most. */
export const MAX_LOGO_BYTES = 512 * 1024;
export const MAX_QUESTIONS = 4;
const DEFAULT_COLOR = '#1c6650';
const MAX_URL_CHARS = 500;

const textOf = (limit: number) => z.string().trim().max(limit);
const isAddress = (text: string, protocols: readonly string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

const questionSchema = z.strictObject({
  text: textOf(200).min(1),
  detail: textOf(120).default('').meta({ description: 'A second line, smaller.' }),
  icon: z.enum(questionIcons).nullable().default(null),
});
export type ChatQuestion = z.output<typeof questionSchema>;

const fields = {
  name: textOf(60).default('').meta({ description: 'Empty: the name of the workflow.' }),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .toLowerCase()
    .default(DEFAULT_COLOR)
    .meta({ description: 'As `#1c6650`. Tints and text colours of both themes come from it.' }),
  radius: z.int().min(0).max(20).default(12).meta({ description: 'Corner radius in pixels.' }),
  theme: z.enum(['visitor', 'light', 'dark']).default('visitor').meta({ description: '`visitor`: as the browser asks for.' }),
  welcome: textOf(200).default('').meta({ description: 'Heading of the first screen. Empty: the opening line of `start`.' }),
  welcomeDetail: textOf(400).default('').meta({ description: 'The line below it.' }),
  questions: z
    .array(questionSchema)
    .max(MAX_QUESTIONS)
    .default([])
    .meta({ description: 'A press sends one. Empty: the suggested questions of `start`.' }),
  hint: textOf(120).default('').meta({ description: 'Placeholder of the message field.' }),
  disclaimer: textOf(300).default('').meta({ description: 'Below the message field.' }),
  privacyUrl: textOf(MAX_URL_CHARS)
    .refine((url) => url === '' || isAddress(url, ['https:']), 'An https address')
    .default(''),
  contact: z
    .strictObject({
      label: textOf(40).min(1),
      url: textOf(MAX_URL_CHARS).refine((url) => isAddress(url, ['https:', 'mailto:']), 'An https or mailto address'),
    })
    .nullable()
    .default(null)
    .meta({ description: 'Where visitors reach a person.' }),
  languages: z
    .array(z.enum(['en', 'zh-CN']))
    .max(2)
    .default([])
    .meta({ description: 'Languages of the page, the first one by default. Empty: the language of the visitor.' }),
  attachments: z.boolean().default(true).meta({ description: 'Whether messages may have files, where the workflow takes them.' }),
  sources: z.boolean().default(true).meta({ description: 'Whether answers show their sources.' }),
  steps: z.enum(['words', 'none']).default('words').meta({ description: 'Whether the page says what happens meanwhile.' }),
  keepDays: z
    .int()
    .min(1)
    .max(365)
    .nullable()
    .default(null)
    .meta({ description: 'Chats of visitors are deleted so many days after their last turn. Null: as all sessions.' }),
  sharing: z.boolean().default(false).meta({ description: 'Whether visitors may share a chat by a link.' }),
};

/** How a chat page and its widget look, and what they offer. Nothing of it changes who may chat. */
export const chatLookSchema = z.strictObject({
  ...fields,
  logo: z
    .strictObject({ fileId: z.string().min(1).max(100) })
    .nullable()
    .default(null)
    .meta({ description: 'An uploaded image: PNG, JPEG or WebP of at most 512 KB.' }),
});
export type ChatLook = z.output<typeof chatLookSchema>;

/** The part that visitors get. */
export const publicChatLookSchema = z.object({
  ...fields,
  logoUrl: z.string().nullable().meta({ description: 'Path of the logo on this server. It changes with the image.' }),
});
export type PublicChatLook = z.output<typeof publicChatLookSchema>;

/** Of a page without a stored look. */
export const defaultChatLook: ChatLook = chatLookSchema.parse({});

/** A stored look; what a later build stored, or an earlier one did not, has its default. */
export function readChatLook(json: string | null): ChatLook {
  const stored: unknown = json === null ? {} : JSON.parse(json);
  const known = looseLookSchema.safeParse(stored);
  return known.success ? known.data : defaultChatLook;
}

const looseLookSchema = z.object(chatLookSchema.shape);
