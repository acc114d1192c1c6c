'use client';
import { KeyRound } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { FixButtons } from '#components/editor/problems/fix-buttons.tsx';
import { linkButton } from '#components/ui/button.tsx';
import { valueAtPath } from '#lib/json/set-at-path.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import { fixesOfRunError } from '#lib/workflow/fixes/run-error-fixes.ts';

/** What mends the draft after a run failed with this error; nothing when the draft no longer has the mistake. */
export function ErrorFixes({ error }: { error: NodeError }) {
  const t = useTranslations('errorFixes');
  const document = useEditor((state) => state.document);
  const problems = useEditor((state) => state.problems);
  const fixes = fixesOfRunError(error, document, problems);
  const node = document.nodes.find(({ id }) => id === error.nodeId);
  return (
    <>
      {fixes.length > 0 ? (
        <span className="flex max-w-full shrink-0 flex-wrap items-center gap-1.5">
          <span className="text-meta text-ink-2">{t('applyToDraft')}</span>
          <FixButtons fixes={fixes} />
        </span>
      ) : null}
      {error.code === 'model-auth-failed' ? <KeyLink model={modelOf(node)} /> : null}
    </>
  );
}

function modelOf(node: object | undefined): string {
  const model = node && valueAtPath(node, ['config', 'model']);
  return typeof model === 'string' && model !== '' ? model : 'default';
}

const look = linkButton;

/** Leads to the key of the model, in its open form. */
function KeyLink({ model }: { model: string }) {
  const t = useTranslations('errorFixes');
  return (
    <Link href={`/models?key=${encodeURIComponent(model)}`} data-part="fix" className={look}>
      <KeyRound size={12} aria-hidden="true" />
      {t('enterKey')}
    </Link>
  );
}
