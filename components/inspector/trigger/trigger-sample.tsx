'use client';
import { Play, Radio } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { pollWhileVisible } from '#components/data/poll.ts';
import { publicOrigin } from '#components/data/public-origin.ts';
import { useChange } from '#components/data/use-change.ts';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useSaveFirst, useStartRun } from '#components/editor/run/run-overlay.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import type { AnyTriggerDefinition } from '#lib/trigger-kit/define-trigger.ts';
import { changeTrigger } from '#lib/workflow/edit/change-triggers.ts';
import { fillTriggerInputs } from '#lib/workflow/fill-trigger-inputs.ts';
import { mapTriggerEvent } from '#lib/workflow/map-trigger-event.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import type { WorkflowTrigger } from '#lib/workflow/workflow.ts';

const POLL_MS = 1000;

type SampleProps = {
  trigger: WorkflowTrigger;
  definition: AnyTriggerDefinition;
  inputs: readonly StartInput[];
  isFirst?: boolean;
};
type Listening = { readonly token: string; readonly address: string };

/** An event for tests: the next real one, or one that is pasted. It shows the inputs that the event gives. */
export function TriggerSample({ trigger, definition, inputs, isFirst = false }: SampleProps) {
  const t = useTranslations('triggers');
  const [listening, setListening] = useState<Listening>();
  const [isExpired, setIsExpired] = useState(false);
  const keep = useKeepSample(trigger.id);
  const workflowId = useEditor((state) => state.workflowId);
  const saveFirst = useSaveFirst();
  const { problem, isBusy, run } = useChange();
  const listen = () =>
    run(async () => {
      setIsExpired(false);
      await saveFirst();
      setListening(await apiClient.listenToTrigger({ params: { id: workflowId, triggerId: trigger.id } }));
    });
  const example = () => {
    const config = definition.config.safeParse(trigger.config);
    if (config.success) keep(definition.sampleEvent(config.data, new Date()) as WorkflowTrigger['sample']);
  };
  return (
    <section
      aria-label={t('sample')}
      className={`grid gap-2 ${isFirst ? 'rounded-control bg-sunken p-2' : 'border-t border-line-1 px-3 py-3'}`}
    >
      <h3 className="font-title">{t('sample')}</h3>
      <p className="text-meta text-ink-3">{t(isFirst ? 'sampleFirst' : 'sampleHelp')}</p>
      <div className="flex flex-wrap gap-1.5">
        <Button
          look={isFirst && !listening && !trigger.sample ? 'primary' : 'plain'}
          onClick={listening ? () => setListening(undefined) : listen}
          aria-disabled={isBusy}
          data-listen
        >
          <Radio size={13} aria-hidden="true" />
          {listening ? t('stopListening') : t('listen')}
        </Button>
        <Button look="quiet" onClick={example}>
          {t('useExample')}
        </Button>
      </div>
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
      {listening ? (
        <Listener
          listening={listening}
          takesRequests={definition.source === 'request'}
          onEvent={(event) => {
            setListening(undefined);
            keep(event);
          }}
          onExpired={() => {
            setListening(undefined);
            setIsExpired(true);
          }}
        />
      ) : null}
      {isExpired ? (
        <p role="status" data-listen-expired className="text-waiting">
          {t('listenExpired')}
        </p>
      ) : null}
      <SampleText key={JSON.stringify(trigger.sample)} sample={trigger.sample} onSample={keep} />
      {trigger.sample ? <Mapped trigger={trigger} definition={definition} inputs={inputs} sample={trigger.sample} /> : null}
    </section>
  );
}

type ListenerProps = {
  listening: Listening;
  takesRequests: boolean;
  onEvent: (event: NonNullable<WorkflowTrigger['sample']>) => void;
  /** No event came in time. */
  onExpired: () => void;
};

