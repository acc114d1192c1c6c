'use client';
import { Slot } from 'radix-ui';
import { type FocusEvent, type PointerEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { placeAtSide, type Side } from '#components/ui/place-at-side.ts';

const DELAY_MS = 300;
const GAP_PX = 6;
/** Distance to the edge of the window. */
const MARGIN_PX = 8;

type TooltipProps = { text: string; side?: Side; children: ReactElement };

/**
 * The name of a control that shows only a picture. The control has its own accessible name: this is for eyes. Every
 * page has it, so it is not Radix's tooltip, whose code for placing is larger than the rest of the navigation.
 */
export function Tooltip({ text, side = 'right', children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function show(element: Element, delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(element), delayMs);
  }
  function hide() {
    clearTimeout(timer.current);
    setAnchor(undefined);
  }
  return (
    <>
      <Slot.Root
        onPointerEnter={(event: PointerEvent) => event.pointerType !== 'touch' && show(event.currentTarget, DELAY_MS)}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={(event: FocusEvent) => event.currentTarget.matches(':focus-visible') && show(event.currentTarget, 0)}
        onBlur={hide}
      >
        {children}
      </Slot.Root>
      {anchor ? <Bubble anchor={anchor} text={text} side={side} onHide={hide} /> : null}
    </>
  );
}

type BubbleProps = { anchor: Element; text: string; side: Side; onHide: () => void };

function Bubble({ anchor, text, side, onHide }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    const { innerWidth: width, innerHeight: height } = window;
    const place = { side, gap: GAP_PX, margin: MARGIN_PX };
    const { left, top } = placeAtSide(anchor.getBoundingClientRect(), element.getBoundingClientRect(), { width, height }, place);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [anchor, side, text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onHide();
    window.addEventListener('keydown', onKey);
    window.addEventListener('scroll', onHide, { capture: true, passive: true });
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onHide, { capture: true });
    };
  });
  return createPortal(
    <span
      ref={bubble}
      aria-hidden="true"
      data-part="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-40 w-max max-w-[min(320px,90vw)] rounded-control border border-line-2 bg-raised px-2 py-1 text-body text-ink-1 shadow-menu"
    >
      {text}
    </span>,
    document.body,
  );
}
