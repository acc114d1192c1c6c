export type EarlyConversation = {
  readonly slug: string;
  /** In the query. */
  readonly nameParameter: string;
  /** Keys in the store of the browser; that of the session for frames only. */
  readonly credentialKey: string;
  readonly sessionKey: string | undefined;
  readonly languageHeader: string;
  readonly listLimit: number;
  readonly sameNameLimit: number;
};

/**
 * Requests the conversation with which the page opens, and the list of all. What draws them takes the responses.
 * The page contains this function as text, so that it may not use anything outside of itself.
 */
export function requestConversation(about: EarlyConversation): void {
  const { slug, nameParameter, credentialKey, sessionKey, languageHeader, listLimit, sameNameLimit } = about;
  try {
    const store = window.localStorage;
    const stored = sessionKey === undefined ? null : store.getItem(sessionKey);
    const name = new URLSearchParams(window.location.search).get(nameParameter) ?? stored;
    const credential = store.getItem(credentialKey);
    if (name === null || credential === null) return;
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${credential}`,
      [languageHeader]: document.documentElement.lang,
    };
    const requests: Window['threadloomRequests'] = new Map();
    const send = (url: string) => {
      const response = fetch(url, { headers, credentials: 'omit' });
      response.catch(() => {});
      requests.set(url, { credential, response });
      return response.then((received) => received.clone().json());
    };
    window.threadloomRequests = requests;
    const sessions = '/api/v1/sessions';
    send(`${sessions}?${new URLSearchParams({ slug, limit: String(listLimit) })}`).catch(() => {});
    send(`${sessions}?${new URLSearchParams({ sessionId: name, limit: String(sameNameLimit), slug })}`)
      .then(({ items }) => {
        const found = items.find(({ user }: { user: unknown }) => user === null) ?? items[0];
        if (found) return send(`${sessions}/${found.id}`);
      })
      .catch(() => {});
  } catch {
    // Without a store, and after any failure, the page sends its requests itself.
  }
}
