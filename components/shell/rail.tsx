'use client';
import { Menu } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PendingCount } from '#components/data/pending-approvals.ts';
import { LookMenu } from '#components/shell/look-menu.tsx';
import { isCurrent, type RailLink, railGroups, settingsLink } from '#components/shell/rail-links.ts';
import { usePendingApprovals } from '#components/shell/use-pending-approvals.ts';
import { AppMark } from '#components/ui/app-mark.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';
import type { Theme } from '#lib/i18n/theme.ts';

/** The navigation of all pages. On a narrow screen it is an overlay that opens on demand. */
export function Rail({ theme }: { theme: Theme }) {
  const t = useTranslations();
  const pathname = usePathname();
  const pending = usePendingApprovals();
  const [isOpen, setIsOpen] = useState(false);
  const item = (link: RailLink) => (
    <RailItem key={link.page} link={link} pathname={pathname} pending={pending} onChoose={() => setIsOpen(false)} />
  );
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-control bg-accent-solid px-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20 focus:py-1"
      >
        {t('app.skipToContent')}
      </a>
      <nav
        aria-label={t('rail.label')}
        data-rail
        className="flex shrink-0 flex-col bg-chrome max-md:border-b max-md:border-line-1 md:w-(--rail) md:border-r md:border-line-1"
      >
        <div className="flex h-(--bar-top) shrink-0 items-center max-md:px-1 md:border-b md:border-line-1">
          <Link
            href="/"
            prefetch={false}
            aria-label={t('app.name')}
            onClick={() => setIsOpen(false)}
            className="grid h-8 place-items-center rounded-control outline-offset-[-3px] max-md:w-10 md:h-full md:w-full"
          >
            <AppMark />
          </Link>
          <span className="grow text-name font-title md:hidden" aria-hidden="true">
            {t('app.name')}
          </span>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="rail-pages"
            onClick={() => setIsOpen(!isOpen)}
            className="grid size-8 place-items-center rounded-control text-ink-2 hover:bg-hover md:hidden"
          >
            <Menu size={16} aria-hidden="true" />
            <span className="sr-only">{t('rail.menu')}</span>
          </button>
        </div>
        <div
          id="rail-pages"
          className={`min-h-0 grow gap-0.5 p-1.5 md:flex md:flex-col md:items-center md:overflow-y-auto ${isOpen ? 'grid' : 'max-md:hidden'}`}
        >
          {railGroups.map((group, index) => (
            <ul key={group[0]?.page} className="grid gap-0.5 md:justify-items-center">
              {index > 0 ? <li aria-hidden="true" className="my-1.5 h-px w-5 bg-line-2 max-md:hidden" /> : null}
              {group.map(item)}
            </ul>
          ))}
          <span className="grow" />
          <LookMenu theme={theme} />
          <ul className="grid">{item(settingsLink)}</ul>
        </div>
      </nav>
    </>
  );
}

type RailItemProps = { link: RailLink; pathname: string; pending: PendingCount; onChoose: () => void };

function RailItem({ link, pathname, pending, onChoose }: RailItemProps) {
  const t = useTranslations('rail');
  const { page, href, icon: Icon } = link;
  const isHere = isCurrent(link, pathname);
  const { count, hasMore } = page === 'approvals' ? pending : { count: 0, hasMore: false };
  const name = t(`pages.${page}`);
  const shownCount = hasMore ? `${count}+` : String(count);
  return (
    <li>
      <Tooltip text={name}>
        <Link
          href={href}
          prefetch={false}
          aria-label={count > 0 ? t('withPending', { name, count }) : name}
          aria-current={isHere ? 'page' : undefined}
          onClick={onChoose}
          className="relative flex h-8 items-center gap-3 rounded-control px-2 text-ink-3 hover:bg-hover hover:text-ink-1 aria-[current=page]:bg-press aria-[current=page]:text-ink-1 md:w-8 md:aria-[current=page]:before:absolute md:aria-[current=page]:before:inset-y-1.5 md:aria-[current=page]:before:-left-1.5 md:aria-[current=page]:before:w-0.5 md:aria-[current=page]:before:bg-accent"
        >
          <Icon size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
          <span className="md:hidden">{name}</span>
          {count > 0 ? (
            <span
              data-pending={count}
              className="num min-w-3.5 rounded-chip bg-waiting-bg px-0.5 text-center leading-3.5 font-title text-waiting md:absolute md:-top-0.5 md:-right-0.5"
            >
              {shownCount}
            </span>
          ) : null}
        </Link>
      </Tooltip>
    </li>
  );
}
