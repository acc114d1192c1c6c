'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { formMemory } from '#components/run-view/form/form-memory.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { SIGN_IN_PAGE } from '#lib/api/sign-in-page.ts';

/** Signs out this browser or all of them. */
export function AccessSection() {
  const t = useTranslations('signIn');
  const { isBusy, problem, run } = useChange();
  const leave = (everywhere: boolean) =>
    run(async () => {
      await apiClient.signOut({ body: { everywhere } });
      formMemory.forgetAll();
      window.location.assign(SIGN_IN_PAGE);
    });
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap gap-2">
        <Button aria-disabled={isBusy || undefined} onClick={() => void leave(false)}>
          {t('signOut')}
        </Button>
        <Button look="quiet" aria-disabled={isBusy || undefined} onClick={() => void leave(true)}>
          {t('everywhere')}
        </Button>
      </p>
      <FailureLine>{problem}</FailureLine>
    </div>
  );
}
