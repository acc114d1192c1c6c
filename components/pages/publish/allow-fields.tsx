'use client';
import { useTranslations } from 'use-intl';
import { Checkbox } from '#components/ui/checkbox.tsx';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';

export type Allowed = Pick<DeploymentResource['allow'], 'decisions' | 'sharedRuns' | 'callerTools' | 'publicCard'>;
export const NOTHING_ALLOWED: Allowed = { decisions: false, sharedRuns: false, callerTools: false, publicCard: false };
type AllowFieldsProps = { readonly allowed: Allowed; readonly onChange: (change: Partial<Allowed>) => void };

const NAMES = ['decisions', 'sharedRuns', 'callerTools', 'publicCard'] as const satisfies readonly (keyof Allowed)[];

/** Permissions of an endpoint's keys in addition to starting runs. */
export function AllowFields({ allowed, onChange }: AllowFieldsProps) {
  const t = useTranslations('publish');
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-meta font-strong text-ink-3">{t('allowTitle')}</legend>
      {NAMES.map((name) => (
        <div key={name} className="flex items-start gap-1">
          <Checkbox
            id={`publish-allow-${name}`}
            aria-describedby={`publish-allow-${name}-help`}
            checked={allowed[name]}
            onCheckedChange={(checked) => onChange({ [name]: checked === true })}
          />
          <div className="min-w-0 pt-0.5">
            <label htmlFor={`publish-allow-${name}`} className="text-ink-1">
              {t(`allow.${name}`)}
            </label>
            <p id={`publish-allow-${name}-help`} className="text-meta text-ink-3">
              {t(`allowHelp.${name}`)}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
