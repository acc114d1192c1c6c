'use client';
import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement } from 'react';

const DELAY_MS = 300;

type TooltipProps = { text: string; side?: 'right' | 'bottom' | 'top'; children: ReactElement };

/** The name of a control that shows only a picture. The control has its own accessible name: this is for eyes. */
export function Tooltip({ text, side = 'right', children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={DELAY_MS} disableHoverableContent>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            aria-hidden="true"
            className="pointer-events-none z-40 rounded-control border border-line-2 bg-raised px-2 py-1 text-body text-ink-1 shadow-menu"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
