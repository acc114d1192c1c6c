'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ChatVoice } from '#lib/chat/chat-voice.ts';
import { isMadeFor } from '#lib/media/is-made-for.ts';

/** No model can have this name: it would begin with a slash. */
const OTHER = '/other';
const MODEL_FORM = 'provider/model';

type VoiceFieldsProps = { readonly voice: ChatVoice; readonly onChange: (change: Partial<ChatVoice>) => void };

/** The models that transcribe messages and speak answers. Without one its button is missing. */
export function VoiceFields({ voice, onChange }: VoiceFieldsProps) {
  const t = useTranslations('publish.chatPage.voice');
  const models = useAnswer('models', (_, signal) => apiClient.listModels({}, { signal }))?.items ?? [];
  return (
    <div className="grid gap-3 border-l border-line-1 pl-2">
      <ModelChoice
        id="chat-transcription-model"
        label={t('transcriptionModel')}
        help={t('transcriptionHelp')}
        models={models.filter((model) => isMadeFor(model, 'transcribe'))}
        value={voice.transcriptionModel}
        onChange={(transcriptionModel) => onChange({ transcriptionModel })}
      />
      <ModelChoice
        id="chat-speech-model"
        label={t('speechModel')}
        help={t('speechHelp')}
        models={models.filter((model) => isMadeFor(model, 'speech'))}
        value={voice.speechModel}
        onChange={(speechModel) => onChange({ speechModel })}
      />
      {voice.speechModel === null ? null : (
        <Field id="chat-speech-voice" label={t('speechVoice')} isRequired={false} help={t('speechVoiceHelp')}>
          {(control) => (
            <TextInput
              {...control}
              value={voice.speechVoice ?? ''}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => onChange({ speechVoice: target.value.trim() || null })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

type ModelChoiceProps = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly models: readonly { readonly name: string; readonly provider: string; readonly isDemo: boolean }[];
  readonly value: string | null;
  readonly onChange: (name: string | null) => void;
};

/** A model of this server, or any other by its name. */
function ModelChoice({ id, label, help, models, value, onChange }: ModelChoiceProps) {
  const t = useTranslations('inspector');
  const [isOther, setIsOther] = useState(false);
  const isListed = value === null || models.some(({ name }) => name === value);
  return (
    <Field id={id} label={label} isRequired={false} help={help}>
      {(control) => (
        <div className="grid gap-1">
          <Select
            {...control}
            value={isOther ? OTHER : (value ?? '')}
            onChange={({ target }) => {
              setIsOther(target.value === OTHER);
              if (target.value !== OTHER) onChange(target.value || null);
            }}
          >
            <option value="">{t('notSet')}</option>
            {models.map(({ name, provider, isDemo }) => (
              <option key={name} value={name}>
                {isDemo ? t('demoModel', { name }) : `${name} · ${provider}`}
              </option>
            ))}
            {isListed ? null : <option value={value}>{value}</option>}
            <option value={OTHER}>{t('otherModel')}</option>
          </Select>
          {isOther ? (
            <TextInput
              aria-label={t('modelName')}
              placeholder={MODEL_FORM}
              autoComplete="off"
              spellCheck={false}
              value={value ?? ''}
              onChange={({ target }) => onChange(target.value.trim() || null)}
              className="font-mono text-meta"
            />
          ) : null}
        </div>
      )}
    </Field>
  );
}
