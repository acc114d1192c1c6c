'use client';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { fitting, MAKE_CREDENTIAL } from '#components/credentials/credential-select.tsx';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { fieldElementId, useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { CredentialOptions } from '#components/inspector/form/credential-options.tsx';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { useShowNextField } from '#components/inspector/form/show-next-field.ts';
import { SlotNote } from '#components/inspector/form/slot-note.tsx';
import { SlotProblems } from '#components/inspector/form/slot-problems.tsx';
import { dropSlotEdit, useSlots } from '#components/inspector/form/use-slots.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Select } from '#components/ui/select.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { requestCredentialTypes } from '#lib/credentials/credential-type.ts';
import { hostsOfUrl } from '#lib/credentials/hosts-of-url.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import { setSlotHosts } from '#lib/workflow/edit/declare-slot.ts';

export const LazyCredentialDialog = lazyPart(
  async () => (await import('#components/credentials/credential-dialog.tsx')).CredentialDialog,
);

/** The types that fit the field. */
export function credentialTypesOf({ control }: FieldProps['model']) {
  return 'types' in control ? control.types : requestCredentialTypes;
}

/** The option of a slot that nothing fills. */
const OPEN = '/open';

/** A credential of the workspace. The choice declares its slot in the settings of the workflow and fills it. */
export function CredentialField(props: FieldProps) {
  const { model, path, value } = props;
  const t = useTranslations('credentials.field');
  const { formId, edit } = useFormScope();
  const config = useFormValue();
  const store = useEditorStore();
  const { credentials, slots, loadProblem, fillProblem, credentialOf, choose } = useSlots();
  const [isMaking, setIsMaking] = useState(false);
  const types = credentialTypesOf(model);
  const showNextField = useShowNextField(fieldElementId(formId, path));
  const slot = plainText(value);
  const chosen = credentialOf(slot);

  const use = (credential: CredentialResource) =>
    choose(credential, slot, (next, declare) =>
      edit(path, next, {
        also: (workflow) => (slot === '' || slot === next ? declare(workflow) : dropSlotEdit(slot)(declare(workflow))),
      }),
    );

  function onChange(picked: string) {
    if (picked === MAKE_CREDENTIAL) return setIsMaking(true);
    if (picked === '') return edit(path, undefined, { also: dropSlotEdit(slot) });
    const credential = credentials.find(({ id }) => id === picked);
    if (credential) void use(credential);
  }

  function allowHosts(hosts: readonly string[]) {
    store.getState().apply({ label: 'workflow', run: (workflow) => setSlotHosts(workflow, slot, hosts) });
  }

  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className="grid gap-1">
          <Select
            {...withoutPlaceholder(control)}
            value={slot === '' ? '' : (chosen?.id ?? OPEN)}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="">{t('none')}</option>
            {slot === '' || chosen ? null : <option value={OPEN}>{t('unknownSlot', { slot })}</option>}
            <CredentialOptions credentials={fitting(credentials, types, chosen?.id)} />
          </Select>
          <SlotNote slot={slot} declared={slots[slot]} credential={chosen} onAllowHosts={allowHosts} />
          <SlotProblems fillProblem={fillProblem} loadProblem={loadProblem} />
          {isMaking ? (
            <Suspense>
              <LazyCredentialDialog
                hosts={hostsIn(config)}
                types={types}
                taken={credentials.map(({ name }) => name)}
                onClose={() => setIsMaking(false)}
                onSaved={async (credential) => {
                  setIsMaking(false);
                  await use(credential);
                  showNextField();
                }}
              />
            </Suspense>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}

/** The host of the URL of the node, when it is written there. */
function hostsIn(config: unknown): string[] {
  const url = isRecord(config) && typeof config.url === 'string' ? config.url : '';
  return hostsOfUrl(url);
}
