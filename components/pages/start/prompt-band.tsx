'use client';
import { ArrowRight, Paperclip, Sparkle, X } from 'lucide-react';
import { type ChangeEvent, type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type AttachedText, attachText, messageWith } from '#components/pages/start/attached-texts.ts';
import type { StartData } from '#components/pages/start/start-data.ts';
import type { StartExample } from '#components/pages/start/start-examples.ts';
import type { Ask } from '#components/pages/start/use-build.ts';
import { Button } from '#components/ui/button.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { Select } from '#components/ui/select.tsx';
import { TriggerIcon } from '#components/ui/trigger-icon.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';

const TITLE_ID = 'ask-title';
const MAX_CHARS = 8000;
/** Pictures under an example: more would say less. */
const SHOWN_TYPES = 6;

type PromptBandProps = {
  data: Pick<StartData, 'examples' | 'models' | 'isDemo'>;
  isTall: boolean;
  isMaking: boolean;
  attached: readonly AttachedText[];
  onAttached: (attached: readonly AttachedText[]) => void;
  onBuild: (ask: Ask) => void;
};

/** A piece of canvas: the sentence is the first node, and its port leads to the examples. */
export function PromptBand({ data, isTall, isMaking, attached, onAttached, onBuild }: PromptBandProps) {
  const t = useTranslations('start');
  const isHydrated = useIsHydrated();
  const [text, setText] = useState('');
  const [model, setModel] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (text.trim() === '') return field.current?.focus();
    if (!isMaking) onBuild({ message: messageWith(text, attached), model });
  }
  async function attach({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    const read = await attachText(file);
    setRefusal(read ? undefined : t('notText', { name: file.name }));
    if (read) onAttached([...attached, read]);
  }
  return (
    <section
      aria-labelledby={TITLE_ID}
      inert={!isHydrated}
      className={`grid justify-items-center border-b border-line-1 bg-canvas bg-[radial-gradient(circle_at_1px_1px,var(--dot)_1px,transparent_1.2px)] bg-size-[16px_16px] px-6 max-md:px-4 ${isTall ? 'pt-11 pb-9 max-md:py-7' : 'pt-3 pb-3.5 max-md:py-5'}`}
    >
      <h2 id={TITLE_ID} className="mb-2.5 text-[calc(var(--text-page)*1.25)] leading-7 font-title">
        {t('question')}
      </h2>
      <form
        onSubmit={submit}
        className="relative w-full max-w-178 rounded-menu border border-line-2 bg-raised pt-3 pr-3 pb-2 pl-3.5 shadow-(--shadow-node) focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent)]"
      >
        <PromptField field={field} value={text} onChange={setText} onSubmit={submit} />
        <Attachments attached={attached} onAttached={onAttached} refusal={refusal} />
        <div className="mt-1.5 flex flex-wrap items-center gap-1">
          <label
            title={t('attach')}
            className="grid size-7 cursor-pointer place-items-center rounded-control text-ink-2 focus-within:outline-2 focus-within:outline-accent hover:bg-hover max-md:size-9"
          >
            <Paperclip size={14} aria-hidden="true" />
            <input type="file" aria-label={t('attach')} className="sr-only" onChange={(event) => void attach(event)} />
          </label>
          <span className="flex min-w-0 items-center gap-1.5 pl-1 text-ink-2">
            <Sparkle size={13} aria-hidden="true" className="shrink-0" />
            {data.isDemo ? <span>{t('demoModel')}</span> : <ModelChoice models={data.models} value={model} onChange={setModel} />}
          </span>
          <span className="grow" />
          <span className="mr-1.5 text-meta text-ink-3 max-md:hidden">{t('nothingRuns')}</span>
          <Button type="submit" look="primary" aria-disabled={isMaking || undefined} className="max-md:h-9">
            {isMaking ? t('opening') : t('build')}
            <kbd className="rounded-chip border border-current/50 px-1 font-ui text-meta max-md:hidden">Ctrl ↵</kbd>
          </Button>
        </div>
        <span
          aria-hidden="true"
          className="absolute -bottom-[5px] left-1/2 -ml-[5px] size-[9px] rounded-full bg-(--port-text) max-md:hidden"
        />
      </form>
      <Fan />
      <ul className="grid w-full max-w-246 gap-4 max-md:mt-3.5 max-md:gap-0 max-md:divide-y max-md:divide-line-1 max-md:rounded-control max-md:border max-md:border-line-2 max-md:bg-raised md:grid-cols-3">
        {data.examples.map((example) => (
          <Example
            key={example.text}
            example={example}
            onChoose={(sentence) => {
              setText(sentence);
              field.current?.focus();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

type PromptFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
};

/** Two lines that grow to eight. */
function PromptField({ field, value, onChange, onSubmit }: PromptFieldProps) {
  const t = useTranslations('start');
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit();
  }
  return (
    <textarea
      ref={field}
      aria-labelledby={TITLE_ID}
      placeholder={t('hint')}
      maxLength={MAX_CHARS}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      data-enter-sends="ctrl"
      onKeyDown={onKeyDown}
      className="field-sizing-content block max-h-40 min-h-10 w-full resize-none bg-transparent text-name text-ink-1 outline-none max-md:min-h-15"
    />
  );
}

type AttachmentsProps = Pick<PromptBandProps, 'attached' | 'onAttached'> & { refusal: string | undefined };

function Attachments({ attached, onAttached, refusal }: AttachmentsProps) {
  const t = useTranslations('start');
  return (
    <>
      {attached.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5 pt-1.5">
          {attached.map((one, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
              key={index}
              className="flex min-w-0 items-center gap-1 rounded-chip border border-line-2 bg-sunken pl-1.5 text-meta"
            >
              <span className="max-w-60 truncate">{one.name}</span>
              <Button
                look="quiet"
                size="icon"
                aria-label={t('removeAttached', { name: one.name })}
                onClick={() => onAttached(attached.filter((other) => other !== one))}
              >
                <X size={12} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <p role="alert" className="pt-1 text-meta text-failed empty:hidden">
        {refusal}
      </p>
    </>
  );
}

type ModelChoiceProps = { models: StartData['models']; value: string | undefined; onChange: (name: string) => void };

function ModelChoice({ models, value, onChange }: ModelChoiceProps) {
  const t = useTranslations('start');
  return (
    <Select
      aria-label={t('model')}
      value={value ?? models.find(({ isDefault }) => isDefault)?.name ?? ''}
      onChange={(event) => onChange(event.target.value)}
      className="h-7! border-transparent! bg-transparent!"
    >
      {models.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** From the port of the sentence to those of the examples. */
function Fan() {
  return (
    <svg
      viewBox="0 0 984 22"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-5.5 w-full max-w-246 overflow-visible max-md:hidden"
    >
      <path
        d="M492 4V18M492 4V7Q492 11 488 11H162Q158 11 158 15V18M492 7Q492 11 496 11H822Q826 11 826 15V18"
        fill="none"
        strokeWidth="1.5"
        strokeDasharray="2 4"
        strokeLinecap="round"
        className="stroke-line-3"
      />
    </svg>
  );
}

function Example({ example, onChoose }: { example: StartExample; onChoose: (sentence: string) => void }) {
  const t = useTranslations('start');
  const library = useTranslations('library');
  const sentence = t(`examples.${example.text}`);
  const types = example.types.slice(0, SHOWN_TYPES);
  return (
    <li className="relative">
      <span
        aria-hidden="true"
        className="absolute -top-[5px] left-1/2 -ml-[5px] size-[9px] rounded-full border-[1.5px] border-(--port-text) bg-raised max-md:hidden"
      />
      <button
        type="button"
        data-example={example.text}
        onClick={() => onChoose(sentence)}
        className="group/example flex h-full w-full flex-col rounded-control py-2 pr-2.5 pl-3 text-left max-md:min-h-11 md:border md:border-line-2 md:bg-raised md:shadow-(--shadow-node) md:hover:border-accent-line"
      >
        <span className="grow">{sentence}</span>
        <span className="mt-1.5 flex w-full items-center gap-1 text-meta text-ink-3">
          {types.map((type, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a type may be there twice
            <span key={index} className="flex items-center gap-1">
              {index > 0 ? <span aria-hidden="true" className="w-2 border-t border-line-3" /> : null}
              {type in triggerRegistry ? <TriggerIcon type={type} /> : <NodeIcon type={type} />}
            </span>
          ))}
          <span className="pl-1">{library('nodeCount', { count: example.nodeCount })}</span>
          <ArrowRight size={13} aria-hidden="true" className="ml-auto group-hover/example:text-accent" />
        </span>
      </button>
    </li>
  );
}
