'use client';
import { ChevronDown, Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PendingCount } from '#components/data/pending-approvals.ts';
import { GoTo } from '#components/shell/go-to.tsx';
import { LookMenu } from '#components/shell/look-menu.tsx';
import { isCurrent, type RailGroup, type RailLink, railGroups, settingsLink } from '#components/shell/rail-links.ts';
import { formatRail, RAIL_COOKIE, type RailSettings } from '#components/shell/rail-settings.ts';
import { saveSetting } from '#components/shell/save-setting.ts';
import { usePendingApprovals } from '#components/shell/use-pending-approvals.ts';
import { AppMark } from '#components/ui/app-mark.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';
import type { Theme } from '#lib/i18n/theme.ts';

/**
 * The navigation of all pages: pictures with names on hover, or wide with names and headings. On a narrow screen it
 * is an overlay that opens on demand.
 */
export function Rail({ theme, settings }: { theme: Theme; settings: RailSettings }) {
  const t = useTranslations();
  const pathname = usePathname();
  const pending = usePendingApprovals();
  const [isOpen, setIsOpen] = useState(false);
  const [{ isWide, folded }, setShown] = useState(settings);
  function show(change: Partial<RailSettings>) {
    const next = { isWide, folded, ...change };
    setShown(next);
    saveSetting(RAIL_COOKIE, formatRail(next));
  }
  const toggle = (group: RailGroup) =>
    show({ folded: folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group] });
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
        data-rail={isWide ? 'wide' : 'narrow'}
        className="group/rail flex shrink-0 flex-col bg-chrome max-md:border-b max-md:border-line-1 md:w-(--rail) md:border-r md:border-line-1 md:data-[rail=wide]:w-(--rail-wide)"
      >
        <div className="flex h-(--bar-top) shrink-0 items-center max-md:px-1 md:border-b md:border-line-1">
          <Link
            href="/"
            prefetch={false}
            aria-label={t('app.name')}
            onClick={() => setIsOpen(false)}
            className="flex h-8 w-10 items-center justify-center gap-2 rounded-control outline-offset-[-3px] md:h-full md:w-full md:group-data-[rail=wide]/rail:justify-start md:group-data-[rail=wide]/rail:px-3"
          >
            <AppMark />
            <span aria-hidden="true" className="hidden text-name font-title md:group-data-[rail=wide]/rail:block">
              {t('app.name')}
            </span>
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
          className={`min-h-0 grow gap-0.5 p-1.5 md:flex md:flex-col md:overflow-y-auto ${isOpen ? 'grid' : 'max-md:hidden'}`}
        >
          <GoTo onOpen={() => setIsOpen(false)} />
          {railGroups.map(({ group, links }, index) => (
            <Group
              key={group}
              group={group}
              isFirst={index === 0}
              isFolded={isWide && folded.includes(group)}
              onToggle={() => toggle(group)}
            >
              {links.map(item)}
            </Group>
          ))}
          <span className="grow" />
          <ul className="grid gap-0.5">{item(settingsLink)}</ul>
          <div className="flex items-center gap-0.5 md:flex-col md:group-data-[rail=wide]/rail:flex-row">
            <LookMenu theme={theme} />
            <WidthButton isWide={isWide} onToggle={() => show({ isWide: !isWide })} />
          </div>
        </div>
      </nav>
    </>
  );
}

type GroupProps = { group: RailGroup; isFirst: boolean; isFolded: boolean; onToggle: () => void; children: ReactNode };

/** Pages under a heading, which folds them; while the rail is narrow, a line separates them instead. */
function Group({ group, isFirst, isFolded, onToggle, children }: GroupProps) {
  const t = useTranslations('rail.groups');
  const id = `rail-${group}`;
  return (
    <div className="grid gap-0.5">
      <button
        type="button"
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={onToggle}
        className={`hidden h-6 items-center gap-1 rounded-control px-2 text-left text-meta font-strong text-ink-3 hover:text-ink-1 md:group-data-[rail=wide]/rail:flex ${isFirst ? '' : 'mt-2'}`}
      >
        <span className="grow truncate">{t(group)}</span>
        <ChevronDown size={12} aria-hidden="true" className={`shrink-0 ${isFolded ? '-rotate-90' : ''}`} />
      </button>
      {isFirst ? null : (
        <span
          aria-hidden="true"
          className="my-1.5 h-px w-5 justify-self-center bg-line-2 max-md:hidden md:group-data-[rail=wide]/rail:hidden"
        />
      )}
      <ul id={id} hidden={isFolded} className="grid gap-0.5 [[hidden]]:hidden">
        {children}
      </ul>
    </div>
  );
}

function WidthButton({ isWide, onToggle }: { isWide: boolean; onToggle: () => void }) {
  const t = useTranslations('rail');
  const label = t(isWide ? 'narrow' : 'wide');
  const Icon = isWide ? PanelLeftClose : PanelLeftOpen;
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isWide}
        onClick={onToggle}
        className="grid size-8 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink-1 max-md:hidden"
      >
        <Icon size={16} strokeWidth={1.7} aria-hidden="true" />
      </button>
    </Tooltip>
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
          className="relative flex h-8 items-center gap-3 rounded-control px-2 text-ink-3 group-data-[rail=wide]/rail:text-ink-2 hover:bg-hover hover:text-ink-1 aria-[current=page]:bg-press aria-[current=page]:text-ink-1 md:w-8 md:group-data-[rail=wide]/rail:w-full md:aria-[current=page]:before:absolute md:aria-[current=page]:before:inset-y-1.5 md:aria-[current=page]:before:-left-1.5 md:aria-[current=page]:before:w-0.5 md:aria-[current=page]:before:bg-accent"
        >
          <Icon size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
          <span className="grow truncate md:hidden md:group-data-[rail=wide]/rail:block">{name}</span>
          {count > 0 ? (
            <span
              data-pending={count}
              className="num min-w-3.5 rounded-chip bg-waiting-bg px-0.5 text-center leading-3.5 font-title text-waiting md:group-data-[rail=narrow]/rail:absolute md:group-data-[rail=narrow]/rail:-top-0.5 md:group-data-[rail=narrow]/rail:-right-0.5"
            >
              {shownCount}
            </span>
          ) : null}
        </Link>
      </Tooltip>
    </li>
  );
}
