import { visibleText } from '#lib/i18n/visible-text.ts';

type ValueViewProps = {
  label: string;
  value: unknown;
  /** Shows a text as code: it is JSON, or a piece of it. */
  isCode?: boolean;
};

/** A value as people read it: text as text, anything else as JSON. Long ones scroll. */
export function ValueView({ label, value, isCode = false }: ValueViewProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group, only a name for what can be scrolled
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      role="group"
      className={`max-h-72 overflow-auto rounded-control border border-line-1 bg-sunken px-2 py-1.5 whitespace-pre-wrap text-ink-1 wrap-anywhere ${typeof value === 'string' && !isCode ? 'font-ui text-body leading-[18px] font-text' : 'text-meta leading-[17px]'}`}
    >
      {visibleText(valueText(value))}
    </pre>
  );
}

export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
