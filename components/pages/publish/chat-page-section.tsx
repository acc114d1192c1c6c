'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, Suspense, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { publicOrigin } from '#components/data/public-origin.ts';
import { useLast } from '#components/data/use-last.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { type LookField, readLookDraft, toLookDraft } from '#components/pages/publish/look/look-draft.ts';
import { LookFields } from '#components/pages/publish/look/look-fields.tsx';
import { NoUserWarning } from '#components/pages/publish/no-user-warning.tsx';
import { OriginsField } from '#components/pages/publish/origins-field.tsx';
import { readOrigins } from '#components/pages/publish/read-origins.ts';
import { chatPageUrl, widgetSnippet } from '#components/pages/publish/snippets/widget-snippet.ts';
import { VoiceFields } from '#components/pages/publish/voice-fields.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Field } from '#components/ui/field.tsx';
import { focusFirstInvalid } from '#components/ui/focus-first-invalid.ts';
import { Folded } from '#components/ui/folded.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import type { ChatPageDetail, ChatPageResource } from '#lib/api/chat-pages.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Of the query that has the settings of a chat page. */
export const chatPageKey = (slug: string) => ['chat page', slug];

/** The parts of a chat are loaded with the first page that is not off. */
const LazyPreview = lazyPart(async () => (await import('#components/pages/publish/look/look-preview.tsx')).LookPreview);
const NOTHING_WRONG: ReadonlySet<LookField> = new Set();

const RATE_MAX = 1_000_000;
const accesses = ['off', 'public', 'key'] as const satisfies readonly ChatPageResource['access'][];

/** The hosted chat of an endpoint: who may use it, which sites may show it, its address and its widget. */
export function ChatPageSection({ slug }: { slug: string }) {
  const t = useTranslations('publish.chatPage');
  const queries = useQueryClient();
  const queryKey = chatPageKey(slug);
  const { data, error } = useQuery({ queryKey, queryFn: () => apiClient.getChatPage({ params: { slug } }) });
  return (
    <section aria-labelledby="chat-page-title" data-chat-page={data?.access} className="grid min-w-0 gap-2">
      <h4 id="chat-page-title" className="text-meta font-strong text-ink-3">
        {t('title')}
      </h4>
      {error ? <Notice title={t('notLoaded')}>{errorMessage(error)}</Notice> : null}
      {data ? (
        <>
          <PageForm slug={slug} stored={data} onSaved={(page) => queries.setQueryData(queryKey, page)} />
          {data.access === 'off' ? null : <Addresses slug={slug} hasSites={data.origins.length > 0} />}
        </>
      ) : null}
    </section>
  );
}

type PageFormProps = { slug: string; stored: ChatPageDetail; onSaved: (page: ChatPageDetail) => void };
type Outcome = { readonly is: 'saved' } | { readonly is: 'refused'; readonly problem: string };

