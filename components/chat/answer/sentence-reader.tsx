'use client';
import { useEffect, useRef, useState } from 'react';
import { endOfSentences, spoken } from '#components/chat/answer/sentences.ts';

type SentenceReaderProps = { readonly text: string; readonly isGrowing: boolean };

/** Tells screen readers of an answer sentence by sentence while it is written, instead of token by token. */
export function SentenceReader({ text, isGrowing }: SentenceReaderProps) {
  // An answer that was complete before is not read out.
  const readTo = useRef(isGrowing ? 0 : text.length);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (text.length < readTo.current) {
      // The part that screen readers have got is gone: an interface shows it now.
      readTo.current = text.length;
      setSaid('');
      return;
    }
    const end = isGrowing ? endOfSentences(text) : text.length;
    if (end <= readTo.current) return;
    setSaid(spoken(text.slice(readTo.current, end)));
    readTo.current = end;
  }, [text, isGrowing]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
