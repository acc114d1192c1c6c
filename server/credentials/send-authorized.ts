type Answer = { readonly status: number; readonly url?: string };
type Renewable<R> = { readonly url: string; readonly renewed?: (() => Promise<R | undefined>) | undefined };

const UNAUTHORIZED = 401;

/**
 * Sends a request with a credential, and once more with a renewed token where the service refuses the one it has: a
 * service may drop a token long before its end, and some tokens have none.
 * @param discard ends an answer that is not read
 */
export async function sendAuthorized<A extends Answer, R extends Renewable<R>>(
  request: R,
  send: (request: R) => Promise<A>,
  discard: (answer: A) => Promise<unknown> = async () => {},
): Promise<{ readonly answer: A; readonly sent: R }> {
  let sent = request;
  while (true) {
    const answer = await send(sent);
    if (answer.status !== UNAUTHORIZED || isFromElsewhere(answer, sent)) return { answer, sent };
    const next = await sent.renewed?.().catch(async (error: unknown) => {
      await discard(answer).catch(() => {});
      throw error;
    });
    if (!next) return { answer, sent };
    await discard(answer).catch(() => {});
    sent = next;
  }
}

/** After a redirect to another origin, which goes without the credential. */
function isFromElsewhere({ url }: Answer, sent: { readonly url: string }): boolean {
  return url !== undefined && URL.canParse(url) && new URL(url).origin !== new URL(sent.url).origin;
}