function Listener({ listening: { token, address }, takesRequests, onEvent, onExpired }: ListenerProps) {
  const t = useTranslations('triggers');
  const [problem, setProblem] = useState<string>();
  const take = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const { event } = await apiClient.getTriggerListener({ params: { token } }, { signal });
      if (signal.aborted) return;
      setProblem(undefined);
      if (event) onEvent(event as NonNullable<WorkflowTrigger['sample']>);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 404) return onExpired();
      // The next poll may succeed: the server may be back before the listener expires.
      setProblem(errorMessage(error));
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one listener has one token
  useEffect(() => pollWhileVisible((signal) => take(signal), POLL_MS), [token]);
  const url = `${publicOrigin()}${address}`;
  return (
    <div role="status" className="grid gap-1 rounded-control border border-accent-line bg-accent-bg p-2">
      <p>{takesRequests ? t('listening') : t('listeningLive')}</p>
      {takesRequests ? (
        <p className="flex min-w-0 items-start gap-1">
          <code data-listen-address className="min-w-0 grow text-meta wrap-anywhere">
            {url}
          </code>
          <CopyButton label={t('copyAddress')} text={url} />
        </p>
      ) : null}
      {problem === undefined ? null : <p className="text-failed wrap-anywhere">{problem}</p>}
    </div>
  );
}

type SampleTextProps = { sample: WorkflowTrigger['sample']; onSample: (sample: WorkflowTrigger['sample']) => void };

/** The event as JSON. Only objects are accepted. */
function SampleText({ sample, onSample }: SampleTextProps) {
  const t = useTranslations('triggers');
  const [text, setText] = useState(sample ? JSON.stringify(sample, null, 2) : '');
  const [isWrong, setIsWrong] = useState(false);
  function take() {
    if (text.trim() === '') return onSample(undefined);
    try {
      const value: unknown = JSON.parse(text);
      setIsWrong(!isRecord(value));
      if (isRecord(value)) onSample(value as NonNullable<WorkflowTrigger['sample']>);
    } catch {
      setIsWrong(true);
    }
  }
  return (
    <div className="grid gap-1">
      <TextArea
        aria-label={t('sampleJson')}
        aria-invalid={isWrong || undefined}
        value={text}
        placeholder={t('pasteSample')}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        className="max-h-48 font-mono text-meta"
      />
      {isWrong ? (
        <p role="alert" className="text-meta text-failed">
          {t('sampleWrong')}
        </p>
      ) : null}
    </div>
  );
}

type MappedProps = {
  trigger: WorkflowTrigger;
  definition: AnyTriggerDefinition;
  inputs: readonly StartInput[];
  sample: NonNullable<WorkflowTrigger['sample']>;
};

/** What a run of the sample would get. */
function Mapped({ trigger, definition, inputs, sample }: MappedProps) {
  const t = useTranslations('triggers');
  const startRun = useStartRun();
  const { problem, isBusy, run } = useChange();
  const mapped = mapTriggerEvent(fillTriggerInputs(trigger, definition, inputs), sample, inputs);
  if (mapped.is === 'filtered') return <p className="text-ink-2">{t('sampleFiltered')}</p>;
  if (mapped.is === 'refused')
    return (
      <p role="alert" className="text-failed wrap-anywhere">
        {mapped.reason}
      </p>
    );
  return (
    <div className="grid gap-2">
      <ValueView label={t('mapped')} value={mapped.inputs} />
      <Button
        look="primary"
        className="justify-self-start"
        aria-disabled={isBusy}
        onClick={() => run(() => startRun({ ...mapped.inputs }))}
      >
        <Play size={13} aria-hidden="true" />
        {t('runSample')}
      </Button>
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

/** A sample belongs to the document, so that everyone who opens it can test the trigger. */
function useKeepSample(triggerId: string): (sample: WorkflowTrigger['sample']) => void {
  const store = useEditorStore();
  return (sample) =>
    store.getState().apply({
      label: 'trigger',
      run: (workflow) => changeTrigger(workflow, triggerId, (trigger) => ({ ...trigger, sample })),
    });
}
