import { cookieHeader, readSetCookies } from './cookies.ts';

/** JSON requests of one member, with the cookies that the server has set. */
export class MemberApi {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #setCookies: string[] = [];

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  get cookies() {
    return readSetCookies(this.#setCookies);
  }

  /** @throws with the answer unless its status is 2xx */
  async send<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { ...this.#headers, 'content-type': 'application/json', cookie: cookieHeader(this.cookies) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 500)}`);
    this.#setCookies.push(...answer.headers.getSetCookie());
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
