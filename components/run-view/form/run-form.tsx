'use client';
import { Play, RotateCcw } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { formMemory } from '#components/run-view/form/form-memory.ts';
import { formValuesOf, inputsJsonOf, readInputsJson } from '#components/run-view/form/inputs-json.ts';
import { initialValue, readForm } from '#components/run-view/form/read-form.ts';
import { refusedInputs } from '#components/run-view/form/refused-inputs.ts';
import { fieldId, RunField } from '#components/run-view/form/run-field.tsx';
import { useFormValues } from '#components/run-view/form/use-form-values.ts';
import { Button } from '#components/ui/button.tsx';
import { isSecondClick } from '#components/ui/is-second-click.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

type RunFormProps = {
  /** Under what the form is remembered. */
  memoryKey: string;
  /** Of the form element, for a button elsewhere that submits it. */
  id?: string;
  inputs: readonly StartInput[];
  /** Begins the ids of its fields, where a page has several forms. */
  scope?: string;
  /** What a field means, by the name of its input. */
  help?: Readonly<Record<string, string>>;
  /** Starts the run and resolves once it is stored. */
  onRun: (inputs: Record<string, unknown>) => Promise<void>;
  /** Something is wrong with the form, and is about to be shown there. */
  onRefusal?: () => void;
  /** The inputs can be written as JSON as well. */
  hasJson?: boolean;
  /** Its buttons stay in view while a long form scrolls. @defaultValue false */
  hasStickyFoot?: boolean;
  /** Text of the button. @defaultValue that of a run */
  submitLabel?: string;
  /** @defaultValue that the run was not started */
  refusedTitle?: string;
  /** Large files are uploaded to the workspace. @defaultValue true; otherwise they are refused */
  uploads?: boolean;
};

const LazyInputsJsonField = lazyPart(
  async () => (await import('#components/run-view/form/inputs-json-field.tsx')).InputsJsonField,
);

const JSON_FIELD_ID = 'inputs-json';

type Sending = { isStarting: boolean; fieldErrors: Readonly<Record<string, string>>; refusal: string | undefined };
/** The fields until the form is reset; then they are others. */
type Filling = { readonly key: number; readonly resetting: AbortController };
const idle: Sending = { isStarting: false, fieldErrors: {}, refusal: undefined };

