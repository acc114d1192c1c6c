'use client';
import { Rocket } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { apiClient } from '#components/data/api-client.ts';
import { useVersion } from '#components/data/use-version.ts';
import { useAutosave, useEditor, useEditorStore, useSaveState } from '#components/editor/document/use-editor.tsx';
import { type Allowed, AllowFields, NOTHING_ALLOWED } from '#components/pages/publish/allow-fields.tsx';
import { OpenHostsField } from '#components/pages/publish/open-hosts-field.tsx';
import { OriginsField } from '#components/pages/publish/origins-field.tsx';
import { readOpenHosts } from '#components/pages/publish/read-open-hosts.ts';
import { readOrigins } from '#components/pages/publish/read-origins.ts';
import { slugOfName } from '#components/pages/publish/slug-of-name.ts';
import type { DeploymentDetail } from '#components/pages/publish/use-publishing.ts';
import { useReach } from '#components/pages/publish/use-reach.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { focusFirstInvalid } from '#components/ui/focus-first-invalid.ts';
import { Folded } from '#components/ui/folded.tsx';
import { isSecondClick } from '#components/ui/is-second-click.ts';
import { Notice } from '#components/ui/notice.tsx';
import { ProblemList } from '#components/ui/problem-list.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { ApiError } from '#lib/api/api-error.ts';
import { type DeploymentResource, slugSchema } from '#lib/api/deployments.contract.ts';
import { problemTextsSchema } from '#lib/api/validation.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { type EventLevel, eventLevelSchema } from '#lib/run/event-level.ts';
import { isUntitled, suggestName } from '#lib/workflow/suggest-name.ts';

type PublishFormProps = {
  deployments: readonly DeploymentResource[];
  /** The selected deployment, with its versions. */
  known: DeploymentDetail | undefined;
  onPublished: (slug: string) => Promise<void>;
};

const NAME_MAX_LENGTH = 200;

/** What a person chose for an endpoint; anything else is as it is published. */
type Choices = {
  readonly events?: EventLevel;
  readonly allow: Partial<Allowed>;
  readonly hosts?: string;
  readonly origins?: string;
};
const NOTHING_CHOSEN: Choices = { allow: {} };

type Sending =
  | { readonly step: 'idle' | 'sending' }
  | { readonly step: 'published'; readonly slug: string; readonly version: number; readonly isKnownContent: boolean }
  | { readonly step: 'bad-slug'; readonly message: string }
  | { readonly step: 'refused'; readonly message: string; readonly problems: Problems };

const problemsSchema = z.object({
  problems: z.array(
    z.object({
      severity: z.enum(['error', 'warning']).catch('error'),
      message: z.string(),
      nodeId: z.string().optional(),
      path: z.string().optional(),
      hint: z.string().optional(),
      texts: problemTextsSchema.optional().catch(undefined),
    }),
  ),
});
type Problems = z.output<typeof problemsSchema>['problems'];

