import { listToolRecipes } from '#lib/api/tool-services.contract.ts';
import { readRecipes } from '../../../tool-services/recipes.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toOperations } from '../../resources/tool-service-resource.ts';

export const listToolRecipesHandler = defineHandler(listToolRecipes, async () => {
  const recipes = await readRecipes();
  const items = recipes.map(({ id, title, description, docsUrl, credential, service: { serverUrl, operations } }) => ({
    id,
    title,
    description,
    serverUrl: serverUrl ?? '',
    docsUrl,
    credential,
    operations: toOperations(
      operations,
      operations.map(({ name }) => name),
    ),
  }));
  return { status: 200, body: { items } };
});
