'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Children, isValidElement, type ReactNode } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { type Way, waysInText } from '#lib/i18n/ways-in-text.ts';

/** Links to the other pages that the text of a refusal names; nothing for a text that names none. */
export function Ways({ of }: { of: ReactNode }) {
  const ways = waysInText(textOf(of));
  return ways.length > 0 ? <Links ways={ways} /> : null;
}

function Links({ ways }: { ways: readonly Way[] }) {
  // Hosted pages have neither these pages nor their titles.
  return 'ways' in useMessages() ? <ShownLinks ways={ways} /> : null;
}

function ShownLinks({ ways }: { ways: readonly Way[] }) {
  const t = useTranslations('ways');
  const title = useTranslations('rail.pages');
  const path = usePathname();
  const elsewhere = ways.filter(({ href }) => href !== path);
  if (elsewhere.length === 0) return null;
  return (
    <span data-part="ways" className="flex flex-wrap gap-x-3 pt-0.5">
      {elsewhere.map(({ page, href }) => (
        <Link key={page} href={href} prefetch={false} className="leading-6 text-accent underline">
          {t('open', { page: title(page) })}
        </Link>
      ))}
    </span>
  );
}

/** The texts inside, without those that components make. */
function textOf(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) => {
      if (typeof child === 'string') return child;
      return isValidElement<{ children?: ReactNode }>(child) ? textOf(child.props.children) : '';
    })
    .join('\n');
}
