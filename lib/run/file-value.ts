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

/** A file of the workspace by its id: an upload, or a file that a node made. */
export const fileByIdSchema = z.looseObject({
  ...about,
  fileId: z.string().min(1).max(100).meta({ description: 'Id of an uploaded file, or of one that a run made.' }),
});

/** A file that a node takes: its content, or the id or path of a file of the workspace. */
export const fileValueSchema = z.union([
  inlineFileSchema,
  fileByIdSchema,
  z.looseObject({
    ...about,
    path: z.string().min(1).meta({ description: 'Path in the workspace, as of a file that another node wrote.' }),
  }),
]);
export type FileValue = z.output<typeof fileValueSchema>;

/** The files of a field that takes files and lists of them, each with its path in the config. */
export function flattenFiles<T>(
  values: readonly (T | readonly T[])[],
  path: string,
): { readonly value: T; readonly path: string }[] {
  return values.flatMap((value, index) => {
    const at = `${path}[${index}]`;
    if (!Array.isArray(value)) return [{ value: value as T, path: at }];
    return value.map((one: T, place) => ({ value: one, path: `${at}[${place}]` }));
  });
}

/** The bytes of a value that holds its content; undefined for any other. */
export function inlineBytes(value: unknown): Uint8Array | undefined {
  const { text, base64 } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof text === 'string') return new TextEncoder().encode(text);
  return typeof base64 === 'string' ? decoded(base64) : undefined;
}

function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The file of the workspace that a value names: by id, else by path, which a text is too. Undefined for any other. */
export function fileRefOf(value: unknown): { readonly fileId: string } | { readonly path: string } | undefined {
  if (typeof value === 'string') return { path: value };
  const { fileId, path } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof fileId === 'string') return { fileId };
  return typeof path === 'string' ? { path } : undefined;
}
