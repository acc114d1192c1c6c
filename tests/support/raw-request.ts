import { request } from 'node:http';

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Body as transferred. */
  readonly bytes: Buffer;
};

/**
 * One HTTP request with exactly these headers, including those that `fetch` forbids. Body chunks are
 * sent unchanged.
 */
export async function rawRequest(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = [],
  }: { method?: string; headers?: Readonly<Record<string, string>>; body?: readonly (string | Buffer)[] } = {},
): Promise<RawAnswer> {
  return await new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: bytes.toString('utf8'), bytes });
      });
      incoming.on('error', reject);
    });
    // A server that refuses a large body closes during sending, but its response has arrived.
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? undefined : reject(error),
    );
    // Without effect after a response.
    outgoing.on('close', () => reject(new Error(`The connection to ${url} was closed before the response`)));
    for (const chunk of body) outgoing.write(chunk);
    outgoing.end();
  });
}
