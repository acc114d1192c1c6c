/** A search engine that `web_search` may use, as forms and config know it. */
export type SearchProviderDefinition = {
  readonly id: string;
  readonly title: string;
  /** Base URL of its API; undefined for one that runs on a server of the user. */
  readonly baseUrl?: string;
  readonly needsKey: boolean;
};

export function defineSearchProvider<const Provider extends SearchProviderDefinition>(provider: Provider): Provider {
  return provider;
}
