'use client';
import { LoaderCircle, Play, Square, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import type { SpeechState } from '#components/chat/voice/answer-player.ts';
import type { ChatVoiceWays } from '#components/chat/voice/chat-voice-ways.ts';
import { useVoiceProblem } from '#components/chat/voice/use-voice-problem.ts';
import '../look/voice.css';

type SpeakButtonProps = { readonly voice: ChatVoiceWays; readonly runId: string; readonly text: string };

const ICONS = { idle: Volume2, failed: Volume2, loading: LoaderCircle, playing: Square, ready: Play } as const;
const LABELS = { idle: 'speak', failed: 'speak', loading: 'stopSpeaking', playing: 'stopSpeaking', ready: 'play' } as const;

/** Reads an answer aloud, and stops. One answer speaks at a time. */
export function SpeakButton({ voice, runId, text }: SpeakButtonProps) {
  const t = useTranslations('chat.voice');
  const problemOf = useVoiceProblem(voice);
  const [state, setState] = useState<SpeechState>({ is: 'idle' });
  const [hasSpoken, setHasSpoken] = useState(false);
  const stop = useRef<() => void>(undefined);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stop.current?.();
    };
  }, []);
  async function begin() {
    setHasSpoken(true);
    setState({ is: 'loading' });
    try {
      await voice.beforeCall?.();
      const { playAnswer } = await import('#components/chat/voice/answer-player.ts');
      if (isLeft.current) return;
      stop.current = playAnswer({ slug: voice.slug, runId, text }, setState);
    } catch (error) {
      setState({ is: 'failed', error });
    }
  }
  function onClick() {
    if (state.is === 'ready') state.resume();
    else if (state.is === 'idle' || state.is === 'failed') void begin();
    else stop.current?.();
  }
  return (
    <>
      <ChatIconButton label={t(LABELS[state.is])} icon={ICONS[state.is]} data-speech={state.is} onClick={onClick} />
      <span role="status" className="sr-only">
        {state.is === 'loading' ? t('loading') : state.is === 'playing' ? t('speaking') : hasSpoken ? t('spoken') : ''}
      </span>
      {state.is === 'failed' ? (
        <p role="alert" className="chat-small">
          {problemOf(state.error, 'notSpoken')}
        </p>
      ) : null}
    </>
  );
}
