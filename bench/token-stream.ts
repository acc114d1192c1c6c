import { request } from 'node:http';
import { machineTimeMs, readDelays } from '#tests/support/fake-model/stamped-text.ts';
import type { LoadTarget } from './load.ts';

type Piece = { readonly atMs: number; readonly text: string };
/**
 * A recorded response. It is parsed after all streams have ended, so that parsing delays no arrival.
 */
export type RecordedStream = { readonly askedAtMs: number; readonly pieces: readonly Piece[] };

export type TokenStream = {
  /** From the request to the first text. */
  readonly firstTokenMs: number;
  /** By token: from the model's socket to the client's. */
  readonly delaysMs: readonly number[];
  /** Intervals between tokens at the model. */
  readonly tokensPerSecond: number;
  readonly deltas: number;
  readonly text: string;
  /** The full text according to the last event. */
  readonly outputText: unknown;
  /** Run id, if the stream is one of a run. */
  readonly runId: string;
};

/** Requests one stream and records it to its end. */
export function recordStream({ url, headers, body }: LoadTarget): Promise<RecordedStream> {
  return new Promise((resolve, reject) => {
    const askedAtMs = machineTimeMs();
    const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      const pieces: Piece[] = [];
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => pieces.push({ atMs: machineTimeMs(), text }));
      answer.once('error', reject);
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve({ askedAtMs, pieces }) : reject(new Error(`${url} answered ${answer.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** The content of a recorded stream with arrival times. */
export function readTokenStream({ askedAtMs, pieces }: RecordedStream): TokenStream {
  const deltas: { atMs: number; text: string }[] = [];
  let outputText: unknown;
  let runId = '';
  for (const { atMs, event, data } of framesOf(pieces)) {
    runId = data.runId ?? runId;
    if (event === 'content' && data.content) deltas.push({ atMs, text: data.content });
    if (event === 'done') outputText = data.outputs?.text;
  }
  const delays = deltas.map(({ atMs, text }) => readDelays(text, atMs));
  const sentAtMs = deltas.flatMap(({ atMs }, index) => delays[index]?.map((delayMs) => atMs - delayMs) ?? []);
  return {
    firstTokenMs: (deltas[0]?.atMs ?? Number.NaN) - askedAtMs,
    delaysMs: delays.flat(),
    tokensPerSecond: ((sentAtMs.length - 1) * 1000) / ((sentAtMs.at(-1) ?? Number.NaN) - (sentAtMs[0] ?? Number.NaN)),
    deltas: deltas.length,
    text: deltas.map(({ text }) => text).join(''),
    outputText,
    runId,
  };
}

type FrameData = { readonly runId?: string; readonly content?: string; readonly outputs?: { readonly text?: unknown } };
type Frame = { readonly atMs: number; readonly event: string | undefined; readonly data: FrameData };

/** A frame's arrival time is that of the chunk that completes it. */
function framesOf(pieces: readonly Piece[]): Frame[] {
  let rest = '';
  return pieces.flatMap(({ atMs, text }) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop() ?? '';
    return parts.map((frame) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
      return { atMs, event: field('event'), data: JSON.parse(field('data') ?? '{}') };
    });
  });
}
