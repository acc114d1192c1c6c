'use client';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readValue, valueAsText } from '#components/inspector/field/field-text.ts';
import { hasUsableName, withBinding } from '#components/pages/agents/agent-draft.ts';
import type { ToolOption } from '#components/pages/agents/use-agent-choices.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ToolOffer } from '#lib/agents/tool-offer.ts';
import { asJson, type JsonValue } from '#lib/json/json-value.ts';

type BoundToolProps = {
  readonly id: string;
  readonly offer: ToolOffer;
  /** Undefined for a tool that is not there. */
  readonly option: ToolOption | undefined;
  readonly onChange: (offer: ToolOffer) => void;
};

/** How an agent is offered one tool: its name and description for the model, and the arguments that are fixed. */
export function BoundTool({ id, offer, option, onChange }: BoundToolProps) {
  const t = useTranslations('agentsPage.offer');
  const own = typeof offer === 'string' ? { tool: offer } : offer;
  const fixed = own.with ?? {};
  const change = (part: Parameters<typeof withBinding>[1]) => onChange(withBinding(offer, part));
  const left = (option?.parameters ?? []).filter((name) => !Object.hasOwn(fixed, name));
  return (
    <div className="grid gap-2 border-t border-line-1 p-2">
      <Field
        id={`${id}-name`}
        label={t('name')}
        isRequired={false}
        help={t('nameHelp')}
        error={hasUsableName(offer) ? undefined : t('nameWrong')}
      >
        {(control) => (
          <TextInput
            {...control}
            value={own.name ?? ''}
            placeholder={own.tool}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ name: event.target.value || undefined })}
            className="font-mono"
          />
        )}
      </Field>
      <Field id={`${id}-description`} label={t('description')} isRequired={false} help={t('descriptionHelp')}>
        {(control) => (
          <TextInput
            {...control}
            value={own.description ?? ''}
            autoComplete="off"
            onChange={(event) => change({ description: event.target.value || undefined })}
          />
        )}
      </Field>
      <fieldset className="grid gap-1">
        <legend className="font-strong text-ink-2">{t('fixed')}</legend>
        <p className="text-meta text-ink-3">{t('fixedHelp')}</p>
        {Object.entries(fixed).map(([name, value]) => (
          <FixedValue
            key={name}
            id={`${id}-with-${name}`}
            name={name}
            value={value}
            onChange={(next) => change({ with: { ...fixed, [name]: next } })}
            onRemove={() => {
              const { [name]: _, ...others } = fixed;
              change({ with: Object.keys(others).length === 0 ? undefined : others });
            }}
          />
        ))}
        {left.length > 0 ? (
          <Select
            aria-label={t('addFixed')}
            value=""
            onChange={(event) => change({ with: { ...fixed, [event.target.value]: '' } })}
          >
            <option value="">{t('addFixed')}</option>
            {left.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
      </fieldset>
      <span className="flex min-w-0 items-center gap-1">
        <Checkbox
          id={`${id}-ask`}
          checked={own.ask === true}
          onCheckedChange={(checked) => change({ ask: checked === true || undefined })}
        />
        <label htmlFor={`${id}-ask`}>{t('ask')}</label>
      </span>
    </div>
  );
}

type FixedValueProps = {
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
  readonly onChange: (value: JsonValue) => void;
  readonly onRemove: () => void;
};

/** A text that is JSON is that value: `5`, `true`, `["a"]`. */
function FixedValue({ id, name, value, onChange, onRemove }: FixedValueProps) {
  const t = useTranslations('agentsPage');
  const [text, setText] = useState(() => valueAsText(value));
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_24px] items-center gap-1">
      <label htmlFor={id} className="min-w-0 truncate">
        <code className="text-meta">{name}</code>
      </label>
      <TextInput
        id={id}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          const read = readValue(event.target.value);
          if ('value' in read) onChange(asJson(read.value ?? ''));
        }}
        className="font-mono"
      />
      <button
        type="button"
        aria-label={t('removeName', { name })}
        onClick={onRemove}
        className="grid size-6 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink-1"
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  );
}
