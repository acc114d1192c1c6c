import { apiClient } from '#components/data/api-client.ts';
import { spokenParts } from '#lib/chat/spoken-text.ts';

export type SpeechState =
  | { readonly is: 'idle' }
  | { readonly is: 'loading' }
  | { readonly is: 'playing' }
  /** The browser plays nothing without a new click. */
  | { readonly is: 'ready'; readonly resume: () => void }
  | { readonly is: 'failed'; readonly error: unknown };

type Answer = {
  readonly slug: string;
  readonly runId: string;
  /** As Markdown. The server speaks its own text; this one says how many parts there are. */
  readonly text: string;
};

/** Parts that were spoken last, so that a second time costs nothing. */
const cached = new Map<string, Blob>();
const MAX_CACHED = 12;

let stopCurrent: (() => void) | undefined;

/**
 * Reads an answer aloud, and stops the one before.
 * @returns stops it
 */
export function playAnswer(answer: Answer, onState: (state: SpeechState) => void): () => void {
  stopCurrent?.();
  const gone = new AbortController();
  // In the document, for the media keys and for what looks for sounds of a page.
  const audio = document.createElement('audio');
  audio.hidden = true;
  document.body.append(audio);
  const end = (state: SpeechState) => {
    if (gone.signal.aborted) return;
    gone.abort();
    audio.pause();
    URL.revokeObjectURL(audio.src);
    audio.remove();
    if (stopCurrent === stop) stopCurrent = undefined;
    onState(state);
  };
  const stop = () => end({ is: 'idle' });
  stopCurrent = stop;
  onState({ is: 'loading' });
  playParts(answer, { audio, signal: gone.signal, onState }).then(stop, (error: unknown) => end({ is: 'failed', error }));
  return stop;
}

type Playing = {
  readonly audio: HTMLAudioElement;
  readonly signal: AbortSignal;
  readonly onState: (state: SpeechState) => void;
};

/** The next part is loaded while one plays. */
async function playParts(answer: Answer, { audio, signal, onState }: Playing): Promise<void> {
  const count = Math.max(1, spokenParts(answer.text).length);
  let next: Promise<Blob | undefined> | undefined = loadPart(answer, 0, signal);
  for (let part = 0; next; part++) {
    const sound = await next;
    signal.throwIfAborted();
    if (!sound) return;
    next = part + 1 < count ? loadPart(answer, part + 1, signal) : undefined;
    // Its failure is reported once the part before has ended.
    next?.catch(() => {});
    URL.revokeObjectURL(audio.src);
    audio.src = URL.createObjectURL(sound);
    await playToEnd({ audio, signal, onState });
    onState({ is: 'loading' });
  }
}

async function playToEnd({ audio, signal, onState }: Playing): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    audio.addEventListener('ended', () => resolve(), { signal });
    audio.addEventListener('error', () => reject(audio.error ?? new Error('The audio cannot be played')), { signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  ended.catch(() => {});
  audio.addEventListener('playing', () => onState({ is: 'playing' }), { signal, once: true });
  await audio.play().catch((error: unknown) => {
    if ((error as Error).name !== 'NotAllowedError') throw error;
    onState({ is: 'ready', resume: () => void audio.play() });
  });
  await ended;
}

async function loadPart({ slug, runId }: Answer, part: number, signal: AbortSignal): Promise<Blob | undefined> {
  const key = `${slug} ${runId} ${part}`;
  const known = cached.get(key);
  if (known) return known;
  const answer: Response | undefined = await apiClient.speakAnswer({ params: { slug, runId }, body: { part } }, { signal });
  if (!answer) return undefined;
  const sound = await answer.blob();
  cached.set(key, sound);
  const [oldest] = cached.keys();
  if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  return sound;
}
