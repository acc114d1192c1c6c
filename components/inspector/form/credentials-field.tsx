'use client';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fitting, MAKE_CREDENTIAL } from '#components/credentials/credential-select.tsx';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { problemsAtField } from '#components/inspector/field/problems-at-field.ts';
import { credentialTypesOf, LazyCredentialDialog } from '#components/inspector/form/credential-field.tsx';
import { CredentialOptions } from '#components/inspector/form/credential-options.tsx';
import { RemoveButton } from '#components/inspector/form/list-fields.tsx';
import { SlotNote } from '#components/inspector/form/slot-note.tsx';
import { SlotProblems } from '#components/inspector/form/slot-problems.tsx';
import { dropSlotEdit, useSlots } from '#components/inspector/form/use-slots.ts';
import { Select } from '#components/ui/select.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { fieldPath } from '#lib/expression/field-path.ts';
import { setSlotHosts } from '#lib/workflow/edit/declare-slot.ts';

/** Credentials of the workspace that tools or code may send by name. */
export function CredentialsField(props: FieldProps) {
  const { model, path, value } = props;
  const types = credentialTypesOf(model);
  const t = useTranslations('credentials.field');
  const { edit, problems } = useFormScope();
  const store = useEditorStore();
  const { credentials, slots, loadProblem, fillProblem, credentialOf, choose } = useSlots();
  const [isMaking, setIsMaking] = useState(false);
  const names = Array.isArray(value) ? value.map(plainText) : [];

  const add = (credential: CredentialResource) =>
    choose(credential, undefined, (slot, declare) =>
      edit(path, names.includes(slot) ? names : [...names, slot], { also: declare }),
    );

  function onAdd(picked: string) {
    if (picked === MAKE_CREDENTIAL) return setIsMaking(true);
    const credential = credentials.find(({ id }) => id === picked);
    if (credential) void add(credential);
  }

  function remove(index: number) {
    const left = names.toSpliced(index, 1);
    edit(path, left.length === 0 ? undefined : left, { also: dropSlotEdit(names[index] ?? '') });
  }

  const allowHosts = (slot: string) => (hosts: readonly string[]) =>
    store.getState().apply({ label: 'workflow', run: (workflow) => setSlotHosts(workflow, slot, hosts) });

  return (
    <FieldFrame {...props} isGroup hasOwnProblems>
      {(control) => (
        <div className="grid gap-1">
          <ul className="grid gap-1">
            {names.map((slot, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may appear twice
              <li key={index} className="grid gap-0.5">
                <span className="flex h-6 items-center gap-2">
                  <code className="min-w-0 grow truncate text-meta">{slot}</code>
                  <RemoveButton label={t('removeSlot', { slot })} onRemove={() => remove(index)} />
                </span>
                <SlotNote slot={slot} declared={slots[slot]} credential={credentialOf(slot)} onAllowHosts={allowHosts(slot)} />
                <FieldProblems problems={problemsAtField(problems, fieldPath([...path, index]))} />
              </li>
            ))}
          </ul>
          <Select id={control.id} aria-label={t('addSlot')} value="" onChange={(event) => onAdd(event.target.value)}>
            <option value="">{t('addSlot')}</option>
            <CredentialOptions
              credentials={fitting(credentials, types).filter(({ id }) => !names.some((slot) => credentialOf(slot)?.id === id))}
            />
          </Select>
          <SlotProblems fillProblem={fillProblem} loadProblem={loadProblem} />
          {isMaking ? (
            <Suspense>
              <LazyCredentialDialog
                hosts={[]}
                types={types}
                onClose={() => setIsMaking(false)}
                onSaved={async (credential) => {
                  setIsMaking(false);
                  await add(credential);
                }}
              />
            </Suspense>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}
