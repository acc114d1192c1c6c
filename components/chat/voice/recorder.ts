/** Why nothing is recorded. */
export type RecorderRefusal = 'refused' | 'noMicrophone' | 'busy' | 'notRecorded';

export class RecorderError extends Error {
  readonly refusal: RecorderRefusal;

  constructor(refusal: RecorderRefusal, cause: unknown) {
    super(refusal, { cause });
    this.refusal = refusal;
  }
}

export type Recorder = {
  /** How loud it is now, from 0 to 1. */
  level(): number;
  /** Ends the recording. @returns what was recorded */
  stop(): Promise<Blob>;
  cancel(): void;
};

/** Those that the server reads, in the order of preference. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
/** Enough for speech; five minutes have a megabyte. */
const BITS_PER_SECOND = 32_000;
const WINDOW_SAMPLES = 256;
/** Speech near a microphone has about a fifth of what samples can hold. */
const LOUD = 0.2;
const REFUSALS: Readonly<Record<string, RecorderRefusal>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'noMicrophone',
  OverconstrainedError: 'noMicrophone',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/**
 * Records the microphone, for which the browser may ask the person first.
 * @throws {RecorderError}; the reason of `signal`, if that aborted meanwhile
 */
export async function startRecording(signal: AbortSignal): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((cause: unknown) => {
    throw new RecorderError(REFUSALS[(cause as Error).name] ?? 'notRecorded', cause);
  });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    signal.throwIfAborted();
    return record(stream, release);
  } catch (error) {
    release();
    throw signal.aborted ? error : new RecorderError('notRecorded', error);
  }
}

function record(stream: MediaStream, release: () => void): Recorder {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType !== undefined && { mimeType }),
  });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data));
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }));
  const audio = new AudioContext();
  const analyser = audio.createAnalyser();
  analyser.fftSize = WINDOW_SAMPLES;
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(WINDOW_SAMPLES);
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    release();
    if (audio.state !== 'closed') void audio.close();
  };
  recorder.start();
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(power) / LOUD);
    },
    async stop() {
      end();
      await ended;
      return new Blob(parts, { type: recorder.mimeType });
    },
    cancel: end,
  };
}
