import { z } from 'zod';
import type { SearchProviderDefinition } from './define-search-provider.ts';
import { searchProviders } from './providers/registry.gen.ts';

export type SearchProviderId = keyof typeof searchProviders;

export const searchProviderSchema = z.enum(Object.keys(searchProviders) as [SearchProviderId, ...SearchProviderId[]]);

export function searchProviderOf(id: SearchProviderId): SearchProviderDefinition {
  return searchProviders[id];
}

/** What is wrong with an entry without a base URL; undefined if its provider has one of its own. */
export function missingBaseUrl(id: SearchProviderId): string | undefined {
  return searchProviderOf(id).baseUrl === undefined ? `${id} needs the address of its server` : undefined;
}
