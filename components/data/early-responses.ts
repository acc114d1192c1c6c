/** A request that an inline script of the page sent before the other scripts were loaded. */
export type EarlyRequest = { readonly credential: string; readonly response: Promise<Response> };

declare global {
  interface Window {
    /** By address. */
    threadloomRequests?: Map<string, EarlyRequest> | undefined;
  }
}

/** Response to an early request with this address and credential, once; undefined without one or if it failed. */
export async function takeEarlyResponse(url: string, credential: string): Promise<Response | undefined> {
  const early = window.threadloomRequests?.get(url);
  window.threadloomRequests?.delete(url);
  return early?.credential === credential ? early.response.catch(() => undefined) : undefined;
}
