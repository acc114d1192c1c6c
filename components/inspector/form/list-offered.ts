import { apiClient } from '#components/data/api-client.ts';
import type { ModelProvider } from '#lib/api/models.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

export type ListedModel = { readonly name: string; readonly provider: string; readonly isDemo: boolean };
/** `id` is `provider/model`. */
export type OfferedItem = { readonly id: string; readonly label: string; readonly hint: string };
type Offered = { readonly items: readonly OfferedItem[]; readonly problem: string | null };

/** The first model of each provider: it lends key and address to the others. */
export function lendersOf(models: readonly ListedModel[]): ListedModel[] {
  const real = models.filter(({ isDemo }) => !isDemo);
  return real.filter(({ provider }, index) => real.findIndex((other) => other.provider === provider) === index);
}

/** The models of all providers; the first problem if one gives no list. */
export async function listOffered(models: readonly ListedModel[]): Promise<Offered> {
  const answers = await Promise.all(lendersOf(models).map(askProvider));
  return {
    items: answers.flatMap(({ items }) => items),
    problem: answers.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}

async function askProvider({ name, provider }: ListedModel): Promise<Offered> {
  try {
    const { items, problem } = await apiClient.listOfferedModels({
      params: { name },
      body: { provider: provider as ModelProvider },
    });
    return { items: items.map(({ id, title }) => ({ id: `${provider}/${id}`, label: id, hint: title ?? provider })), problem };
  } catch (error) {
    return { items: [], problem: errorMessage(error) };
  }
}
