'use client';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useTranslations } from 'use-intl';

/**
 * A form with one line below it: the hint of the field that has the focus or is under the pointer. Hints under every
 * field would double the height of a form, and move it when they come and go.
 */
export function WithFieldHelp({ children }: { children: ReactNode }) {
  const t = useTranslations('inspector');
  const [help, setHelp] = useState('');
  const [focused, setFocused] = useState('');
  const onFocus = ({ target }: SyntheticEvent) => setFocused(helpOf(target));
  const onPointerOver = ({ target }: SyntheticEvent) => setHelp(helpOf(target));
  const shown = help || focused;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the hint is also the description of its field
    <div
      onFocus={onFocus}
      onBlur={() => setFocused('')}
      onPointerOver={onPointerOver}
      onPointerLeave={() => setHelp('')}
      className="flex h-full min-h-0 flex-col"
    >
      {children}
      <p
        aria-hidden="true"
        data-part="field-help"
        title={shown.replaceAll('`', '')}
        className="order-last line-clamp-2 h-10 shrink-0 border-t border-line-1 bg-chrome px-3 py-1 text-meta leading-4 text-ink-3 wrap-anywhere data-[shown]:text-ink-2"
        data-shown={shown === '' ? undefined : true}
      >
        {shown === '' ? t('hintHere') : withCode(shown)}
      </p>
    </div>
  );
}

/** Text between backticks as code. */
function withCode(text: string): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** The hint of the innermost field around an element that has one. */
function helpOf(target: EventTarget): string {
  let field = target instanceof Element ? target.closest('[data-field]') : null;
  while (field) {
    const help = field.querySelector(':scope > div > [data-help]');
    if (help) return help.textContent;
    field = field.parentElement?.closest('[data-field]') ?? null;
  }
  return '';
}
