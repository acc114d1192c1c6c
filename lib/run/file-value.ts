import { z } from 'zod';

const about = {
  fileId: z.string().optional(),
  name: z.string().optional().meta({ description: 'File name.' }),
  mediaType: z.string().optional().meta({ description: 'As `image/png`.' }),
};

/** A file whose content is in the value itself, as `text` or `base64`: a start input, or a small answer. */
export const inlineFileSchema = z.union([
  z.looseObject({ ...about, text: z.string().meta({ description: 'Content of a text file.' }) }),
  z.looseObject({ ...about, base64: z.base64().meta({ description: 'Content of any file, in base64.' }) }),
]);

/** A file that a node takes: its content, or the path of a file of the workspace. */
export const fileValueSchema = z.union([
  inlineFileSchema,
  z.looseObject({
    ...about,
    path: z.string().min(1).meta({ description: 'Path in the workspace, as of a file that another node wrote.' }),
  }),
]);
export type FileValue = z.output<typeof fileValueSchema>;

/** The bytes of a value that holds its content; undefined for any other. */
export function inlineBytes(value: unknown): Uint8Array | undefined {
  const { text, base64 } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof text === 'string') return new TextEncoder().encode(text);
  return typeof base64 === 'string' ? Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)) : undefined;
}
