import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { once } from '#lib/async/once.ts';
import { credentialTypeSchema } from '#lib/credentials/credential-type.ts';
import { failureFieldSchema } from '#lib/openapi/api-operation.ts';
import { type ReadService, readOperations } from '#lib/openapi/read-operations.ts';

const FOLDER = join(import.meta.dirname, 'recipes');
const SUFFIX = '.recipe.json';

/** What is prepared for a service: a file of its own, named for its id. */
const recipeSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  docsUrl: z.url(),
  credential: z.strictObject({
    type: credentialTypeSchema,
    /** Words in braces have to be replaced. */
    hosts: z.array(z.string()).min(1),
    scopes: z.array(z.string()),
    help: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  failure: failureFieldSchema.optional(),
  /** A call, and the request that it becomes. */
  example: z.strictObject({
    operation: z.string(),
    input: z.record(z.string(), z.json()),
    sends: z.strictObject({
      method: z.string(),
      path: z.string(),
      query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
      headers: z.record(z.string(), z.string()).default({}),
      body: z.json().optional(),
    }),
  }),
  /** OpenAPI 3.1. */
  document: z.record(z.string(), z.json()),
});
export type Recipe = z.output<typeof recipeSchema> & { readonly service: ReadService };

/** All recipes by title. Read at the first use. */
export const readRecipes = once(readAll);

async function readAll(): Promise<readonly Recipe[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(SUFFIX));
  const recipes = await Promise.all(
    files.map(async (file) => {
      const recipe = recipeSchema.parse(JSON.parse(await readFile(join(FOLDER, file), 'utf8')));
      return { ...recipe, service: readOperations(recipe.document) };
    }),
  );
  return recipes.sort((a, b) => (a.title < b.title ? -1 : 1));
}
