/** The prelude's `fetch`, for runs with granted hosts. The host checks the address. */
export const guestFetch = `
  const pairsOf = (given) => {
    if (given === undefined || given === null) return [];
    const pairs = typeof given[Symbol.iterator] === 'function' ? [...given] : entriesOf(given);
    return pairs.map(([name, value]) => [text(name), text(value)]);
  };
  const bodyOf = (body, headers) => {
    if (body === undefined || body === null) return {};
    if (typeof body === 'string') return { body };
    if (body instanceof BufferType || isView(body)) return { bytes: apply(toBase64, bytesOf(body), []) };
    if (!(body instanceof URLSearchParams))
      throw new TypeError('The body of a request is a text or bytes: use JSON.stringify for values');
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type'))
      headers.push(['content-type', 'application/x-www-form-urlencoded;charset=UTF-8']);
    return { body: text(body) };
  };
  class Headers {
    #values;
    constructor(values) { this.#values = new Map(entriesOf(values)); }
    get(name) { const value = this.#values.get(text(name).toLowerCase()); return value === undefined ? null : value; }
    has(name) { return this.#values.has(text(name).toLowerCase()); }
    keys() { return this.#values.keys(); }
    values() { return this.#values.values(); }
    entries() { return this.#values.entries(); }
    forEach(call) { this.#values.forEach((value, name) => call(value, name, this)); }
    [Symbol.iterator]() { return this.#values.entries(); }
  }
  class Response {
    #bytes;
    constructor({ status, url, headers }, bytes) {
      this.#bytes = bytes;
      this.status = status;
      this.ok = status >= 200 && status < 300;
      this.url = url;
      this.headers = new Headers(headers);
    }
    async text() { return apply(decode, decoder, [this.#bytes]); }
    async json() { return parse(apply(decode, decoder, [this.#bytes])); }
    async bytes() { return new Bytes(this.#bytes); }
    async arrayBuffer() { return new Bytes(this.#bytes).buffer; }
  }
  if (askFetch !== undefined) {
    const readAnswer = (answer, bytes) => {
      if (!answer.ok) throw new TypeError(answer.message);
      return new Response(answer, bytes);
    };
    globalThis.fetch = async (address, { method = 'GET', headers: given, body: content, credential } = {}) => {
      const headers = pairsOf(given);
      const sent = bodyOf(content, headers);
      return ask(askFetch, { url: text(address), method: text(method), headers, ...sent, credential: credential === undefined ? undefined : text(credential) }, readAnswer);
    };
  }
`;
