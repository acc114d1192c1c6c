'use client';
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';

type SegmentedProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly {
    value: Value;
    label: string;
    icon?: ReactNode;
    /** Show the icon alone; the label is still read out. */
    isIconOnly?: boolean;
    /** After the label. */
    count?: number;
  }[];
  /** Several lines where one is too narrow: each option gets a border of its own. */
  canWrap?: boolean;
  onChange: (value: Value) => void;
};

const ITEM =
  'relative inline-flex min-w-6 items-center justify-center gap-1 border-line-2 px-1.5 text-meta text-ink-2 whitespace-nowrap hover:text-ink-1 focus-visible:z-1 data-[state=on]:bg-raised data-[state=on]:font-strong data-[state=on]:text-ink-1 data-[state=on]:shadow-[inset_0_-2px_0_var(--accent)]';

/** One choice of a few, all of them in sight. Arrow keys move between them. */
export function Segmented<Value extends string>({ label, value, options, canWrap = false, onChange }: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      aria-label={label}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className={canWrap ? 'flex flex-wrap gap-1' : 'inline-flex h-6 shrink-0 rounded-control border border-line-2 bg-sunken'}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          title={option.isIconOnly ? option.label : undefined}
          className={`${ITEM} ${canWrap ? 'h-6 rounded-control border bg-sunken' : 'h-full border-l first:rounded-l-[3px] first:border-l-0 last:rounded-r-[3px]'}`}
        >
          {option.icon}
          <span className={option.isIconOnly ? 'sr-only' : ''}>{option.label}</span>
          {option.count === undefined ? null : <span className="num font-text text-ink-3">{option.count}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
