'use client';
import { useEffect, useEffectEvent } from 'react';
import { focusSoon } from '#components/ui/focus-soon.ts';

/** Focuses the first field of a form that a person has just opened. @param isOn false: the form was there before */
export function useFocusFirst(elementId: string, isOn = true): void {
  const focus = useEffectEvent(() => isOn && focusSoon(elementId));
  useEffect(() => void focus(), []);
}
