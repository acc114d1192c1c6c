'use client';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { forgetDraft, keepDraft, readKeptDraft } from '#components/data/kept-draft.ts';
import { fieldInDraft, type Refusal, readRefusal, refusedHostOf } from '#components/data/read-refusal.ts';
import { focusFirstInvalid } from '#components/ui/focus-first-invalid.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';

/** Messages by field, in the language of the studio. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>;
type TextKey<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string;

type EntryFormOptions<Draft, Saved> = {
  /** Begins the ids of its fields, where others refer to them. @defaultValue a unique one */
  readonly id?: string;
  readonly first: Draft | (() => Draft);
  /** What is wrong with a draft. Shown after the first attempt to save, and then while it is edited. */
  readonly problemsOf: (draft: Draft) => FieldProblems;
  /**
   * The field that is sent at a path of the request.
   * @defaultValue the part of the path that is a field of the draft
   */
  readonly fieldOf?: (path: string) => string | undefined;
  /**
   * Keeps what is typed in this tab under this name until it is saved or cancelled, for forms of new entries: one may
   * come back from another page. @defaultValue not kept
   */
  readonly keepAs?: string | undefined;
  /** Fields with secrets, which are not kept. */
  readonly secrets?: readonly string[];
  /** The field whose value must be unique. */
  readonly nameField?: string;
  /** The field that every other refusal is about, in a form with one question. @defaultValue `problem` has them */
  readonly onlyField?: string;
  /** Stores a draft without problems. Undefined: not stored, and the form says why. */
  readonly send: (draft: Draft) => Promise<Saved | undefined>;
  /** Called once it is stored. It handles its own errors: they do not mean that nothing was saved. */
  readonly onSaved: (saved: Saved) => void | Promise<void>;
};

const NO_FIELDS: readonly string[] = [];

/**
 * A form for one entry: its draft, its problems in the language of the studio, and its storage. A refused form has the
 * focus in its first wrong field; messages of the server are shown at their fields until these change.
 */
export function useEntryForm<Draft extends object, Saved>(options: EntryFormOptions<Draft, Saved>) {
  const { first, problemsOf, nameField, onlyField, onSaved, keepAs, secrets = NO_FIELDS } = options;
  const ownId = useId();
  const id = options.id ?? ownId;
  const t = useTranslations('entry');
  const isHydrated = useIsHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(first);
  // After the first render, which has to be that of the server.
  useEffect(() => {
    if (keepAs !== undefined) setDraft((before) => readKeptDraft(keepAs, before));
  }, [keepAs]);
  const isTouched = useRef(false);
  useEffect(() => {
    if (isTouched.current) keepDraft(keepAs, draft, secrets);
  }, [keepAs, draft, secrets]);
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>({});
  const [refusedHost, setRefusedHost] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  // `isBusy` is of the last render: two clicks may come before the next one.
  const isRunning = useRef(false);
  const problems: FieldProblems = { ...refusal, ...(isTried ? problemsOf(draft) : {}) };
  const fieldId = (field: string) => `${id}-${field}`;
  const isShown = (field: string) => document.getElementById(fieldId(field)) !== null;

  /** @param fields whose messages of the server no longer apply; parts of them are `name.part` */
  function set(part: Partial<Draft>, fields: readonly string[] = Object.keys(part)) {
    const isOf = (key: string) => fields.some((field) => key === field || key.startsWith(`${field}.`));
    isTouched.current = true;
    setDraft((before) => ({ ...before, ...part }));
    setRefusal((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !isOf(key))));
  }

  function forget() {
    isTouched.current = false;
    forgetDraft(keepAs);
  }

  function show(change: () => void) {
    flushSync(change);
    focusFirstInvalid(form.current);
  }

  /** Texts above the limit of their control. The browser would cut them off without a word. */
  function findTooLong(): FieldProblems {
    const controls = form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-max-length]') ?? [];
    const tooLong = [...controls].filter(({ value, dataset }) => value.length > Number(dataset.maxLength));
    return Object.fromEntries(
      tooLong.map(({ id: controlId, value, dataset }) => [
        controlId.slice(id.length + 1),
        t('tooLong', { max: Number(dataset.maxLength), count: value.length }),
      ]),
    );
  }

  /** Messages for fields that are not shown now concern the whole form. */
  function refuse(error: unknown) {
    const fieldOf = options.fieldOf ?? ((path: string) => fieldInDraft(draft, path));
    const shownFieldOf = (path: string) => {
      const field = fieldOf(path) ?? onlyField;
      return field !== undefined && isShown(field) ? field : undefined;
    };
    const unique = nameField !== undefined && isShown(nameField) ? nameField : undefined;
    const only = onlyField !== undefined && isShown(onlyField) ? onlyField : undefined;
    show(() => {
      setRefusal(atOnlyField(readRefusal(error, { fieldOf: shownFieldOf, nameField: unique }), only));
      setRefusedHost(refusedHostOf(error));
    });
  }

  /** Runs work that excludes the storage of the entry, and other such work. A call while one is running is ignored. */
  async function runAlone(work: () => Promise<unknown>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setRefusal({});
    setRefusedHost(undefined);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }

  /** @param send @defaultValue that of the form */
  async function save(send = options.send): Promise<void> {
    if (isRunning.current) return;
    const tooLong = findTooLong();
    const wrong = Object.entries({ ...tooLong, ...problemsOf(draft) });
    if (wrong.length > 0) {
      const hidden = wrong.filter(([field]) => !isShown(field)).map(([field, message]) => `${field}: ${message}`);
      show(() => {
        setIsTried(true);
        setRefusal({ ...tooLong, ...(hidden.length > 0 && { whole: hidden.join('\n') }) });
      });
      return;
    }
    await runAlone(async () => {
      const saved = await send(draft).catch(refuse);
      if (saved === undefined) return;
      forget();
      await onSaved(saved as Saved);
    });
  }

  return {
    draft,
    set,
    save,
    runAlone,
    isBusy,
    problems,
    /** Of no single field. */
    problem: problems.whole,
    /** The private host that the last attempt was refused, see `AllowHost`. */
    refusedHost,
    fieldId,
    /** Id and error of a field. */
    field: (key: string) => ({ id: fieldId(key), error: problems[key] }),
    /** The same, with the value of a field that holds a text. */
    text: (key: TextKey<Draft>) => ({
      id: fieldId(key),
      error: problems[key],
      value: draft[key] as string,
      onChange: (text: string) => set({ [key]: text } as Partial<Draft>),
    }),
    /** Deletes the kept draft: the form is cancelled. */
    forget,
    /** Begins again with another draft, which is made of that of now. */
    reset(next: (now: Draft) => Draft) {
      setDraft(next);
      setIsTried(false);
      setRefusal({});
    },
    props: {
      ref: form,
      noValidate: true,
      inert: !isHydrated,
      onSubmit(event: SubmitEvent) {
        event.preventDefault();
        // In a dialog the form may be inside another one.
        event.stopPropagation();
        void save();
      },
    },
  };
}

function atOnlyField({ whole, ...named }: Refusal, field: string | undefined): Refusal {
  if (whole === undefined) return named;
  return field === undefined || field in named ? { ...named, whole } : { ...named, [field]: whole };
}

/** Problems of a draft as the messages of a form. */
export function wordProblems<Code extends string>(
  problems: Readonly<Partial<Record<string, Code>>>,
  word: (code: Code) => string,
): FieldProblems {
  const entries = Object.entries(problems) as [string, Code | undefined][];
  return Object.fromEntries(entries.flatMap(([field, code]) => (code === undefined ? [] : [[field, word(code)]])));
}
