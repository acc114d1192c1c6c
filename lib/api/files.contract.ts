import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';

const id = z.string().min(1).max(100);
const MAX_PATH_CHARS = 1000;
const MAX_TARGETS = 1000;
const path = z
  .string()
  .min(1)
  .max(MAX_PATH_CHARS)
  .meta({ description: 'Relative, with `/` between names: `reports/2026/june.pdf`.' });
const folder = z.string().max(MAX_PATH_CHARS).meta({ description: 'Path of a folder; empty for the top.' });
const onExisting = z
  .enum(['replace', 'rename', 'refuse'])
  .default('rename')
  .meta({ description: 'What happens where there is a file: a new version, a name with a number, or `name-taken`.' });

export const fileSchema = z
  .object({
    fileId: id.meta({ description: '`file_…`, or `art_…` for a file that a run made.' }),
    name: z.string(),
    path: z.string(),
    mediaType: z.string().meta({ description: '`application/octet-stream` when it is not known.' }),
    sizeBytes: z.number().nonnegative(),
    sha256: z.string().meta({ description: 'In hex.' }),
    revision: z.int().positive().meta({ description: 'Counts the contents that it has had.' }),
    createdAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
    source: z
      .object({ runId: z.string().nullable(), nodeId: z.string().nullable(), keyId: z.string().nullable() })
      .meta({ description: 'The node of a run, or the key of an endpoint, that it came from. All null for people.' }),
  })
  .register(components, { id: 'File' });
export type FileResource = z.output<typeof fileSchema>;

const uploadSchema = z
  .object({
    uploadId: id,
    path: z.string(),
    sizeBytes: z.number().nonnegative(),
    offsetBytes: z.number().nonnegative().meta({ description: 'Where the next request continues.' }),
    partBytes: z.int().positive().meta({ description: 'What arrives of a request that is cut stays in multiples of this.' }),
    file: fileSchema.nullable().meta({ description: 'The file, once all bytes are there.' }),
  })
  .register(components, { id: 'Upload' });
export type UploadResource = z.output<typeof uploadSchema>;

/** In a body, where no character is refused beforehand: PostgreSQL takes no NUL. */
const bodyId = id.regex(/^[\w-]+$/, 'An id holds letters, digits, _ and - only');
const targets = z
  .array(z.union([z.strictObject({ fileId: bodyId }), z.strictObject({ folder: path })]))
  .min(1)
  .max(MAX_TARGETS)
  .meta({ description: 'Files by id, and folders with all that is in them by path.' });
/** A file or a folder of a batch. */
export type FileTargetBody = z.input<typeof targets>[number];

const bytes = { description: 'The bytes of the file.', mediaTypes: ['application/octet-stream'] } as const;

