'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import type { PendingCount } from '#components/data/pending-approvals.ts';
import { isCurrent, type RailLink } from '#components/shell/rail-links.ts';
import { Tooltip } from '#components/ui/tooltip.tsx';

type RailItemProps = { link: RailLink; pathname: string; pending: PendingCount; onChoose: () => void };

/** A page in the navigation: its picture, its name where there is room, and how many approvals are open. */
export function RailItem(props: RailItemProps) {
  const { link, onChoose } = props;
  const { name, label, isHere } = useItem(props);
  const { icon: Icon } = link;
  return (
    <li>
      <Tooltip text={name}>
        <Link
          href={link.href}
          prefetch={false}
          aria-label={label}
          aria-current={isHere ? 'page' : undefined}
          onClick={onChoose}
          className="relative flex h-8 items-center gap-2.5 rounded-control px-2 text-ink-3 hover:bg-hover hover:text-ink-1 aria-[current=page]:bg-press aria-[current=page]:text-ink-1 max-md:h-9 md:w-8 md:aria-[current=page]:before:absolute md:aria-[current=page]:before:inset-y-1.5 md:aria-[current=page]:before:-left-1.5 md:aria-[current=page]:before:w-0.5 md:aria-[current=page]:before:bg-accent lg:group-data-[rail=wide]/rail:h-7 lg:group-data-[rail=wide]/rail:w-full lg:group-data-[rail=wide]/rail:aria-[current=page]:before:-left-2"
        >
          <Icon size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
          <span
            className={`grow truncate md:hidden lg:group-data-[rail=wide]/rail:block ${isHere ? 'font-strong' : 'text-ink-2'}`}
          >
            {name}
          </span>
          <PendingBadge
            {...props}
            className="md:absolute md:-top-0.5 md:-right-0.5 lg:group-data-[rail=wide]/rail:static lg:group-data-[rail=wide]/rail:px-1.5"
          />
        </Link>
      </Tooltip>
    </li>
  );
}

/** The same in the bar at the foot of a phone. */
export function PhoneItem(props: RailItemProps) {
  const { link, onChoose } = props;
  const { name, label, isHere } = useItem(props);
  const { icon: Icon } = link;
  return (
    <li>
      <Link
        href={link.href}
        prefetch={false}
        aria-label={label}
        aria-current={isHere ? 'page' : undefined}
        onClick={onChoose}
        className={phoneItemLook}
      >
        <Icon size={18} strokeWidth={1.7} aria-hidden="true" />
        {name}
        <PendingBadge {...props} className="absolute top-1 left-[calc(50%+6px)]" />
      </Link>
    </li>
  );
}

export const phoneItemLook =
  'relative grid h-full w-full content-center justify-items-center gap-0.5 text-meta text-ink-2 focus-visible:-outline-offset-2 aria-[current=page]:font-strong aria-[current=page]:text-ink-1 aria-[current=page]:before:absolute aria-[current=page]:before:inset-x-[22%] aria-[current=page]:before:-top-px aria-[current=page]:before:h-0.5 aria-[current=page]:before:bg-accent';

function useItem({ link, pathname, pending }: RailItemProps) {
  const t = useTranslations('rail');
  const name = t(`pages.${link.page}`);
  const count = link.page === 'approvals' ? pending.count : 0;
  return { name, label: count > 0 ? t('withPending', { name, count }) : name, isHere: isCurrent(link, pathname) };
}

function PendingBadge({ link, pending: { count, hasMore }, className }: RailItemProps & { className: string }) {
  if (link.page !== 'approvals' || count === 0) return null;
  return (
    // The name of the link has the count, so it is no text of its own here.
    <span
      aria-hidden="true"
      data-pending={hasMore ? `${count}+` : count}
      className={`num min-w-3.5 rounded-chip bg-waiting-bg px-0.5 text-center leading-3.5 font-title text-waiting before:content-[attr(data-pending)] ${className}`}
    />
  );
}
