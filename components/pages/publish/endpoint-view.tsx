'use client';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { publicOrigin } from '#components/data/public-origin.ts';
import { useVersion } from '#components/data/use-version.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { LiveTriggers } from '#components/inspector/trigger/live-triggers.tsx';
import { ChatPageSection } from '#components/pages/publish/chat-page-section.tsx';
import { ClientSection } from '#components/pages/publish/client-section.tsx';
import { FailureSection } from '#components/pages/publish/failure-section.tsx';
import { KeySection } from '#components/pages/publish/key-section.tsx';
import { SnippetSection } from '#components/pages/publish/snippet-section.tsx';
import { endpointUrl } from '#components/pages/publish/snippets/snippet-call.ts';
import { TrySection } from '#components/pages/publish/try-section.tsx';
import { UsageSection } from '#components/pages/publish/usage-section.tsx';
import type { Endpoint } from '#components/pages/publish/use-publishing.ts';
import { VersionSection } from '#components/pages/publish/version-section.tsx';
import { startInputsOf } from '#components/run-view/form/start-inputs-of.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Select } from '#components/ui/select.tsx';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type EndpointViewProps = {
  deployments: readonly DeploymentResource[];
  endpoint: Endpoint;
  reload: (slug?: string) => Promise<void>;
};

/** A published endpoint with its version, keys and code snippet. */
export function EndpointView({ deployments, endpoint: { deployment, keys, usage }, reload }: EndpointViewProps) {
  const t = useTranslations('publish');
  const draft = useEditor((state) => state.document);
  const { slug } = deployment;
  // Callers meet what is published, whatever the draft asks for by now.
  const published = useVersion(deployment.workflowId, deployment.version).document;
  const inputs = startInputsOf(published ?? draft);
  const [newKey, setNewKey] = useState<string>();
  const url = endpointUrl({ origin: publicOrigin(), slug });
  return (
    <section aria-labelledby="endpoint-title" data-endpoint={slug} className="grid min-w-0 gap-5 border-t border-line-2 pt-4">
      <div className="grid gap-2">
        <h3 id="endpoint-title" className="font-title wrap-anywhere">
          {t('endpoint', { slug, version: deployment.version })}
        </h3>
        {deployments.length > 1 ? (
          <Select aria-label={t('chooseEndpoint')} value={slug} onChange={(event) => void reload(event.target.value)}>
            {deployments.map((other) => (
              <option key={other.slug} value={other.slug}>
                /{other.slug}
              </option>
            ))}
          </Select>
        ) : null}
        <p className="flex min-w-0 items-center gap-1">
          <code data-endpoint-url className="min-w-0 grow text-meta wrap-anywhere">
            {url}
          </code>
          <CopyButton label={t('copyUrl')} text={url} />
        </p>
      </div>
      {published?.triggers?.length ? <LiveTriggers triggerId={undefined} /> : null}
      <VersionSection deployment={deployment} onChanged={() => reload(slug)} />
      <KeySection slug={slug} keys={keys} usage={usage} newKey={newKey} onMade={setNewKey} onChanged={() => reload(slug)} />
      <ChatPageSection slug={slug} />
      <SnippetSection slug={slug} inputs={inputs} newKey={newKey} />
      <ClientSection slug={slug} newKey={newKey} />
      <FailureSection />
      <UsageSection slug={slug} />
      <TrySection slug={slug} version={deployment.version} inputs={inputs} newKey={newKey} />
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link
          href={`/workflows/${encodeURIComponent(deployment.workflowId)}/versions`}
          prefetch={false}
          className="inline-flex min-h-6 items-center text-accent underline"
        >
          {t('allVersions')}
        </Link>
        <Link href={`/api-docs?slug=${slug}`} prefetch={false} className="inline-flex min-h-6 items-center text-accent underline">
          {t('apiDocs')}
        </Link>
        <a
          href="/api/v1/openapi.json"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center text-accent underline"
        >
          {t('openApi')}
        </a>
      </p>
      <TakeDown slug={slug} onGone={() => reload()} />
    </section>
  );
}

function TakeDown({ slug, onGone }: { slug: string; onGone: () => Promise<void> }) {
  const t = useTranslations('publish');
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function takeDown() {
    setIsAsking(false);
    try {
      await apiClient.deleteDeployment({ params: { slug } });
      await onGone();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }
  return (
    <div className="grid justify-items-start gap-1">
      <Button id="take-down" onClick={() => setIsAsking(true)}>
        <span className="text-failed">{t('takeDown')}</span>
      </Button>
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('takeDownQuestion', { slug })}
        cancelLabel={t('cancel')}
        confirmLabel={t('takeDownConfirm')}
        focusAfterId="take-down"
        onCancel={() => setIsAsking(false)}
        onConfirm={takeDown}
      >
        {t('takeDownText')}
      </ConfirmDialog>
    </div>
  );
}
