export type SearchHit = { readonly title: string; readonly url: string; readonly snippet: string };

/** A search engine of the administrator's choice. */
export interface WebSearch {
  /**
   * At most `limit` pages, best first.
   * @throws {NodeFailure} `search-failed`, which another attempt may help when the engine was busy
   * or could not be reached
   */
  search(query: string, options: { readonly limit: number; readonly signal: AbortSignal }): Promise<SearchHit[]>;
}
