'use client';
import { Check } from 'lucide-react';
import { Checkbox as RadixCheckbox } from 'radix-ui';
import type { ComponentProps } from 'react';

export function Checkbox(props: ComponentProps<typeof RadixCheckbox.Root>) {
  return (
    <RadixCheckbox.Root
      {...props}
      className="grid size-6 shrink-0 place-items-center rounded-control text-on-accent aria-disabled:opacity-50 disabled:opacity-40 aria-invalid:[&>span]:border-failed data-[state=checked]:[&>span]:border-accent-solid data-[state=checked]:[&>span]:bg-accent-solid"
    >
      <span className="grid size-3.5 place-items-center rounded-[3px] border border-line-3 bg-raised">
        <RadixCheckbox.Indicator>
          <Check size={11} strokeWidth={3} aria-hidden="true" />
        </RadixCheckbox.Indicator>
      </span>
    </RadixCheckbox.Root>
  );
}
