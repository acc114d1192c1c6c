import type { LiveConfig } from '#server/config/live-config.ts';

/** Checks every address before a socket opens. */
export async function importSafeFetch(config: LiveConfig) {
  const { makeSafeFetch } = await import('#server/fetch/safe-fetch.ts');
  return makeSafeFetch({
    allowedPrivateHosts: () => config.current.http.allowed_private_hosts,
    refreshAllowed: () => config.refresh(),
  });
}
