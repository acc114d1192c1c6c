import { z } from 'zod';
import type { ConversationFile } from './conversation-inputs.ts';
import { requestProblem } from './request-problem.ts';

/** Parts of a message of both APIs that a workflow can take; others are refused by name. */
const partSchema = z.union([
  z.looseObject({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() }),
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) }),
  z.looseObject({ type: z.literal('input_image'), image_url: z.string() }),
  z.looseObject({
    type: z.literal('file'),
    file: z.looseObject({ file_data: z.string(), filename: z.string().max(200).optional() }),
  }),
  z.looseObject({ type: z.literal('input_file'), file_data: z.string(), filename: z.string().max(200).optional() }),
]);
type Part = z.output<typeof partSchema>;

/** The content of a message: a text, or parts. */
export const contentSchema = z.union([z.string(), z.array(partSchema).max(200)], {
  error: 'A text, or parts of the types text, image_url or file with their content as a data URL',
});

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,/;

/** Text and files of a content. @throws {AppError} `body-invalid` for a file that is not a data URL */
export function readContent(
  content: z.output<typeof contentSchema>,
  field: string,
): { content: string; files: ConversationFile[] } {
  if (typeof content === 'string') return { content, files: [] };
  const texts = content.flatMap((part) => textOf(part) ?? []);
  const files = content.flatMap((part, index) => fileOf(part, `${field}.${index}`) ?? []);
  return { content: texts.join('\n\n'), files };
}

function textOf(part: Part): string | undefined {
  if (part.type === 'refusal') return part.refusal;
  return 'text' in part && typeof part.text === 'string' ? part.text : undefined;
}

function fileOf(part: Part, field: string): ConversationFile | undefined {
  switch (part.type) {
    case 'image_url':
      return fromDataUrl(part.image_url.url, { field: `${field}.image_url.url` });
    case 'input_image':
      return fromDataUrl(part.image_url, { field: `${field}.image_url` });
    case 'file':
      return fromDataUrl(part.file.file_data, { field: `${field}.file.file_data`, name: part.file.filename });
    case 'input_file':
      return fromDataUrl(part.file_data, { field: `${field}.file_data`, name: part.filename });
    default:
      return undefined;
  }
}

function fromDataUrl(
  url: string,
  { field, name }: { readonly field: string; readonly name?: string | undefined },
): ConversationFile {
  const [head = '', mediaType = ''] = DATA_URL.exec(url) ?? [];
  if (head === '') throw requestProblem(field, 'Send the content as a data URL: data:image/png;base64,…');
  return { mediaType, base64: url.slice(head.length), ...(name !== undefined && { name }) };
}
