import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';
import { fileValueSchema } from '#lib/run/file-value.ts';

const oneDocument = z.union([
  z.string().min(1),
  z.object({
    key: z.string().min(1).max(1000).optional(),
    title: z.string().max(300).optional(),
    text: z.string().min(1),
    url: z.string().max(2000).optional(),
    metadata: z.record(z.string(), z.json()).optional(),
  }),
]);
const oneFile = z.union([z.string().trim().min(1), fileValueSchema]);

export default defineNode({
  id: 'knowledge-write',
  version: 1,
  title: 'Write knowledge',
  summary: 'Stores texts and files in a knowledge base.',
  icon: 'book-plus',
  category: 'data',
  config: z
    .object({
      base: z
        .string()
        .trim()
        .min(1, 'Choose a knowledge base')
        .max(63)
        .meta({
          title: 'Knowledge base',
          description: 'Name of the base.',
          expression: 'literal',
          refersTo: 'knowledge',
          ui: { placeholder: 'handbook' },
        }),
      documents: z
        .union([oneDocument, z.array(oneDocument).max(1000)])
        .optional()
        .meta({
          title: 'Texts',
          description: 'A text, or { text, title, key, url, metadata }, or a list of them.',
          ui: { widget: 'json', placeholder: '{{page.data.text}}' },
        }),
      files: z
        .union([oneFile, z.array(oneFile).max(1000)])
        .optional()
        .meta({
          title: 'Files',
          description: 'A file input, a file that another node wrote, the path of a workspace file, or a list of them.',
          ui: { widget: 'json', placeholder: '{{start.report}}' },
        }),
      key: z
        .string()
        .max(1000)
        .optional()
        .meta({
          title: 'Key',
          description:
            'Identifies the document in the base when there is one. Missing: its own key, the path of its file, or its text.',
          ui: { placeholder: '{{start.ticketId}}' },
        }),
      onExisting: z.enum(['replace', 'skip']).default('replace').meta({
        title: 'If it exists',
        description: 'replace: the document with that key gets the new content; skip: it stays as it is.',
        expression: 'literal',
      }),
      wait: z
        .boolean()
        .default(true)
        .meta({
          title: 'Wait until indexed',
          description: 'The next node can find the documents. Otherwise they are indexed in the background.',
          ui: { group: 'Advanced' },
        }),
    })
    .check(({ value, issues }) => {
      if (value.documents !== undefined || value.files !== undefined) return;
      issues.push({ code: 'custom', path: ['documents'], input: undefined, message: 'Give texts or files' });
    }),
  outputs: {
    out: port(
      'Written',
      z.object({
        documents: z.array(
          z.object({
            documentId: z.string(),
            key: z.string(),
            outcome: z.enum(['created', 'replaced', 'unchanged', 'skipped']),
          }),
        ),
        failed: z
          .array(z.object({ documentId: z.string(), problem: z.string() }))
          .meta({ description: 'Stored, but not indexed, with the reason.' }),
      }),
    ),
  },
  effects: 'write',
  reaches: ({ base, files }) => ({ knowledge: base, ...(files !== undefined && { usesFiles: true }) }),
  mainField: 'documents',
  initialConfig: { base: '' },
});
