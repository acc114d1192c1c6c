'use client';
import { useEffect } from 'react';
import { repeatEarlyInput } from '#components/shell/early-input/repeat-early-input.ts';

/** Repeats early events after hydration. */
export function RepeatedInput() {
  useEffect(() => void repeatEarlyInput(), []);
  return null;
}