/** Publishes the draft as a version with an endpoint. */
export function PublishForm({ deployments, known, onPublished }: PublishFormProps) {
  const t = useTranslations('publish');
  const workflowId = useEditor((state) => state.workflowId);
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const { name } = document;
  const [wasUntitled] = useState(() => isUntitled(name));
  const asksName = wasUntitled && known === undefined;
  const [suggested] = useState(() => (wasUntitled ? (suggestName(document) ?? '') : ''));
  const [typedName, setTypedName] = useState<string>();
  const newName = (typedName ?? (isUntitled(name) ? suggested : name)).trim();
  const hasErrors = useEditor((state) => state.problems.some(({ severity }) => severity === 'error'));
  const save = useSaveState((state) => state.status);
  const autosave = useAutosave();
  const [typedSlug, setTypedSlug] = useState<string>();
  const [choices, setChoices] = useState(NOTHING_CHOSEN);
  const [sending, setSending] = useState<Sending>({ step: 'idle' });
  const form = useRef<HTMLFormElement>(null);
  function refuse(refused: Sending) {
    flushSync(() => setSending(refused));
    focusFirstInvalid(form.current);
  }
  const [selected, setSelected] = useState(known?.slug);
  // The endpoint that was just published, until it is selected.
  const [arriving, setArriving] = useState<string>();
  // What was typed and chosen belongs to the endpoint that was selected then.
  if (selected !== known?.slug) {
    setSelected(known?.slug);
    setTypedSlug(undefined);
    setArriving(undefined);
    if (arriving !== known?.slug) setChoices(NOTHING_CHOSEN);
  }
  const slug = typedSlug ?? known?.slug ?? slugOfName(asksName && newName !== '' ? newName : name);
  const existing = deployments.find((deployment) => deployment.slug === slug);
  const choose = (change: Partial<Choices>) => setChoices({ ...choices, ...change });
  const { allow: chosenAllow, hosts: typedHosts, origins: typedOrigins } = choices;
  const events = choices.events ?? existing?.events ?? 'summary';
  const allowed: Allowed = { ...NOTHING_ALLOWED, ...existing?.allow, ...chosenAllow };
  const hasOpenHost = useReach(document).reach?.hasOpenHost ?? false;
  const { reach: reachBefore } = useVersion(workflowId, hasOpenHost ? existing?.version : undefined);
  const openHosts = typedHosts ?? reachBefore?.openHosts.join(' ') ?? '';
  // What differs from a fresh endpoint is in sight.
  const [hasChosenMore] = useState(
    () => events !== 'summary' || Object.values(allowed).some(Boolean) || (existing?.allow.origins.length ?? 0) > 0,
  );
  const isBlocked = hasErrors || save === 'stale' || sending.step === 'sending';

  async function publish(event: SubmitEvent) {
    event.preventDefault();
    if (isBlocked) return;
    const parsed = slugSchema.safeParse(slug);
    if (!parsed.success) return refuse({ step: 'bad-slug', message: t('badSlug') });
    const { hosts, wrong } = readOpenHosts(typedHosts ?? '');
    if (wrong !== undefined) return focusFirstInvalid(form.current);
    const pages = readOrigins(typedOrigins ?? '');
    if (pages.wrong !== undefined || pages.isTooMany) return focusFirstInvalid(form.current);
    const allow = { ...chosenAllow, ...(typedOrigins !== undefined && { origins: [...pages.origins] }) };
    setSending({ step: 'sending' });
    try {
      if (asksName && newName !== '' && newName !== name)
        store.getState().apply({ label: 'workflow', run: (workflow) => ({ ...workflow, name: newName }) });
      // The saved draft is what gets published.
      if (!(await autosave.saveNow())) return setSending({ step: 'refused', message: t('notSaved'), problems: [] });
      const { version } = await apiClient.deployWorkflow({
        params: { id: workflowId },
        body: { slug, events, allow, ...(typedHosts !== undefined && hasOpenHost && { hosts: [...hosts] }) },
      });
      const isKnownContent = known?.versions.some(({ number }) => number === version) ?? false;
      setSending({ step: 'published', slug, version, isKnownContent });
      setArriving(slug);
      await onPublished(slug);
      // What was chosen for this endpoint does not apply to the next one. What was chosen since then does.
      setChoices((now) => (now === choices ? NOTHING_CHOSEN : now));
    } catch (error) {
      refuse(refusalOf(error, t('slugTaken', { slug })));
    }
  }

  const slugError = sending.step === 'bad-slug' ? sending.message : undefined;
  return (
    <form ref={form} onSubmit={publish} noValidate aria-label={t('form')} className="grid gap-3">
      {asksName ? (
        <Field id="publish-name" label={t('name')} isRequired={false} help={t('nameHelp')}>
          {(control) => (
            <TextInput
              {...control}
              value={typedName ?? newName}
              maxLength={NAME_MAX_LENGTH}
              placeholder={name}
              autoComplete="off"
              onChange={(event) => setTypedName(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <Field id="publish-slug" label={t('slug')} isRequired error={slugError} help={existing ? t('slugKnown') : t('slugNew')}>
        {(control) => (
          <TextInput
            {...control}
            value={slug}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setTypedSlug(event.target.value);
              setSending({ step: 'idle' });
            }}
            className="font-mono"
          />
        )}
      </Field>
      <Folded title={t('more')} isOpen={hasChosenMore}>
        <div className="grid gap-3 pb-2">
          <Field id="publish-events" label={t('events')} isRequired={false} help={t(`eventHelp.${events}`)}>
            {(control) => (
              <Select
                {...control}
                value={events}
                onChange={(event) => choose({ events: eventLevelSchema.parse(event.target.value) })}
              >
                {eventLevelSchema.options.map((level) => (
                  <option key={level} value={level}>
                    {t(`eventLevels.${level}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <AllowFields allowed={allowed} onChange={(change) => choose({ allow: { ...chosenAllow, ...change } })} />
          <OriginsField
            id="publish-origins"
            label={t('origins.title')}
            help={t('origins.help')}
            text={typedOrigins ?? existing?.allow.origins.join('\n') ?? ''}
            onChange={(origins) => choose({ origins })}
          />
        </div>
      </Folded>
      {hasOpenHost ? <OpenHostsField text={openHosts} onChange={(hosts) => choose({ hosts })} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          look="primary"
          size="large"
          aria-disabled={isBlocked || undefined}
          onClick={(event) => isSecondClick(event) && event.preventDefault()}
        >
          <Rocket size={13} aria-hidden="true" />
          {sending.step === 'sending' ? t('publishing') : t('publish')}
        </Button>
        {save === 'stale' ? <span className="text-waiting">{t('stale')}</span> : null}
      </div>
      <Outcome sending={sending} />
    </form>
  );
}

function Outcome({ sending }: { sending: Sending }) {
  const t = useTranslations('publish');
  return (
    <div aria-live="polite" className="empty:hidden">
      {sending.step === 'published' ? (
        <p data-published={sending.version} className="text-succeeded wrap-anywhere">
          {sending.isKnownContent
            ? t('publishedKnown', { version: sending.version, slug: sending.slug })
            : t('published', { version: sending.version, slug: sending.slug })}
        </p>
      ) : null}
      {sending.step === 'refused' ? (
        <Notice title={t('refused')}>
          {sending.problems.length > 0 ? <ProblemList problems={sending.problems} /> : sending.message}
        </Notice>
      ) : null}
    </div>
  );
}

function refusalOf(error: unknown, slugTaken: string): Sending {
  if (error instanceof ApiError && error.code === 'slug-taken') return { step: 'bad-slug', message: slugTaken };
  const details = error instanceof ApiError ? problemsSchema.safeParse(error.details) : undefined;
  const message = errorMessage(error);
  return { step: 'refused', message, problems: details?.success ? details.data.problems : [] };
}
