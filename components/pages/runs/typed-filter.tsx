'use client';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextInput } from '#components/ui/text-input.tsx';

/** The pause after the last keystroke before the filter is applied. */
const TYPING_MS = 250;

type TypedFilterProps = {
  /** As in the URL; empty when the filter is off. */
  value: string;
  /** The value in the URL for a typed text; empty if the text is not valid. */
  meantBy: (text: string) => string;
  onFind: (value: string) => void;
} & Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'>;

/**
 * A text filter, applied after a pause. A new URL, as by Back, sets its text; the response to its
 * own text does not.
 */
export function TypedFilter({ value, meantBy, onFind, ...input }: TypedFilterProps) {
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [applied, setApplied] = useState(value);
  useEffect(() => () => clearTimeout(typing.current), []);
  // Other filters may change during the pause.
  const find = useRef(onFind);
  useEffect(() => {
    find.current = onFind;
  });
  if (value !== known) {
    setKnown(value);
    if (value !== applied) {
      setText(value);
      setApplied(value);
    }
  }
  function type(next: string) {
    setText(next);
    clearTimeout(typing.current);
    typing.current = setTimeout(() => {
      setApplied(meantBy(next));
      find.current(meantBy(next));
    }, TYPING_MS);
  }
  return (
    <TextInput
      {...input}
      value={text}
      aria-invalid={text.trim() !== '' && meantBy(text) === ''}
      onChange={(event) => type(event.target.value)}
    />
  );
}
