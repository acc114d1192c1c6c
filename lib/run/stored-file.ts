import { z } from 'zod';

/** A file of the workspace that a node or a tool has written, as the nodes after it see it. */
export const storedFileSchema = z.object({
  fileId: z
    .string()
    .optional()
    .meta({ description: 'Its id, `art_…`. Missing in runs of the command line, which have no store of files.' }),
  name: z.string().meta({ description: 'As the code named it.' }),
  path: z
    .string()
    .meta({ description: 'Its path in the workspace: for the files of another node, an image of a model, or read_file.' }),
  sizeBytes: z.int().nonnegative(),
  mediaType: z.string().meta({ description: 'By the ending of its name.' }),
  sha256: z.string().optional().meta({ description: 'Of its content, in hex.' }),
});
export type StoredFile = z.output<typeof storedFileSchema>;

/** What a run made for people: a stored file that may have several versions. */
export const artifactSchema = storedFileSchema.extend({
  artifactId: z.string().optional().meta({ description: 'The same as `fileId`.' }),
  name: z.string(),
  revision: z.int().positive().meta({ description: 'Number of this version, from 1.' }),
});
export type Artifact = z.output<typeof artifactSchema>;
