import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { id, name, ofBase, root, tag, text, when } from './knowledge-fields.ts';
import { privateHostSchema } from './private-host.ts';

const sourceSchema = z
  .object({
    sourceId: z.string(),
    kind: z.enum(['folder', 'url', 'sitemap']),
    address: z.string(),
    selector: z.string().nullable(),
    everyHours: z.int().nullable(),
    nextAt: when.nullable(),
    refreshedAt: when.nullable(),
    found: z.int().nullable(),
    reading: z
      .object({ stored: z.int().nonnegative(), listed: z.int().nonnegative().nullable() })
      .nullable()
      .meta({ description: 'While it is read: how many of its documents are stored. `listed` is null while it is listed.' }),
    pending: z.int().nonnegative().meta({ description: 'Its documents that are not indexed yet.' }),
    problem: z.string().nullable(),
    privateHost: privateHostSchema,
  })
  .register(components, { id: 'KnowledgeSource' });
export type KnowledgeSourceResource = z.output<typeof sourceSchema>;

export const listKnowledgeSources = defineContract({
  name: 'listKnowledgeSources',
  method: 'GET',
  path: `${root}/{name}/sources`,
  tag,
  summary: 'List the sources of a knowledge base',
  params: ofBase,
  results: { 200: { description: 'The sources.', body: z.object({ items: z.array(sourceSchema) }) } },
  errors: ['not-found'],
});

export const createKnowledgeSource = defineContract({
  name: 'createKnowledgeSource',
  scope: 'edit',
  method: 'POST',
  path: `${root}/{name}/sources`,
  tag,
  summary: 'Add a source to a knowledge base',
  description:
    'A folder of files with all below it, a page, or a sitemap. It is read at once, and again after the given hours: new documents are added, and those that are gone are deleted.',
  params: ofBase,
  body: z
    .strictObject({
      kind: z.enum(['folder', 'url', 'sitemap']),
      address: text(2000).trim().meta({ description: 'Path of a folder, empty for all files; or an address.' }),
      selector: text(1000)
        .trim()
        .min(1)
        .nullable()
        .default(null)
        .meta({ description: 'CSS selector: only these elements of pages are read.' }),
      everyHours: z.int().min(1).max(8760).nullable().default(null).meta({ description: 'Null: only when asked.' }),
    })
    .check(({ value, issues }) => {
      if (value.kind === 'folder' || /^https?:\/\/[^\s]+$/i.test(value.address)) return;
      issues.push({
        code: 'custom',
        path: ['address'],
        input: value.address,
        message: 'Write an address that begins with https://',
      });
    }),
  results: { 201: { description: 'All sources of the base.', body: z.object({ items: z.array(sourceSchema) }) } },
  errors: ['not-found', 'name-taken'],
});

export const refreshKnowledgeSource = defineContract({
  name: 'refreshKnowledgeSource',
  scope: 'edit',
  method: 'POST',
  path: `${root}/{name}/sources/{sourceId}/refresh`,
  tag,
  summary: 'Read a source again',
  params: z.object({ name, sourceId: id }),
  results: { 202: { description: 'It is read as soon as possible.' } },
  errors: ['not-found'],
});

export const deleteKnowledgeSource = defineContract({
  name: 'deleteKnowledgeSource',
  scope: 'edit',
  method: 'DELETE',
  path: `${root}/{name}/sources/{sourceId}`,
  tag,
  summary: 'Remove a source from a knowledge base',
  description: 'Its documents stay.',
  params: z.object({ name, sourceId: id }),
  results: { 204: { description: 'Removed.' } },
  errors: ['not-found'],
});
