'use client';
import { usePathname } from 'next/navigation';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { RailSettings } from '#components/shell/rail-settings.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { Theme } from '#lib/i18n/theme.ts';

// Apart, since hosted pages have the same layout, and would load all of it.
const LazyRail = lazy(async () => ({ default: (await import('#components/shell/rail.tsx')).Rail }));
const studioParts = () => import('#components/shell/studio-parts.tsx');
const SignedOutBar = lazy(async () => ({ default: (await studioParts()).SignedOutBar }));
const StudioParts = lazy(async () => ({ default: (await studioParts()).StudioParts }));

type StudioFrameProps = {
  readonly theme: Theme;
  readonly rail: RailSettings;
  /** The page of the sign-in has no navigation. */
  readonly isSignIn: boolean;
  readonly children: ReactNode;
};

/** What all pages of the studio have around them. */
export function StudioFrame({ theme, rail, isSignIn, children }: StudioFrameProps) {
  const [openedPath] = useState(usePathname());
  return (
    <>
      <div className={`flex min-h-dvh flex-col md:h-dvh md:flex-row ${isSignIn ? '' : 'max-md:pb-(--bar-phone)'}`}>
        {isSignIn ? null : (
          <Suspense fallback={null}>
            <StudioRail theme={theme} settings={rail} openedPath={openedPath} />
          </Suspense>
        )}
        <div className="flex min-w-0 grow flex-col">
          <Suspense fallback={null}>
            <SignedOutBar />
          </Suspense>
          {children}
        </div>
      </div>
      <Suspense fallback={null}>
        <StudioParts isSignIn={isSignIn} />
      </Suspense>
    </>
  );
}

type StudioRailProps = { readonly theme: Theme; readonly settings: RailSettings; readonly openedPath: string };

/**
 * The navigation of the current page. What the server drew of it was of the page that was opened: a link may have been
 * followed before its code was there.
 */
function StudioRail({ theme, settings, openedPath }: StudioRailProps) {
  const path = usePathname();
  return <LazyRail theme={theme} settings={settings} pathname={useIsHydrated() ? path : openedPath} />;
}
