'use client';
import { Mic, Square, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import type { ChatVoiceWays } from '#components/chat/voice/chat-voice-ways.ts';
import { insertText } from '#components/chat/voice/insert-text.ts';
import type { Recorder } from '#components/chat/voice/recorder.ts';
import { useVoiceProblem } from '#components/chat/voice/use-voice-problem.ts';
import { apiClient } from '#components/data/api-client.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { MAX_RECORDING_SECONDS } from '#lib/chat/voice-limits.ts';
import '../look/voice.css';

type Phase =
  | { readonly is: 'off' }
  | { readonly is: 'starting' }
  | { readonly is: 'recording'; readonly recorder: Recorder }
  | { readonly is: 'writing' }
  /** `recording`: it is sent again instead of recorded again. */
  | { readonly is: 'problem'; readonly text: string; readonly recording?: Blob };

type DictationProps = { readonly fieldId: string; readonly voice: ChatVoiceWays };

/** The microphone of the composer. Speech becomes text in the field, which the person reads and sends. */
export function Dictation({ fieldId, voice }: DictationProps) {
  const t = useTranslations('chat.voice');
  const isHydrated = useIsHydrated();
  const problemOf = useVoiceProblem(voice);
  const button = useRef<HTMLButtonElement>(null);
  const [phase, setPhase] = useState<Phase>({ is: 'off' });
  const [isAdded, setIsAdded] = useState(false);
  const attempt = useRef<AbortController>(null);
  const isOn = phase.is !== 'off';
  const cancel = useEffectEvent(() => {
    attempt.current?.abort();
    if (phase.is === 'recording') phase.recorder.cancel();
    setPhase({ is: 'off' });
    button.current?.focus();
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The widget would close.
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOn]);
  const leave = useEffectEvent(() => {
    attempt.current?.abort();
    if (phase.is === 'recording') phase.recorder.cancel();
  });
  useEffect(() => () => leave(), []);

  async function begin() {
    const { signal } = nextAttempt();
    setPhase({ is: 'starting' });
    try {
      const { startRecording } = await import('#components/chat/voice/recorder.ts');
      const recorder = await startRecording(signal);
      setPhase({ is: 'recording', recorder });
    } catch (error) {
      if (!signal.aborted) setPhase({ is: 'problem', text: refusalOf(error) });
    }
  }
  async function write(recording: Blob | Promise<Blob>) {
    const { signal } = nextAttempt();
    setPhase({ is: 'writing' });
    const content = await recording;
    try {
      await voice.beforeCall?.();
      const { text } = await apiClient.transcribeMessage({ params: { slug: voice.slug }, content }, { signal });
      if (signal.aborted) return;
      if (text === '') return setPhase({ is: 'problem', text: t('silence') });
      const field = document.getElementById(fieldId);
      if (field instanceof HTMLTextAreaElement) insertText(field, text);
      setPhase({ is: 'off' });
      setIsAdded(true);
    } catch (error) {
      if (!signal.aborted) setPhase({ is: 'problem', text: problemOf(error, 'notTranscribed'), recording: content });
    }
  }
  function nextAttempt(): AbortController {
    const next = new AbortController();
    attempt.current = next;
    setIsAdded(false);
    return next;
  }
  function refusalOf(error: unknown): string {
    const refusal = (error as { refusal?: 'refused' | 'noMicrophone' | 'busy' }).refusal ?? 'notRecorded';
    return t(refusal === 'refused' && window !== window.top ? 'refusedInFrame' : refusal);
  }
  function onMic() {
    if (phase.is === 'recording') void write(phase.recorder.stop());
    else if (phase.is === 'off' || phase.is === 'problem') void begin();
  }
  if (!isHydrated || !canRecord()) return null;
  const isBusy = phase.is === 'starting' || phase.is === 'writing';
  return (
    <>
      {isOn ? (
        <div className="chat-recorder" data-phase={phase.is}>
          {phase.is === 'recording' ? <RecordingLine recorder={phase.recorder} onLimit={onMic} /> : null}
          {isBusy ? <span className="chat-grow">{t(phase.is)}</span> : null}
          {phase.is === 'problem' ? (
            <p role="alert" className="chat-grow">
              {phase.text}
            </p>
          ) : null}
          {phase.is === 'problem' ? (
            <button
              type="button"
              className="chat-link"
              onClick={() => {
                button.current?.focus();
                void (phase.recording ? write(phase.recording) : begin());
              }}
            >
              {t('tryAgain')}
            </button>
          ) : null}
          <ChatIconButton label={t(phase.is === 'problem' ? 'close' : 'cancel')} icon={X} size={18} onClick={() => cancel()} />
        </div>
      ) : null}
      <ChatIconButton
        ref={button}
        label={t(phase.is === 'recording' ? 'finish' : 'record')}
        icon={phase.is === 'recording' ? Square : Mic}
        className="chat-mic"
        aria-disabled={isBusy || undefined}
        onClick={onMic}
      />
      <span role="status" className="sr-only">
        {phase.is === 'recording' ? t('recording') : isBusy ? t(phase.is) : isAdded ? t('added') : ''}
      </span>
    </>
  );
}

/** Browsers have a microphone on secure pages only. */
function canRecord(): boolean {
  return window.isSecureContext && 'MediaRecorder' in window && navigator.mediaDevices !== undefined;
}

const LEVEL_MS = 100;

/** That it records, how loud and since when. */
function RecordingLine({ recorder, onLimit }: { readonly recorder: Recorder; readonly onLimit: () => void }) {
  const t = useTranslations('chat.voice');
  const [seconds, setSeconds] = useState(0);
  const level = useRef<HTMLSpanElement>(null);
  const reachLimit = useEffectEvent(onLimit);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const elapsed = Math.floor((performance.now() - startedAt) / 1000);
      level.current?.style.setProperty('--level', recorder.level().toFixed(2));
      setSeconds(elapsed);
      if (elapsed < MAX_RECORDING_SECONDS) return;
      clearInterval(timer);
      reachLimit();
    }, LEVEL_MS);
    return () => clearInterval(timer);
  }, [recorder]);
  return (
    <>
      <span ref={level} className="chat-level" aria-hidden="true" />
      <span aria-hidden="true">{t('recordingNow')}</span>
      <span role="timer" aria-label={t('elapsed')} className="chat-grow">
        {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
      </span>
    </>
  );
}
