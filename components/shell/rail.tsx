'use client';
import { ChevronDown, Ellipsis, PanelLeft } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { GoTo } from '#components/shell/go-to.tsx';
import { LookMenu } from '#components/shell/look-menu.tsx';
import { PhoneItem, phoneItemLook, RailItem } from '#components/shell/rail-item.tsx';
import { EDITOR_PATH, footLinks, phoneLinks, type RailGroup, type RailLink, railGroups } from '#components/shell/rail-links.ts';
import { formatRail, RAIL_COOKIE, type RailSettings } from '#components/shell/rail-settings.ts';
import { saveSetting } from '#components/shell/save-setting.ts';
import { usePendingApprovals } from '#components/shell/use-pending-approvals.ts';
import { AppMark } from '#components/ui/app-mark.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';
import type { Theme } from '#lib/i18n/theme.ts';

/**
 * The navigation of all pages: names in groups, or pictures only where the window is narrower or the user chose so. On
 * a phone it is a bar at the foot, with all pages in a sheet over it.
 */
export function Rail({ theme, settings, pathname }: { theme: Theme; settings: RailSettings; pathname: string }) {
  const t = useTranslations();
  const pending = usePendingApprovals();
  const [isOpen, setIsOpen] = useState(false);
  const [{ isWide, folded }, setShown] = useState(settings);
  // The editor needs the width for its canvas.
  const isEditor = EDITOR_PATH.test(pathname);
  function show(change: Partial<RailSettings>) {
    const next = { isWide, folded, ...change };
    setShown(next);
    saveSetting(RAIL_COOKIE, formatRail(next));
  }
  const toggle = (group: RailGroup) =>
    show({ folded: folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group] });
  const itemProps = { pathname, pending, onChoose: () => setIsOpen(false) };
  const item = (link: RailLink) => <RailItem key={link.page} link={link} {...itemProps} />;
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
        data-rail={isWide && !isEditor ? 'wide' : 'narrow'}
        className="group/rail flex shrink-0 flex-col bg-chrome max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line-2 md:w-(--rail) md:border-r md:border-line-1 lg:data-[rail=wide]:w-(--rail-wide)"
      >
        <Link
          href="/"
          prefetch={false}
          aria-label={t('app.name')}
          className="flex h-(--bar-top) shrink-0 items-center justify-center gap-2 rounded-control border-b border-line-1 -outline-offset-3 max-md:hidden lg:group-data-[rail=wide]/rail:justify-start lg:group-data-[rail=wide]/rail:px-3.5"
        >
          <AppMark />
          <span aria-hidden="true" className="hidden text-name font-title lg:group-data-[rail=wide]/rail:block">
            {t('app.name')}
          </span>
        </Link>
        <div
          id="rail-pages"
          className={`min-h-0 grow gap-px p-1.5 max-md:max-h-[70dvh] max-md:overflow-y-auto md:flex md:flex-col md:overflow-x-hidden md:overflow-y-auto md:group-data-[rail=narrow]/rail:[scrollbar-width:none] md:max-lg:[scrollbar-width:none] lg:group-data-[rail=wide]/rail:px-2 ${isOpen ? 'grid' : 'max-md:hidden'}`}
        >
          {/* The editor's own palette has the key there. */}
          <GoTo hasKey={!isEditor} onOpen={() => setIsOpen(false)} />
          {railGroups.map(({ group, links }) => (
            <Group key={group} group={group} isFolded={folded.includes(group)} onToggle={() => toggle(group)}>
              {links.map(item)}
            </Group>
          ))}
          <span className="min-h-2 grow" />
          <ul className="grid gap-px">{footLinks.map(item)}</ul>
          <div className="flex items-center gap-0.5 md:flex-col lg:group-data-[rail=wide]/rail:flex-row-reverse">
            <LookMenu theme={theme} />
            {isEditor ? null : <WidthButton isWide={isWide} onToggle={() => show({ isWide: !isWide })} />}
          </div>
        </div>
        <ul className="grid h-(--bar-phone) grid-cols-5 md:hidden">
          {phoneLinks.map((link) => (
            <PhoneItem key={link.page} link={link} {...itemProps} />
          ))}
          <li>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls="rail-pages"
              onClick={() => setIsOpen(!isOpen)}
              className={phoneItemLook}
            >
              <Ellipsis size={18} aria-hidden="true" />
              {t('rail.more')}
            </button>
          </li>
        </ul>
      </nav>
    </>
  );
}

type GroupProps = { group: RailGroup; isFolded: boolean; onToggle: () => void; children: ReactNode };

/** Pages under a heading, which folds them; while only pictures are shown, a line separates them instead. */
function Group({ group, isFolded, onToggle, children }: GroupProps) {
  const t = useTranslations('rail.groups');
  const id = `rail-${group}`;
  if (group === 'start') return <ul className="grid gap-px">{children}</ul>;
  return (
    <div className="grid gap-px">
      <button
        type="button"
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={onToggle}
        className="mt-1 hidden h-6 items-center gap-1 rounded-control px-2 text-left text-meta font-strong text-ink-3 hover:text-ink-1 lg:group-data-[rail=wide]/rail:flex"
      >
        <span className="grow truncate">{t(group)}</span>
        <ChevronDown size={12} aria-hidden="true" className={`shrink-0 ${isFolded ? '-rotate-90' : ''}`} />
      </button>
      <span
        aria-hidden="true"
        className="my-1.5 h-px w-5 justify-self-center bg-line-2 max-md:hidden lg:group-data-[rail=wide]/rail:hidden"
      />
      <ul id={id} className={`grid gap-px ${isFolded ? 'lg:group-data-[rail=wide]/rail:hidden' : ''}`}>
        {children}
      </ul>
    </div>
  );
}

function WidthButton({ isWide, onToggle }: { isWide: boolean; onToggle: () => void }) {
  const t = useTranslations('rail');
  const name = t('iconsOnly');
  return (
    <Tooltip text={isWide ? name : t('withNames')}>
      <button
        type="button"
        aria-label={name}
        aria-pressed={!isWide}
        onClick={onToggle}
        className="flex h-8 w-8 shrink-0 items-center gap-2.5 rounded-control px-2 text-left text-ink-3 hover:bg-hover hover:text-ink-1 max-lg:hidden lg:group-data-[rail=wide]/rail:h-7 lg:group-data-[rail=wide]/rail:w-auto lg:group-data-[rail=wide]/rail:grow"
      >
        <PanelLeft size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
        <span aria-hidden="true" className="hidden truncate text-ink-2 lg:group-data-[rail=wide]/rail:block">
          {name}
        </span>
      </button>
    </Tooltip>
  );
}