/** The form made from a workflow's `start`. It keeps what was typed, so that a run can be repeated with one change. */
export function RunForm(props: RunFormProps) {
  const { memoryKey, id, inputs, help = {}, scope, onRun, onRefusal } = props;
  const { hasJson = false, hasStickyFoot = false, submitLabel, refusedTitle, uploads = true } = props;
  const t = useTranslations('form');
  const values = useFormValues(memoryKey);
  const isHydrated = useIsHydrated();
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const [sending, setSending] = useState(idle);
  const [filling, setFilling] = useState<Filling>(() => ({ key: 0, resetting: new AbortController() }));
  const uploading = useRef(new Set<string>());
  // In a low panel it may be below what is seen, and the focus may be elsewhere on the page.
  useEffect(() => {
    if (sending.refusal !== undefined) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [sending.refusal]);
  // The typed text, while the inputs are edited as JSON. The fields follow when it is valid.
  const [json, setJson] = useState<string>();
  const written = json === undefined ? undefined : readInputsJson(json, inputs);
  const problemCount = Object.keys(sending.fieldErrors).length;
  const shownNames = new Set(json === undefined ? inputs.map(({ name }) => name) : []);
  // Of inputs that have no field here: the server may know of a later change of them.
  const elsewhere = Object.entries(sending.fieldErrors).filter(([name]) => !shownNames.has(name));

  function refuse(fieldErrors: Readonly<Record<string, string>>, refusal?: string) {
    onRefusal?.();
    setSending({ isStarting: false, fieldErrors, refusal });
    if (json !== undefined) return document.getElementById(JSON_FIELD_ID)?.focus();
    const first = inputs.find((input) => input.name in fieldErrors);
    if (first) document.getElementById(fieldId(first.name, scope))?.focus();
  }

  async function run(event: SubmitEvent) {
    event.preventDefault();
    if (sending.isStarting) return;
    const read = written ? { inputs: written.inputs, problems: {} } : readForm(inputs, values);
    if (written && written.problems.length > 0) return refuse({});
    const problems = Object.entries(read.problems).map(([name, { code, ...details }]) => [name, t(`problems.${code}`, details)]);
    if (!written) for (const name of uploading.current) problems.push([name, t('uploading')]);
    if (problems.length > 0) return refuse(Object.fromEntries(problems));
    setSending({ ...idle, isStarting: true });
    try {
      await onRun(read.inputs);
      setSending(idle);
    } catch (error) {
      const fieldErrors = refusedInputs(error);
      refuse(fieldErrors, Object.keys(fieldErrors).length > 0 ? undefined : errorMessage(error));
    }
  }

  function reset() {
    filling.resetting.abort();
    uploading.current.clear();
    setFilling({ key: filling.key + 1, resetting: new AbortController() });
    setSending(idle);
    formMemory.clear(memoryKey);
    if (json !== undefined) setJson(inputsJsonOf(inputs, {}));
  }

  function submitOnShortcut(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <form
      ref={form}
      id={id}
      noValidate
      autoComplete="off"
      inert={!isHydrated}
      onSubmit={run}
      onKeyDown={submitOnShortcut}
      className="grid grid-cols-1 gap-3"
      // Where there are several, the part of the page around it says which one it is.
      aria-label={scope === undefined ? t('title') : undefined}
    >
      {hasJson && inputs.length > 0 ? (
        <FormModes
          isJson={json !== undefined}
          onChange={(isJson) => setJson(isJson ? inputsJsonOf(inputs, values) : undefined)}
        />
      ) : null}
      {inputs.length === 0 ? <p className="text-ink-2">{t('noInputs')}</p> : null}
      {json !== undefined && written ? (
        <Suspense>
          <LazyInputsJsonField
            id={JSON_FIELD_ID}
            text={json}
            problems={written.problems}
            onChange={(text) => {
              setJson(text);
              const typed = readInputsJson(text, inputs);
              if (typed.problems.length === 0) formMemory.setAll(memoryKey, formValuesOf(inputs, typed.inputs));
            }}
          />
        </Suspense>
      ) : null}
      {(json === undefined ? inputs : []).map((input) => (
        <RunField
          key={`${filling.key} ${input.name}`}
          input={input}
          value={values[input.name] ?? initialValue(input)}
          isReadOnly={!isHydrated}
          scope={scope}
          uploads={uploads}
          help={help[input.name]}
          error={sending.fieldErrors[input.name]}
          untilReset={filling.resetting.signal}
          onChange={(value) => {
            formMemory.set(memoryKey, input.name, value);
            // A file comes later than it was chosen.
            setSending((now) => ({ ...now, fieldErrors: without(now.fieldErrors, input.name) }));
          }}
          onUploading={(isUploading) => (isUploading ? uploading.current.add(input.name) : uploading.current.delete(input.name))}
        />
      ))}
      <div ref={alert} role="alert" className="empty:hidden">
        {problemCount > 0 ? <p className="text-failed">{t('problemCount', { count: problemCount })}</p> : null}
        {elsewhere.map(([name, problem]) => (
          <p key={name} className="text-failed">
            <code>{name}</code> {problem}
          </p>
        ))}
        {sending.refusal ? <Notice title={refusedTitle ?? t('notStarted')}>{sending.refusal}</Notice> : null}
      </div>
      <div
        className={`flex flex-wrap items-center gap-2 ${hasStickyFoot ? 'sticky bottom-0 z-1 border-t border-line-1 bg-panel py-2' : ''}`}
      >
        <Button
          type="submit"
          look="primary"
          size="large"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          aria-disabled={sending.isStarting || undefined}
          onClick={(event) => isSecondClick(event) && event.preventDefault()}
        >
          {submitLabel === undefined ? <Play size={13} aria-hidden="true" /> : null}
          {submitLabel ?? (sending.isStarting ? t('starting') : t('run'))}
          <span
            className="rounded-chip border border-current/35 px-1 font-ui text-meta leading-3.5 font-[500] pointer-coarse:hidden"
            aria-hidden="true"
          >
            Ctrl ↵
          </span>
        </Button>
        {Object.keys(values).length > 0 ? (
          <Button look="quiet" size="large" onClick={reset}>
            <RotateCcw size={13} aria-hidden="true" />
            {t('reset')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function without(errors: Sending['fieldErrors'], name: string): Sending['fieldErrors'] {
  const { [name]: _, ...others } = errors;
  return others;
}

function FormModes({ isJson, onChange }: { isJson: boolean; onChange: (isJson: boolean) => void }) {
  const t = useTranslations('dock.json');
  return (
    <div>
      <Segmented
        label={t('modes')}
        value={isJson ? 'json' : 'fields'}
        options={[
          { value: 'fields', label: t('fields') },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={(mode) => onChange(mode === 'json')}
      />
    </div>
  );
}
