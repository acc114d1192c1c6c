import type { Language } from '#lib/i18n/language.ts';
import type { RunReader } from '#lib/run/what-leaves.ts';
import { type Endpoint, isVisitor } from '../../db/stores/endpoint-store.ts';

/** What a caller may see of runs. Members and programs of the workspace see everything. */
export function runReaderOf({
  endpoint,
  language,
}: {
  readonly endpoint?: Endpoint | undefined;
  readonly language: Language;
}): RunReader {
  return endpoint ? runReaderOfEndpoint(endpoint, language) : { level: 'full', decides: true, language };
}

/** What the holder of a key, or a visitor, may see of the runs of an endpoint. */
export function runReaderOfEndpoint(
  endpoint: Pick<Endpoint, 'events' | 'allowsDecisions' | 'visitorsPerMinute'>,
  language: Language,
): RunReader {
  if (isVisitor(endpoint)) return { level: 'summary', decides: false, isVisitor: true, language };
  return { level: endpoint.events, decides: endpoint.allowsDecisions, isVisitor: false, language };
}
