import { z } from 'zod';
import { serviceIdSchema } from '../openapi/api-operation.ts';
import { httpMethods } from '../tools/http-methods.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const id = serviceIdSchema.meta({ description: 'Unique in the workspace. Its tools are named `<id>@<operation>`.' });
const MAX_DOCUMENT_CHARS = 15_000_000;

const operationSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    method: z.enum(httpMethods),
    path: z.string(),
    risk: z.enum(['low', 'medium', 'high']).meta({ description: 'By its method: reading is low, deleting is high.' }),
    isChosen: z.boolean().meta({ description: 'Whether it is a tool.' }),
  })
  .register(components, { id: 'ServiceOperation' });
export type ServiceOperationResource = z.output<typeof operationSchema>;

const serviceSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    serverUrl: z.string(),
    credentialId: z.string().nullable().meta({ description: 'Sent with every request; null for none.' }),
    recipe: z.string().nullable().meta({ description: 'Id of the recipe that it was made from.' }),
    isEnabled: z.boolean(),
    operations: z.array(operationSchema),
    createdAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
  })
  .register(components, { id: 'ToolService' });
export type ToolServiceResource = z.output<typeof serviceSchema>;

const serverUrl = z
  .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
  .max(2000)
  .refine((url) => !url.includes('{'), 'Replace the words in braces by your own')
  .refine((url) => URL.parse(url)?.username === '' && URL.parse(url)?.search === '', 'Write it without user name and without ?')
  .meta({ description: 'Address of its API, to which the paths of the operations are added.' });

const source = {
  recipe: z.string().max(40).optional().meta({ description: 'Id of a recipe.' }),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .meta({ description: 'Address of an OpenAPI document.' }),
  document: z
    .string()
    .min(1)
    .max(MAX_DOCUMENT_CHARS)
    .optional()
    .meta({ description: 'The document itself: OpenAPI 2.0, 3.0 or 3.1, JSON or YAML.' }),
};
type Source = { recipe?: string | undefined; url?: string | undefined; document?: string | undefined };
const hasOneSource = ({ recipe, url, document }: Source) =>
  [recipe, url, document].filter((one) => one !== undefined).length === 1;
const oneSource = { path: ['document'], message: 'Give one of recipe, url and document' };

export const listToolServices = defineContract({
  name: 'listToolServices',
  method: 'GET',
  path: '/api/v1/tool-services',
  tag: 'catalogue',
  summary: 'List HTTP services with tools',
  results: { 200: { description: 'All services of the workspace, by id.', body: z.object({ items: z.array(serviceSchema) }) } },
  errors: [],
});

export const readToolService = defineContract({
  name: 'readToolService',
  method: 'POST',
  path: '/api/v1/tool-services/read',
  tag: 'catalogue',
  summary: 'Read an OpenAPI document',
  description: 'What a service of this document would have. Nothing is stored.',
  body: z.strictObject(source).refine(hasOneSource, oneSource),
  results: {
    200: {
      description: 'Its operations. Those that only read are suggested as tools.',
      body: z.object({
        title: z.string(),
        description: z.string(),
        serverUrl: z.string().nullable().meta({ description: 'Words in braces have to be replaced.' }),
        operations: z.array(operationSchema),
        skipped: z
          .array(z.object({ method: z.string(), path: z.string(), reason: z.string() }))
          .meta({ description: 'Operations that cannot be tools.' }),
      }),
    },
  },
  errors: [],
});

export const createToolService = defineContract({
  name: 'createToolService',
  method: 'POST',
  path: '/api/v1/tool-services',
  tag: 'catalogue',
  summary: 'Add an HTTP service',
  description: 'Its operations become tools of the workspace. No request is sent to the service.',
  body: z
    .strictObject({
      ...source,
      id,
      title: z.string().trim().min(1).max(100).optional().meta({ description: '@defaultValue the title of the document' }),
      serverUrl: serverUrl.optional().meta({ description: '@defaultValue the first server of the document' }),
      credentialId: z.string().max(100).nullable().optional(),
      operations: z
        .array(z.string())
        .max(500)
        .optional()
        .meta({ description: 'Names of the operations. @defaultValue those that only read' }),
    })
    .refine(hasOneSource, oneSource),
  results: { 201: { description: 'The service.', body: serviceSchema } },
  errors: ['name-taken'],
});

export const updateToolService = defineContract({
  name: 'updateToolService',
  method: 'PUT',
  path: '/api/v1/tool-services/{id}',
  tag: 'catalogue',
  summary: 'Change an HTTP service',
  description: 'Missing fields stay as they are.',
  params: z.object({ id: z.string().max(100) }),
  body: z.strictObject({
    title: z.string().trim().min(1).max(100).optional(),
    serverUrl: serverUrl.optional(),
    credentialId: z.string().max(100).nullable().optional(),
    operations: z.array(z.string()).max(500).optional(),
    isEnabled: z.boolean().optional(),
  }),
  results: { 200: { description: 'The service.', body: serviceSchema } },
  errors: ['not-found'],
});

export const deleteToolService = defineContract({
  name: 'deleteToolService',
  method: 'DELETE',
  path: '/api/v1/tool-services/{id}',
  tag: 'catalogue',
  summary: 'Delete an HTTP service',
  description: 'Nodes that use its tools fail afterwards.',
  params: z.object({ id: z.string().max(100) }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

const recipeSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    serverUrl: z.string().meta({ description: 'Words in braces have to be replaced.' }),
    docsUrl: z.string(),
    credential: z.object({
      type: z.string(),
      hosts: z.array(z.string()),
      scopes: z.array(z.string()),
      help: z.string().meta({ description: 'Where one gets it.' }),
      fields: z.record(z.string(), z.string()).meta({ description: 'Fields of the credential that are the same for everyone.' }),
    }),
    operations: z.array(operationSchema),
  })
  .register(components, { id: 'ToolRecipe' });
export type ToolRecipeResource = z.output<typeof recipeSchema>;

export const listToolRecipes = defineContract({
  name: 'listToolRecipes',
  method: 'GET',
  path: '/api/v1/tool-recipes',
  tag: 'catalogue',
  summary: 'List services that are prepared',
  results: { 200: { description: 'By title.', body: z.object({ items: z.array(recipeSchema) }) } },
  errors: [],
});
