'use client';
import { Mail } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useMaking } from '#components/pages/templates/use-making.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { FAILURE_MAIL_NODE, makeFailureMail } from '#lib/workflow/make-failure-mail.ts';

/** Makes the workflow that sends a mail when a run of this one has failed, and opens it where it is to be filled in. */
export function FailureSection() {
  const t = useTranslations('publish.failures');
  const workflowId = useEditor((state) => state.workflowId);
  const name = useEditor(({ document }) => document.name);
  const { isMaking, problem, make } = useMaking();
  const makeMail = () =>
    make(
      async () => {
        // The new workflow resolves these references when it runs; the texts contain them as they are.
        const texts = { workflow: '{{start.workflow}}', error: '{{start.error}}', run: '{{start.run}}' };
        const body = makeFailureMail({
          name: t('name', { name }),
          workflowId,
          subject: t('subject', texts),
          text: t('mail', texts),
        });
        return (await apiClient.createWorkflow({ body })).id;
      },
      async () => ({ node: FAILURE_MAIL_NODE }),
    );
  return (
    <section aria-labelledby="failures-title" className="grid min-w-0 gap-2">
      <h4 id="failures-title" className="text-meta font-strong text-ink-3">
        {t('title')}
      </h4>
      <p className="text-ink-2">{t('text')}</p>
      <div>
        <Button aria-disabled={isMaking || undefined} onClick={() => void makeMail()}>
          <Mail size={13} aria-hidden="true" />
          {t('sendMail')}
        </Button>
      </div>
      <FailureNotice title={t('notMade')}>{problem}</FailureNotice>
    </section>
  );
}
