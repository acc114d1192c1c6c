'use client';
import { useTranslations } from 'use-intl';
import { LogoField } from '#components/pages/publish/look/logo-field.tsx';
import type { LookDraft, LookField } from '#components/pages/publish/look/look-draft.ts';
import { QuestionFields } from '#components/pages/publish/look/question-fields.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

type LookFieldsProps = {
  readonly slug: string;
  readonly draft: LookDraft;
  readonly wrong: ReadonlySet<LookField>;
  readonly logoUrl: string | null;
  readonly onChange: (change: Partial<LookDraft>) => void;
  /** With the address of the image that was chosen, or null. */
  readonly onLogo: (logo: LookDraft['logo'], url: string | null) => void;
};

const themes = ['visitor', 'light', 'dark'] as const;
const pageLanguages = ['visitor', 'en', 'zh-CN'] as const;
const FLAGS = ['attachments', 'sources'] as const;

/** All that the owner of a chat page sets of its look. */
export function LookFields({ slug, draft, wrong, logoUrl, onChange, onLogo }: LookFieldsProps) {
  const t = useTranslations('publish.chatPage.look');
  const text = (name: 'name' | 'welcome' | 'hint', max: number, help?: string) => (
    <Field id={`look-${name}`} label={t(name)} isRequired={false} help={help}>
      {(control) => (
        <TextInput
          {...control}
          value={draft[name]}
          maxLength={max}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  const area = (name: 'welcomeDetail' | 'disclaimer', max: number, help?: string) => (
    <Field id={`look-${name}`} label={t(name)} isRequired={false} help={help}>
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          value={draft[name]}
          maxLength={max}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-2">
      <Folded title={t('brand')} isOpen>
        <div className="grid gap-3 pb-2">
          {text('name', 60, t('nameHelp'))}
          <LogoField slug={slug} url={logoUrl} onChoose={onLogo} />
          <ColorField color={draft.color} isWrong={wrong.has('color')} onChange={(color) => onChange({ color })} />
          <div className="grid grid-cols-2 gap-2">
            <Field id="look-radius" label={t('radius')} isRequired={false}>
              {(control) => (
                <input
                  {...control}
                  type="range"
                  min={0}
                  max={20}
                  value={draft.radius}
                  aria-valuetext={`${draft.radius} px`}
                  onChange={(event) => onChange({ radius: Number(event.target.value) })}
                  className="h-6 w-full accent-accent-solid"
                />
              )}
            </Field>
            <ChoiceField
              id="look-theme"
              label={t('theme')}
              value={draft.theme}
              options={themes}
              word={(one) => t(`themes.${one}`)}
              onChange={(theme) => onChange({ theme })}
            />
          </div>
          <ChoiceField
            id="look-language"
            label={t('languages')}
            value={draft.languages[0] ?? 'visitor'}
            options={pageLanguages}
            word={(one) => t(`languageOf.${one}`)}
            onChange={(language) => onChange({ languages: language === 'visitor' ? [] : [language] })}
          />
        </div>
      </Folded>
      <Folded title={t('first')}>
        <div className="grid gap-3 pb-2">
          {text('welcome', 200, t('welcomeHelp'))}
          {area('welcomeDetail', 400)}
          <QuestionFields questions={draft.questions} onChange={(questions) => onChange({ questions })} />
          {text('hint', 120)}
        </div>
      </Folded>
      <Folded title={t('below')}>
        <div className="grid gap-3 pb-2">
          {area('disclaimer', 300, t('disclaimerHelp'))}
          <Field
            id="look-privacy"
            label={t('privacyUrl')}
            isRequired={false}
            error={wrong.has('privacyUrl') ? t('wrongUrl') : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                type="url"
                value={draft.privacyUrl}
                maxLength={500}
                onChange={(event) => onChange({ privacyUrl: event.target.value })}
              />
            )}
          </Field>
          <ContactFields contact={draft.contact} isWrong={wrong.has('contact')} onChange={(contact) => onChange({ contact })} />
        </div>
      </Folded>
      <Folded title={t('answers')}>
        <div className="grid gap-1 pb-2">
          {FLAGS.map((name) => (
            <Flag
              key={name}
              id={`look-${name}`}
              label={t(name)}
              isOn={draft[name]}
              onChange={(isOn) => onChange({ [name]: isOn })}
            />
          ))}
          <Flag
            id="look-steps"
            label={t('steps')}
            isOn={draft.steps === 'words'}
            onChange={(isOn) => onChange({ steps: isOn ? 'words' : 'none' })}
          />
        </div>
      </Folded>
      <Folded title={t('privacy')}>
        <div className="grid gap-2 pb-2">
          <Flag id="look-sharing" label={t('sharing')} isOn={draft.sharing} onChange={(sharing) => onChange({ sharing })} />
          <Field
            id="look-days"
            label={t('keepDays')}
            isRequired={false}
            help={t('keepDaysHelp')}
            error={wrong.has('keepDays') ? t('wrongDays') : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={draft.keepDays}
                onChange={(event) => onChange({ keepDays: event.target.value })}
              />
            )}
          </Field>
        </div>
      </Folded>
    </div>
  );
}

type ColorFieldProps = { readonly color: string; readonly isWrong: boolean; readonly onChange: (color: string) => void };

function ColorField({ color, isWrong, onChange }: ColorFieldProps) {
  const t = useTranslations('publish.chatPage.look');
  return (
    <Field id="look-color" label={t('color')} isRequired={false} error={isWrong ? t('wrongColor') : undefined}>
      {(control) => (
        <span className="flex gap-2">
          <input
            {...control}
            // Its own value is always a colour.
            aria-invalid={false}
            type="color"
            value={/^#[0-9a-f]{6}$/i.test(color) ? color : '#000000'}
            onChange={(event) => onChange(event.target.value)}
            className="h-6 w-10 shrink-0 cursor-pointer rounded-control border border-line-2 bg-raised p-0.5"
          />
          <TextInput
            aria-label={t('colorCode')}
            aria-invalid={isWrong}
            aria-describedby={control['aria-describedby']}
            value={color}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
            className="min-w-0 grow font-mono"
          />
        </span>
      )}
    </Field>
  );
}

type Contact = LookDraft['contact'];
type ContactFieldsProps = { readonly contact: Contact; readonly isWrong: boolean; readonly onChange: (contact: Contact) => void };

function ContactFields({ contact, isWrong, onChange }: ContactFieldsProps) {
  const t = useTranslations('publish.chatPage.look');
  return (
    <>
      <Field id="look-contact" label={t('contactLabel')} isRequired={false} error={isWrong ? t('wrongContact') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            value={contact.label}
            maxLength={40}
            onChange={(event) => onChange({ ...contact, label: event.target.value })}
          />
        )}
      </Field>
      <Field id="look-contact-url" label={t('contactUrl')} isRequired={false} help={t('contactHelp')}>
        {(control) => (
          <TextInput
            {...control}
            value={contact.url}
            maxLength={500}
            onChange={(event) => onChange({ ...contact, url: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

type FlagProps = {
  readonly id: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

function Flag({ id, label, isOn, onChange }: FlagProps) {
  return (
    <div className="flex items-center gap-1">
      <Checkbox id={id} checked={isOn} onCheckedChange={(checked) => onChange(checked === true)} />
      <label htmlFor={id} className="min-w-0">
        {label}
      </label>
    </div>
  );
}

type ChoiceFieldProps<Value extends string> = {
  readonly id: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly word: (value: Value) => string;
  readonly onChange: (value: Value) => void;
};

function ChoiceField<Value extends string>({ id, label, value, options, word, onChange }: ChoiceFieldProps<Value>) {
  return (
    <Field id={id} label={label} isRequired={false}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((one) => one === target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {options.map((one) => (
            <option key={one} value={one}>
              {word(one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
