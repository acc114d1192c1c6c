import { z } from 'zod';

/** A file of the workspace that a node or a tool has written, as the nodes after it see it. */
export const storedFileSchema = z.object({
  name: z.string().meta({ description: 'As the code named it.' }),
  path: z
    .string()
    .meta({ description: 'Its path in the workspace: for the files of another node, an image of a model, or read_file.' }),
  sizeBytes: z.int().nonnegative(),
  mediaType: z.string().meta({ description: 'By the ending of its name.' }),
});
export type StoredFile = z.output<typeof storedFileSchema>;
