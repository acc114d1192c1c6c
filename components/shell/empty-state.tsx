import { ArrowRight, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

const buttonLook =
  'inline-flex h-7 items-center gap-1.5 rounded-control border border-transparent bg-accent-solid px-3 text-body font-[520] whitespace-nowrap text-on-accent hover:bg-accent-solid-hover';

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** What belongs here and what it is for, in a sentence or two. */
  text: string;
  /** The id of the heading, where a region is named by it. */
  titleId?: string;
  /** The id of a template that shows what belongs here. Without children it is the main action. */
  example?: string;
  /** What makes the first one. */
  children?: ReactNode;
};

/** Shown instead of a list that has no entries. */
export function EmptyState({ icon: Icon, title, text, titleId, example, children }: EmptyStateProps) {
  const t = useTranslations('emptyState');
  return (
    <div
      data-part="empty-state"
      className="mx-auto grid w-full max-w-[56ch] justify-items-center gap-2 px-4 py-[clamp(32px,12vh,112px)] text-center"
    >
      <span className="mb-1 grid size-10 place-items-center rounded-menu border border-line-1 bg-raised text-ink-3">
        <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
      </span>
      <h2 id={titleId} className="text-title font-title">
        {title}
      </h2>
      <p className="text-name text-balance text-ink-2 wrap-anywhere">{text}</p>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 pt-3">
        {children}
        {example === undefined ? null : (
          <Link
            href={`/?template=${encodeURIComponent(example)}`}
            prefetch={false}
            className={children ? 'inline-flex min-h-6 items-center gap-1 text-accent hover:underline' : buttonLook}
          >
            {t('example')}
            <ArrowRight size={12} aria-hidden="true" />
          </Link>
        )}
      </div>
    </div>
  );
}

/** A main action that leads to another page. */
export function EmptyStateLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className={buttonLook}>
      {children}
    </Link>
  );
}
