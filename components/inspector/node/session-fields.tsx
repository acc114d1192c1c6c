'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import {
  DEFAULT_KEEP_DAYS,
  type SessionSettings,
  type SessionVariable,
  sessionTypes,
  sessionVariableSchema,
} from '#lib/workflow/session-settings.ts';

const PATH = ['settings', 'session'];
const NAME_CHARS = 64;

/** Variables of the sessions of a workflow, and how long they are kept. */
export function SessionFields({ value }: { value: SessionSettings | undefined }) {
  const t = useTranslations('sessionSettings');
  const { edit } = useFormScope();
  const daysId = useId();
  const variables = value?.variables ?? [];
  const change = (next: readonly SessionVariable[]) => edit(PATH, { ...value, variables: [...next] });
  function add() {
    const taken = new Set(variables.map(({ name }) => name));
    let number = variables.length + 1;
    while (taken.has(`value_${number}`)) number++;
    change([...variables, { name: `value_${number}`, type: 'text' }]);
  }
  return (
    <div className="grid gap-2">
      <p className="text-ink-2">{t('help')}</p>
      <ul aria-label={t('variables')} className="grid gap-2">
        {variables.map((variable, index) => (
          // names may be equal while they are typed; rows are changed by their place
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <VariableRow
              variable={variable}
              taken={variables.filter((_, other) => other !== index).map(({ name }) => name)}
              onChange={(next) => change(variables.with(index, next))}
              onRemove={() => change(variables.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <span>
        <Button onClick={add}>
          <Plus size={13} aria-hidden="true" />
          {t('add')}
        </Button>
      </span>
      <label htmlFor={daysId} className="grid gap-1">
        <span className="text-ink-2">{t('keepDays')}</span>
        <TextInput
          id={daysId}
          type="number"
          min={1}
          max={3650}
          placeholder={String(DEFAULT_KEEP_DAYS)}
          value={value?.keepDays ?? ''}
          onChange={(event) => {
            const days = Number(event.target.value);
            const { keepDays: _, ...rest } = value ?? {};
            edit(PATH, Number.isInteger(days) && days > 0 ? { ...rest, keepDays: days } : rest);
          }}
        />
      </label>
    </div>
  );
}

type VariableRowProps = {
  variable: SessionVariable;
  /** Names of the other variables. */
  taken: readonly string[];
  onChange: (variable: SessionVariable) => void;
  onRemove: () => void;
};

function VariableRow({ variable, taken, onChange, onRemove }: VariableRowProps) {
  const t = useTranslations('sessionSettings');
  const { name, type, default: initial } = variable;
  const [text, setText] = useState(() => textOf(initial));
  const [isWrong, setIsWrong] = useState(false);
  const [typedName, setTypedName] = useState(name);
  const isNameWrong = typedName !== name;
  function changeName(next: string) {
    setTypedName(next);
    const isUsable = sessionVariableSchema.shape.name.safeParse(next).success && !taken.includes(next);
    if (isUsable) onChange({ ...variable, name: next });
  }
  function changeDefault(next: string) {
    setText(next);
    const read = readDefault(next, type);
    setIsWrong(read === undefined);
    if (!read) return;
    const { default: _, ...rest } = variable;
    onChange({ ...rest, ...read });
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_88px_24px] items-center gap-1">
      <legend className="sr-only">{t('variable', { name })}</legend>
      <TextInput
        aria-label={t('name')}
        aria-invalid={isNameWrong || undefined}
        value={typedName}
        maxLength={NAME_CHARS}
        onChange={(event) => changeName(event.target.value)}
      />
      <Select
        aria-label={t('type')}
        value={type}
        onChange={(event) => {
          const { default: _, ...rest } = variable;
          setText('');
          setIsWrong(false);
          onChange({ ...rest, type: event.target.value as SessionVariable['type'] });
        }}
      >
        {sessionTypes.map((one) => (
          <option key={one} value={one}>
            {t(`types.${one}`)}
          </option>
        ))}
      </Select>
      <Button look="quiet" size="icon" aria-label={t('remove', { name })} title={t('remove', { name })} onClick={onRemove}>
        <Trash2 size={13} aria-hidden="true" />
      </Button>
      <TextInput
        aria-label={t('default')}
        aria-invalid={isWrong || undefined}
        placeholder={t('default')}
        value={text}
        onChange={(event) => changeDefault(event.target.value)}
        className="col-span-2"
      />
      {isNameWrong ? (
        <p role="alert" className="col-span-3 text-failed">
          {t('wrongName')}
        </p>
      ) : null}
      {isWrong ? (
        <p role="alert" className="col-span-3 text-failed">
          {t('wrongDefault', { type: t(`types.${type}`) })}
        </p>
      ) : null}
    </fieldset>
  );
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Undefined for a text that is no value of the type; an empty one is no default. */
function readDefault(text: string, type: SessionVariable['type']): Pick<SessionVariable, 'default'> | undefined {
  if (text === '') return {};
  if (type === 'text') return { default: text };
  try {
    const value: unknown = JSON.parse(text);
    const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
    return kind === type ? { default: value as SessionVariable['default'] } : undefined;
  } catch {
    return undefined;
  }
}
