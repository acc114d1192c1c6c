'use client';
import { useEffect, useEffectEvent } from 'react';
import { partOfSpan, pickSpan, stepsOf } from '#components/run-view/detail/pick-span.ts';
import { readPart, type TraceAddress } from '#components/run-view/detail/use-trace-address.ts';
import type { RunView } from '#components/run-view/run-feed.ts';
import { traceOf } from '#components/run-view/trace-of-events.ts';
import { isTyping } from '#components/ui/event-target.ts';

/** What has arrow keys of its own. */
const HAS_ARROWS =
  '[role="grid"], [role="listbox"], [role="tablist"], [role="menu"], [role="radiogroup"], [role="slider"], .react-flow';

/** Steps to the next or previous node or call of the run, also by the arrow keys. */
export function useSpanSteps(view: RunView, address: TraceAddress): (by: 1 | -1) => void {
  const step = (by: 1 | -1) => {
    const { spans } = traceOf(view.events);
    const steps = stepsOf(spans);
    const picked = pickSpan(spans, view.run)?.span;
    const chosen = readPart();
    const shown = chosen.nodeId === undefined ? picked && partOfSpan(picked) : chosen;
    const isShown = (part: { nodeId: string; spanSeq: number | undefined }) =>
      part.nodeId === shown?.nodeId && part.spanSeq === shown.spanSeq;
    const at = steps.findIndex((span) => isShown(partOfSpan(span)));
    const next = steps[at < 0 ? 0 : Math.min(Math.max(at + by, 0), steps.length - 1)];
    if (next) address.goTo(partOfSpan(next));
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || isTyping(event.target)) return;
    if (event.target instanceof Element && event.target.closest(HAS_ARROWS)) return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return step;
}
