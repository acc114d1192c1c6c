'use client';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { filledSlots, useKnownCredentials } from '#components/data/use-known-credentials.ts';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope, useFormValue } from '#components/inspector/field/form-scope.tsx';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { SlotNote } from '#components/inspector/form/slot-note.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Select } from '#components/ui/select.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { isRecord } from '#lib/json/set-at-path.ts';
import { hostPatternSchema } from '#lib/tools/granted-hosts.ts';
import { declareSlot, dropUnusedSlot, setSlotHosts, slotFor } from '#lib/workflow/edit/declare-slot.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const LazyCredentialDialog = lazyPart(
  async () => (await import('#components/credentials/credential-dialog.tsx')).CredentialDialog,
);

/** No id of a credential begins with a slash. */
const MAKE = '/make';
const OPEN = '/open';

/** A credential of the workspace. The choice declares its slot in the settings of the workflow and fills it. */
export function CredentialField(props: FieldProps) {
  const { path, value } = props;
  const t = useTranslations('credentials.field');
  const { edit } = useFormScope();
  const config = useFormValue();
  const store = useEditorStore();
  const workflowId = useEditor((state) => state.workflowId);
  const slots = useEditor(({ document }) => document.settings.credentials) ?? {};
  const { credentials = [], problem, reload } = useKnownCredentials();
  const [isMaking, setIsMaking] = useState(false);
  const [notFilled, setNotFilled] = useState<string>();
  const slot = plainText(value);
  const filled = filledSlots(credentials, workflowId);
  const chosen = credentials.find(({ id }) => id === filled.get(slot));

  /** One step of the history: the field, the slot that it names, and the slot that it named before. */
  function nameSlot(next: string | undefined, credential?: CredentialResource) {
    edit(path, next, {
      also: (workflow) => {
        const { type, hosts } = credential ?? {};
        const declared = next !== undefined && type && hosts ? declareSlot(workflow, next, { type, hosts }) : workflow;
        return slot === '' || slot === next ? declared : dropUnusedSlot(declared, slot, nodeRegistry);
      },
    });
  }

  async function choose(credential: CredentialResource) {
    const next = slotFor(credential, { slots, filled, current: slot });
    setNotFilled(undefined);
    nameSlot(next, credential);
    try {
      await apiClient.fillCredentialSlot({ params: { id: workflowId, slot: next }, body: { credentialId: credential.id } });
    } catch (error) {
      setNotFilled(errorMessage(error));
    }
    await reload();
  }

  function onChange(picked: string) {
    if (picked === MAKE) return setIsMaking(true);
    if (picked === '') return nameSlot(undefined);
    const credential = credentials.find(({ id }) => id === picked);
    if (credential) void choose(credential);
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
            {credentials.length > 0 ? (
              <optgroup label={t('ofWorkspace')}>
                {credentials.map(({ id, name, hosts }) => (
                  <option key={id} value={id}>
                    {`${name} · ${hosts.join(', ')}`}
                  </option>
                ))}
              </optgroup>
            ) : null}
            <option value={MAKE}>{t('make')}</option>
          </Select>
          <SlotNote slot={slot} declared={slots[slot]} credential={chosen} onAllowHosts={allowHosts} />
          {notFilled ? <p className="text-meta text-failed wrap-anywhere">{t('notFilled', { reason: notFilled })}</p> : null}
          {problem ? <p className="text-meta text-failed wrap-anywhere">{t('notLoaded', { reason: problem })}</p> : null}
          {isMaking ? (
            <Suspense>
              <LazyCredentialDialog
                hosts={hostsIn(config)}
                onClose={() => setIsMaking(false)}
                onSaved={async (credential) => {
                  setIsMaking(false);
                  await choose(credential);
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
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, port } = new URL(url);
  const host = port === '' && protocol === 'https:' ? hostname : `${hostname}:${port || '80'}`;
  return hostPatternSchema.safeParse(host).success ? [host] : [];
}
