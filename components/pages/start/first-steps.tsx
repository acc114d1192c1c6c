'use client';
import { Check, Cpu, Play } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isTourDismissed } from '#components/editor/tour/tour-memory.ts';
import { Button, linkButton } from '#components/ui/button.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';

type FirstStepsProps = { isDemo: boolean; isMaking: boolean; onTour: (() => void) | undefined };

/** Three facts for an empty workspace. */
export function FirstSteps({ isDemo, isMaking, onTour }: FirstStepsProps) {
  const t = useTranslations('start.first');
  const isHydrated = useIsHydrated();
  return (
    <section
      aria-label={t('title')}
      className="mx-6 mt-5 grid divide-line-1 rounded-control border border-line-1 bg-raised max-md:mx-4 max-md:divide-y md:grid-cols-3 md:divide-x"
    >
      <Fact icon={<Check size={14} aria-hidden="true" className="text-succeeded" />} title={t(isDemo ? 'demo' : 'ready')}>
        {t(isDemo ? 'demoText' : 'readyText')}
      </Fact>
      <Fact
        icon={<Cpu size={14} aria-hidden="true" />}
        title={t('model')}
        action={
          <Link href="/models" prefetch={false} aria-label={t('addModel')} className={linkButton}>
            {t('add')}
          </Link>
        }
      >
        {t('modelText')}
      </Fact>
      <Fact
        icon={<Play size={14} aria-hidden="true" />}
        title={t('tour')}
        action={
          onTour ? (
            <Button onClick={onTour} aria-disabled={isMaking || undefined}>
              {t(isHydrated && isTourDismissed() ? 'tourAgain' : 'startTour')}
            </Button>
          ) : null
        }
      >
        {t('tourText')}
      </Fact>
    </section>
  );
}

function Fact({ icon, title, action, children }: { icon: ReactNode; title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-2.5 py-2.5 pr-3 pl-3.5">
      <span className="grid h-5 shrink-0 place-items-center">{icon}</span>
      <div className="min-w-0 grow">
        <h2 className="text-name font-title">{title}</h2>
        <p className="text-ink-2">{children}</p>
      </div>
      <span className="self-center">{action}</span>
    </div>
  );
}
