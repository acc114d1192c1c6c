import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wordsOf } from '#lib/knowledge/words.ts';

export type EmbeddingServerOptions = {
  /** @defaultValue 64 */
  readonly dimensions?: number;
  /** What words mean, by word as `wordsOf` gives it: words of one meaning are near to each other. */
  readonly meanings?: Readonly<Record<string, string>>;
};

export type EmbeddingServer = {
  readonly url: string;
  /** All texts that were sent, in order. */
  readonly texts: string[];
  /** Texts of each request to `/embeddings`. */
  readonly batches: number[];
  /** Answers this status instead, while it is set. */
  failWith: number | undefined;
  /** Further requests get no answer while it is set. */
  holdAfter(requests: number | undefined): void;
  close(): Promise<void>;
};

/**
 * An OpenAI-compatible embedding server and reranker on loopback. A text is the sum of fixed random
 * directions, one for each meaning of its words: the same text has the same vector, and texts of the
 * same meanings are near to each other, whatever their words. The reranker scores by shared meanings. A text counts as
 * 10 tokens, one that is reranked as 3.
 */
export async function startEmbeddingServer({
  dimensions = 64,
  meanings = {},
}: EmbeddingServerOptions = {}): Promise<EmbeddingServer> {
  const state = { texts: [] as string[], batches: [] as number[], failWith: undefined as number | undefined };
  let held: number | undefined;
  const directions = new Map<string, number[]>();
  const directionOf = (meaning: string) => {
    const known = directions.get(meaning);
    if (known) return known;
    const made = randomDirection(meaning, dimensions);
    directions.set(meaning, made);
    return made;
  };
  const meaningsOf = (text: string) =>
    new Set(meaningfulWords(text).map((word) => (Object.hasOwn(meanings, word) ? meanings[word] : word) as string));
  const embed = (text: string) => {
    const sum = new Array<number>(dimensions).fill(0);
    for (const meaning of meaningsOf(text))
      for (const [index, value] of directionOf(meaning).entries()) sum[index] = (sum[index] as number) + value;
    return sum;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (state.failWith !== undefined) return send(state.failWith, { error: { message: 'the test makes the server fail' } });
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (request.url === '/v1/rerank') {
      const wanted = meaningsOf(body.query);
      const results = body.documents.map((text: string, index: number) => ({
        index,
        relevance_score: [...meaningsOf(text)].filter((meaning) => wanted.has(meaning)).length / Math.max(wanted.size, 1),
      }));
      return send(200, { results, usage: { total_tokens: 3 * body.documents.length } });
    }
    if (request.url !== '/v1/embeddings') return send(404, {});
    state.texts.push(...body.input);
    state.batches.push(body.input.length);
    if (held !== undefined && state.batches.length > held) return;
    return send(200, {
      data: body.input.map((text: string, index: number) => ({ index, embedding: embed(text) })),
      usage: { prompt_tokens: 10 * body.input.length, total_tokens: 10 * body.input.length },
    });
  });
  await listen(server);
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    holdAfter(requests: number | undefined) {
      held = requests;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** Without single Chinese characters, which mean different things in different words. */
export function meaningfulWords(text: string): string[] {
  return wordsOf(text).filter((word) => !/^\p{Script=Han}$/u.test(word));
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Bytes of hashes as numbers around zero. */
function randomDirection(meaning: string, dimensions: number): number[] {
  const bytes: number[] = [];
  for (let block = 0; bytes.length < dimensions; block++)
    bytes.push(...createHash('sha256').update(`${block} ${meaning}`).digest());
  return bytes.slice(0, dimensions).map((byte) => (byte - 127.5) / 128);
}
