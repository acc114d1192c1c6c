import { z } from 'zod';

const chatSourceSchema = z.object({
  index: z.int().positive().meta({ description: 'Its number, as in `[1]` in the text.' }),
  title: z.string(),
  page: z.int().positive().optional().meta({ description: 'Page, slide, sheet or chapter.' }),
  place: z.string().optional().meta({ description: 'The headings above the passage.' }),
  snippet: z.string().optional().meta({ description: 'At most 300 characters of the passage.' }),
  url: z.string().optional().meta({ description: 'Of a public page (http or https). Missing for documents of this server.' }),
});
export type ChatSource = z.output<typeof chatSourceSchema>;

const chatFileSchema = z.object({
  kind: z.literal('file'),
  name: z.string(),
  size: z.int().nonnegative().optional().meta({ description: 'Bytes, where they are known.' }),
  mediaType: z.string(),
  url: z.string().meta({ description: 'Path on this server. Takes the credential of the page.' }),
});

const chatArtifactSchema = z.object({
  kind: z.literal('artifact'),
  artifactId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.int().nonnegative(),
  revision: z.int().positive(),
});

/** One part of what a visitor gets for a message. The order is that of the answer. */
const chatAnswerPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), markdown: z.string() }),
  z.object({ kind: z.literal('titled'), title: z.string(), markdown: z.string() }),
  z.object({ kind: z.literal('sources'), sources: z.array(chatSourceSchema) }),
  chatFileSchema,
  chatArtifactSchema,
  z.object({
    kind: z.literal('waiting'),
    for: z.enum(['person', 'time']).meta({ description: 'A person decides, or a time has to come.' }),
    since: z.iso.datetime().optional(),
    expectBy: z.iso.datetime().optional().meta({ description: 'When the wait ends at the latest.' }),
  }),
  z.object({
    kind: z.literal('failed'),
    reference: z.string().meta({ description: 'The last characters of the id of the run.' }),
    because: z.literal('file').optional().meta({
      description: '`file`: a file could not be read, so that another attempt with it fails as well.',
    }),
  }),
]);
export type ChatAnswerPart = z.output<typeof chatAnswerPartSchema>;

export const chatAnswerSchema = z.array(chatAnswerPartSchema);
export type ChatAnswer = z.output<typeof chatAnswerSchema>;

/** What a step is for a customer. The face has the sentences, such as "Looked at 3 documents". */
const chatStepKinds = ['documents', 'web', 'lookup', 'think', 'write', 'file'] as const;
export const chatStepKindSchema = z.enum(chatStepKinds);
export type ChatStepKind = z.output<typeof chatStepKindSchema>;

/** Steps of one kind that follow one another. */
export type ChatStep = {
  readonly kind: ChatStepKind;
  readonly count: number;
  readonly isRunning: boolean;
  /** Undefined while it runs, or where its times are unknown. */
  readonly durationMs: number | undefined;
  readonly startedAt: number | undefined;
};
