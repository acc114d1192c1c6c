import { request } from 'node:http';
import type { SurfaceTarget } from './surface-targets.ts';

export type SurfaceStream = {
  readonly firstByteMs: number;
  /** When the first and the last text came; NaN without a text. */
  readonly firstTextMs: number;
  readonly lastTextMs: number;
  readonly endMs: number;
  readonly texts: readonly string[];
  /** The JSON of all events. */
  readonly events: readonly unknown[];
};

type Stream = NonNullable<SurfaceTarget['stream']>;

/** Sends the request of a stream, and reads the stream to its end. @throws where it is refused */
export function readSurface(
  { url, headers, body, textOf }: Stream,
  onText: (text: string) => void = () => {},
): Promise<SurfaceStream> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sinceStart = () => performance.now() - startedAt;
    let firstByteMs = Number.NaN;
    let firstTextMs = Number.NaN;
    let lastTextMs = Number.NaN;
    let line = '';
    let refused = '';
    const texts: string[] = [];
    const events: unknown[] = [];
    const take = (chunk: string) => {
      const lines = (line + chunk).split('\n');
      line = lines.pop() ?? '';
      for (const data of lines) {
        if (!data.startsWith('data: {') && !data.startsWith('data: [{')) continue;
        const event: unknown = JSON.parse(data.slice('data: '.length));
        events.push(event);
        const text = textOf(event);
        if (text === undefined || text === '') continue;
        texts.push(text);
        onText(text);
        lastTextMs = sinceStart();
        if (Number.isNaN(firstTextMs)) firstTextMs = lastTextMs;
      }
    };
    const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        if (Number.isNaN(firstByteMs)) firstByteMs = sinceStart();
        if (answer.statusCode === 200) take(chunk);
        else refused += chunk;
      });
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve({ firstByteMs, firstTextMs, lastTextMs, endMs: sinceStart(), texts, events });
        else reject(new Error(`${url} answered ${answer.statusCode}: ${refused}`));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