function PageForm({ slug, stored, onSaved }: PageFormProps) {
  const t = useTranslations('publish.chatPage');
  const [access, setAccess] = useState(stored.access);
  const [origins, setOrigins] = useState(stored.origins.join('\n'));
  const [rates, setRates] = useState({ all: String(stored.ratePerMinute), visitor: String(stored.visitorRatePerMinute) });
  const [draft, setDraft] = useState(() => toLookDraft(stored.look));
  const [voice, setVoice] = useState(stored.voice);
  const [logoUrl, setLogoUrl] = useState(stored.logoUrl);
  const document = useEditor((state) => state.document);
  const { look, wrong = NOTHING_WRONG } = useMemo(() => readLookDraft(draft), [draft]);
  // The preview keeps the last look without errors.
  const shown = useLast(look, stored.look);
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useRef<HTMLFormElement>(null);
  // Two clicks may come before the next render.
  const isSaving = useRef(false);
  const [ratePerMinute, visitorRatePerMinute] = [readRate(rates.all), readRate(rates.visitor)];
  const isPublic = access === 'public';

  const pages = readOrigins(origins);

  function refuse(problem: string) {
    flushSync(() => setOutcome({ is: 'refused', problem }));
    focusFirstInvalid(form.current);
  }

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (isSaving.current) return;
    setOutcome(undefined);
    if (access !== 'off' && (pages.wrong !== undefined || pages.isTooMany)) return refuse(t('wrongOrigins'));
    if (ratePerMinute === undefined || visitorRatePerMinute === undefined) return refuse(t('wrongRate'));
    if (!look) return refuse(t('wrongLook'));
    isSaving.current = true;
    try {
      const body = { access, origins: [...pages.origins], ratePerMinute, visitorRatePerMinute, look, voice };
      const saved = await apiClient.changeChatPage({ params: { slug }, body });
      onSaved(saved);
      setLogoUrl(saved.logoUrl);
      setOutcome({ is: 'saved' });
    } catch (error) {
      refuse(errorMessage(error));
    }
    isSaving.current = false;
  }
  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate aria-labelledby="chat-page-title" className="grid gap-2">
      <Field id="chat-access" label={t('access')} isRequired={false}>
        {(control) => (
          <Select
            {...control}
            value={access}
            onChange={(event) => setAccess(accesses.find((one) => one === event.target.value) ?? 'off')}
          >
            {accesses.map((one) => (
              <option key={one} value={one}>
                {t(`accesses.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {access === 'off' ? null : (
        <OriginsField id="chat-origins" label={t('origins')} help={t('originsHelp')} text={origins} onChange={setOrigins} />
      )}
      {isPublic ? (
        <div className="grid grid-cols-2 gap-2">
          <RateField id="chat-rate" label={t('rate')} value={rates.all} onChange={(all) => setRates({ ...rates, all })} />
          <RateField
            id="chat-visitor-rate"
            label={t('visitorRate')}
            value={rates.visitor}
            onChange={(visitor) => setRates({ ...rates, visitor })}
          />
        </div>
      ) : null}
      {isPublic ? <NoUserWarning nodes={stored.userMemoryNodes} /> : null}
      {access === 'off' ? null : (
        <Folded title={t('look.title')}>
          <div className="grid gap-3 border-l border-line-1 pl-2">
            <LookFields
              slug={slug}
              draft={draft}
              wrong={wrong}
              logoUrl={logoUrl}
              onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
              onLogo={(logo, url) => {
                setDraft((before) => ({ ...before, logo }));
                setLogoUrl(url);
              }}
            />
            <Suspense fallback={null}>
              <LazyPreview slug={slug} document={document} look={shown} logoUrl={logoUrl} />
            </Suspense>
          </div>
        </Folded>
      )}
      {access === 'off' ? null : (
        <Folded title={t('voice.title')}>
          <VoiceFields voice={voice} onChange={(change) => setVoice((before) => ({ ...before, ...change }))} />
        </Folded>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">{t('save')}</Button>
        <span role="status" className="text-succeeded">
          {outcome?.is === 'saved' ? t('saved') : ''}
        </span>
      </div>
      <div role="alert">{outcome?.is === 'refused' ? <Notice title={t('notSaved')}>{outcome.problem}</Notice> : null}</div>
    </form>
  );
}

type RateFieldProps = { id: string; label: string; value: string; onChange: (value: string) => void };

function RateField({ id, label, value, onChange }: RateFieldProps) {
  const t = useTranslations('publish.chatPage');
  return (
    <Field id={id} label={label} isRequired={false} error={readRate(value) === undefined ? t('wrongRate') : undefined}>
      {(control) => (
        <TextInput
          {...control}
          value={value}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function Addresses({ slug, hasSites }: { slug: string; hasSites: boolean }) {
  const t = useTranslations('publish.chatPage');
  const place = { origin: publicOrigin(), slug };
  const url = chatPageUrl(place);
  const snippet = widgetSnippet(place);
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex min-w-0 items-center gap-1">
        <a href={url} target="_blank" rel="noreferrer" className="min-w-0 grow text-accent underline wrap-anywhere">
          {t('open')}
        </a>
        <CopyButton label={t('copyAddress')} text={url} />
      </p>
      <div className="flex items-center gap-1">
        <h5 className="grow text-meta font-strong text-ink-3">{t('widget')}</h5>
        <CopyButton label={t('copyWidget')} text={snippet} />
      </div>
      <div data-widget-snippet>
        <ValueView label={t('widget')} value={snippet} isCode />
      </div>
      <p className="text-meta text-ink-2">{hasSites ? t('widgetText') : t('needsSite')}</p>
    </div>
  );
}

function readRate(text: string): number | undefined {
  const rate = Number(text.trim());
  return text.trim() !== '' && Number.isInteger(rate) && rate > 0 && rate <= RATE_MAX ? rate : undefined;
}