export const listFiles = defineContract({
  name: 'listFiles',
  method: 'GET',
  path: '/api/v1/files',
  tag: 'files',
  summary: 'List the files of a folder, or find files',
  description: 'With `search` or `runId`: files of the folder and of all folders below it. Otherwise those directly in it.',
  query: z.object({
    ...pageQuery,
    folder: folder.default(''),
    search: z.string().min(1).max(200).optional().meta({ description: 'Part of a path, in any case.' }),
    runId: id.optional().meta({ description: 'Only files that this run made.' }),
    sort: z.enum(['name', 'size', 'changed']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  results: {
    200: {
      description: 'One page.',
      body: pageOf(fileSchema).extend({
        total: z.int().nonnegative(),
        version: z.number().nonnegative().meta({ description: 'Counts all changes of files in the workspace.' }),
      }),
    },
  },
  errors: [],
});

export const getFileTree = defineContract({
  name: 'getFileTree',
  method: 'GET',
  path: '/api/v1/files/tree',
  tag: 'files',
  summary: 'Get the folders of the workspace',
  description: 'A folder exists while a file is in it. Keep the tree until `version` is another one.',
  query: z.object({
    version: z.coerce
      .number()
      .int()
      .nonnegative()
      .optional()
      .meta({ description: 'Of the tree you have: folders are then left out while it is current.' }),
  }),
  results: {
    200: {
      description: 'Every folder with files directly in it.',
      body: z.object({
        version: z.number().nonnegative(),
        folders: z
          .array(z.object({ path: z.string(), files: z.int().nonnegative(), sizeBytes: z.number().nonnegative() }))
          .nullable()
          .meta({ description: 'Null: unchanged since that version.' }),
      }),
    },
  },
  errors: [],
});

export const uploadFiles = defineContract({
  name: 'uploadFiles',
  scope: 'run',
  fieldScopes: { onExisting: { replace: 'edit' } },
  access: 'workspace-or-key',
  method: 'POST',
  path: '/api/v1/files',
  tag: 'files',
  summary: 'Upload files',
  description:
    'One file as the body, at `path`; or any number as `multipart/form-data`, into the folder `path`, under their own names. Files above 16 MB are better sent as an upload that can be continued.',
  query: z.object({
    path: z.string().max(MAX_PATH_CHARS).default('').meta({ description: 'Of the file, or of the folder.' }),
    onExisting,
  }),
  upload: { description: 'A file, or a form with files.', mediaTypes: ['application/octet-stream', 'multipart/form-data'] },
  results: { 201: { description: 'The files.', body: z.object({ items: z.array(fileSchema) }) } },
  errors: ['body-too-large', 'name-taken'],
});

export const getFile = defineContract({
  name: 'getFile',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/files/{id}',
  tag: 'files',
  summary: 'Get a file without its content',
  params: z.object({ id }),
  results: { 200: { description: 'The file.', body: fileSchema } },
  errors: ['not-found'],
});

export const downloadFile = defineContract({
  name: 'downloadFile',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/files/{id}/content',
  tag: 'files',
  summary: 'Download a file',
  description:
    'Answers ranges and `if-none-match`. Only images, audio, video, PDF and text are sent to be shown; all else is sent to be saved.',
  params: z.object({ id }),
  query: z.object({
    disposition: z.enum(['attachment', 'inline']).default('attachment'),
    revision: z.coerce
      .number()
      .int()
      .positive()
      .optional()
      .meta({ description: 'An earlier one. @defaultValue the current one' }),
  }),
  results: { 200: { description: 'The content.', isFile: true } },
  errors: ['not-found'],
});

export const replaceFileContent = defineContract({
  name: 'replaceFileContent',
  scope: 'edit',
  method: 'PUT',
  path: '/api/v1/files/{id}/content',
  tag: 'files',
  summary: 'Replace the content of a file',
  params: z.object({ id }),
  query: z.object({
    revision: z.coerce
      .number()
      .int()
      .positive()
      .optional()
      .meta({ description: 'The one that was changed: `revision-stale` when there is a newer one.' }),
  }),
  upload: bytes,
  results: { 200: { description: 'The file.', body: fileSchema } },
  errors: ['not-found', 'body-too-large', 'revision-stale'],
});

export const listFileVersions = defineContract({
  name: 'listFileVersions',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/files/{id}/versions',
  tag: 'files',
  summary: 'List the earlier contents of a file, newest first',
  description: 'The last ten are kept.',
  params: z.object({ id }),
  results: {
    200: {
      description: 'Without the current one.',
      body: z.object({
        items: z.array(fileSchema.pick({ revision: true, sizeBytes: true, sha256: true, mediaType: true, changedAt: true })),
      }),
    },
  },
  errors: ['not-found'],
});

export const createFileLink = defineContract({
  name: 'createFileLink',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/files/{id}/link',
  tag: 'files',
  summary: 'Create a signed address of a file',
  description: 'The address gives access to the current revision of the file, without sign-in, until it expires.',
  params: z.object({ id }),
  body: z.strictObject({
    expiresInS: z
      .int()
      .min(1)
      .max(7 * 86_400)
      .default(3600)
      .meta({ description: 'Seconds.' }),
  }),
  results: {
    201: {
      description: 'The address, relative to the server.',
      body: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
    },
  },
  errors: ['not-found'],
});

export const openFileLink = defineContract({
  name: 'openFileLink',
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/links/{token}',
  tag: 'files',
  summary: 'Download the file of a signed address',
  params: z.object({ token: z.string().min(1).max(1000) }),
  results: { 200: { description: 'The content.', isFile: true } },
  errors: ['not-found'],
});

export const moveFiles = defineContract({
  name: 'moveFiles',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/files/move',
  tag: 'files',
  summary: 'Move or rename files and folders',
  description: 'All of them, or none. Into a folder, or one of them to a path.',
  body: z.strictObject({ items: targets, to: z.union([z.strictObject({ folder }), z.strictObject({ path })]) }),
  results: { 200: { description: 'The moved files.', body: z.object({ items: z.array(fileSchema) }) } },
  errors: ['not-found', 'name-taken'],
});

export const copyFiles = defineContract({
  name: 'copyFiles',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/files/copy',
  tag: 'files',
  summary: 'Copy files and folders',
  description: 'As moving, and a taken name gets a number. Content is not stored twice.',
  body: z.strictObject({ items: targets, to: z.union([z.strictObject({ folder }), z.strictObject({ path })]) }),
  results: { 200: { description: 'The new files.', body: z.object({ items: z.array(fileSchema) }) } },
  errors: ['not-found', 'name-taken'],
});

export const deleteFiles = defineContract({
  name: 'deleteFiles',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/files/delete',
  tag: 'files',
  summary: 'Delete files and folders',
  body: z.strictObject({ items: targets }),
  results: { 200: { description: 'How many files were deleted.', body: z.object({ deleted: z.int().nonnegative() }) } },
  errors: [],
});

export const beginUpload = defineContract({
  name: 'beginUpload',
  scope: 'run',
  fieldScopes: { onExisting: { replace: 'edit' } },
  access: 'workspace-or-key',
  method: 'POST',
  path: '/api/v1/uploads',
  tag: 'files',
  summary: 'Begin an upload that can be continued',
  description: 'Then send the bytes with `PUT`, in as many requests as you like. It is forgotten after a day without any.',
  body: z.strictObject({
    path,
    sizeBytes: z.int().nonnegative(),
    mediaType: z.string().max(200).optional(),
    onExisting,
  }),
  results: { 201: { description: 'The upload.', body: uploadSchema } },
  errors: ['body-too-large'],
});

export const getUpload = defineContract({
  name: 'getUpload',
  access: 'workspace-or-key',
  method: 'GET',
  path: '/api/v1/uploads/{id}',
  tag: 'files',
  summary: 'Get an upload, with where it continues',
  params: z.object({ id }),
  results: { 200: { description: 'The upload.', body: uploadSchema } },
  errors: ['not-found'],
});

export const continueUpload = defineContract({
  name: 'continueUpload',
  scope: 'run',
  access: 'workspace-or-key',
  method: 'PUT',
  path: '/api/v1/uploads/{id}',
  tag: 'files',
  summary: 'Send bytes of an upload',
  description:
    'From `offset` on, all the rest or a part of it. After a cut connection get the upload and continue at its `offsetBytes`.',
  params: z.object({ id }),
  query: z.object({ offset: z.coerce.number().int().nonnegative() }),
  upload: bytes,
  results: { 200: { description: 'The upload; with the file once it is complete.', body: uploadSchema } },
  errors: ['not-found', 'body-too-large', 'revision-stale', 'name-taken'],
});

export const cancelUpload = defineContract({
  name: 'cancelUpload',
  scope: 'run',
  access: 'workspace-or-key',
  method: 'DELETE',
  path: '/api/v1/uploads/{id}',
  tag: 'files',
  summary: 'Cancel an upload',
  params: z.object({ id }),
  results: { 204: { description: 'Cancelled.' } },
  errors: ['not-found'],
});
