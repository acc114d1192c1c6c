import { contracts } from '#lib/api/contracts.gen.ts';
import { getOpenApi } from '#lib/api/health.contract.ts';
import { type OpenApi, toOpenApi } from '#lib/api/to-openapi.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

/** Made at first use: it takes 50 ms, and most processes never serve it. */
const documents = new Map<string, OpenApi>();

export const getOpenApiHandler = defineHandler(getOpenApi, async ({ deps: { version, publicOrigin: serverUrl } }) => {
  const key = `${version} ${serverUrl}`;
  const document = documents.get(key) ?? toOpenApi(Object.values(contracts), { version, serverUrl });
  documents.set(key, document);
  return { status: 200, body: document };
});
