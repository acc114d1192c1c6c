import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { fileSchema } from './files.contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { startErrors, startFields, startHeaders, startResults } from './run-starts.contract.ts';
import { storableText } from './storable-text.ts';

const id = z.string().min(1).max(100);
const revision = z.coerce
  .number()
  .int()
  .positive()
  .optional()
  .meta({ description: 'An earlier one. @defaultValue the current one' });
const { inputs: _, mode, ...modeFields } = startFields;

const artifactSchema = fileSchema
  .extend({
    artifactId: id.meta({ description: 'The same as `fileId`: `art_…`.' }),
    madeRevision: z
      .int()
      .positive()
      .nullable()
      .meta({ description: 'With `runId`: the newest revision that this run made, which may be an earlier one. Else null.' }),
  })
  .register(components, { id: 'Artifact' });
export type ArtifactResource = z.output<typeof artifactSchema>;

const pageSchema = z.object({
  index: z.int().nonnegative().meta({ description: 'Counted from 0.' }),
  title: z.string(),
  thumbnailUrl: z
    .string()
    .nullable()
    .meta({ description: 'A picture of the page, relative to the server. Null where there is none.' }),
  content: z.string().meta({ description: 'Its text.' }),
  notes: z.string().meta({ description: 'Of the speaker; empty without any.' }),
});
const previewSchema = z
  .object({
    artifactId: id,
    revision: z.int().positive(),
    type: z.enum(['slides', 'document', 'text', 'image', 'other']).meta({ description: '`other` has no pages.' }),
    canRegenerate: z.boolean().meta({ description: 'Whether one of its slides can be made again: it was made here.' }),
    pages: z.array(pageSchema),
    isCut: z.boolean().meta({ description: 'There is more than is shown.' }),
  })
  .register(components, { id: 'ArtifactPreview' });
export type ArtifactPreview = z.output<typeof previewSchema>;

export const listArtifacts = defineContract({
  name: 'listArtifacts',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/artifacts',
  tag: 'artifacts',
  summary: 'List what runs made for people, newest first',
  description:
    'Artifacts are files: what applies to files (`/files/{id}`) applies to them too. A key gets those of its own runs.',
  query: z.object({
    ...pageQuery,
    sessionId: storableText(z.string().min(1).max(200)).optional().meta({ description: 'Made by the turns of this session.' }),
    runId: id.optional().meta({ description: 'Of which this run made a revision.' }),
  }),
  results: { 200: { description: 'One page.', body: pageOf(artifactSchema) } },
  errors: [],
});

export const downloadArtifact = defineContract({
  name: 'downloadArtifact',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/artifacts/{id}/download',
  tag: 'artifacts',
  summary: 'Download an artifact',
  params: z.object({ id }),
  query: z.object({ revision }),
  results: { 200: { description: 'The content, to be saved.', isFile: true } },
  errors: ['not-found'],
});

export const previewArtifact = defineContract({
  name: 'previewArtifact',
  access: 'workspace-or-key',
  takesVisitors: true,
  visitorRate: 'work',
  method: 'GET',
  path: '/api/v1/artifacts/{id}/preview',
  tag: 'artifacts',
  summary: 'Preview an artifact page by page',
  description: 'Slides have a picture each, drawn from the file itself. Other documents have the text of their pages.',
  params: z.object({ id }),
  query: z.object({ revision }),
  results: { 200: { description: 'Its pages.', body: previewSchema } },
  errors: ['not-found', 'document-unusable'],
});

export const getArtifactPage = defineContract({
  name: 'getArtifactPage',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/artifacts/{id}/pages/{index}',
  tag: 'artifacts',
  summary: 'Get the picture of a slide',
  description: 'An SVG image that refers to nothing outside itself.',
  params: z.object({ id, index: z.coerce.number().int().nonnegative().max(10_000) }),
  query: z.object({ revision }),
  results: { 200: { description: 'The picture.', isFile: true, mediaType: 'image/svg+xml' } },
  errors: ['not-found', 'document-unusable'],
});

export const regenerateArtifact = defineContract({
  name: 'regenerateArtifact',
  access: 'workspace-or-key',
  takesVisitors: true,
  scope: 'edit',
  visitorRate: 'work',
  method: 'POST',
  path: '/api/v1/artifacts/{id}/regenerate',
  tag: 'artifacts',
  summary: 'Make one slide again',
  description:
    'A run like any other, traced and charged to the budgets: a model changes the slide as the instructions say, and the presentation gets a new revision. All other slides stay byte for byte. Only for presentations that were made here. With a key the run is one of its endpoint, with its rate, budget and models.',
  params: z.object({ id }),
  headers: startHeaders,
  body: z.strictObject({
    pageIndex: z.int().min(0).max(10_000).meta({ description: 'Which slide, counted from 0.' }),
    instructions: z.string().trim().min(1).max(10_000).meta({ description: 'What is to change.' }),
    model: z.string().min(1).max(200).optional().meta({ description: 'A model of the config. @defaultValue the default model' }),
    ...modeFields,
    mode: mode
      .unwrap()
      .default('stream')
      .meta({ description: 'As for runs; here the events are sent unless you ask otherwise.' }),
  }),
  results: startResults,
  errors: ['not-found', 'document-unusable', ...startErrors],
});
