'use client';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { browserZone } from '#components/data/browser-zone.ts';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { PickField } from '#components/ui/pick-field.tsx';
import type { PickItem } from '#components/ui/pick-list.ts';

/** An IANA time zone, found by its place or its offset. */
export function TimeZoneField(props: FieldProps) {
  const { path, value, model } = props;
  const { edit } = useFormScope();
  const t = useTranslations('triggers.zone');
  const zone = plainText(value) || plainText(model.defaultValue);
  const items = useMemo(() => zoneItems(t('here')), [t]);
  const offset = items.find(({ id }) => id === zone)?.hint;
  return (
    <FieldFrame {...props}>
      {(control) => (
        <PickField
          {...withoutPlaceholder(control)}
          value={zone}
          text={offset === undefined ? zone : `${zone} · ${offset}`}
          title={t('title')}
          placeholder={t('search')}
          items={items}
          emptyText={(search) => t('none', { search })}
          onPick={(id) => edit(path, id)}
        />
      )}
    </FieldFrame>
  );
}

/** All zones of the browser, its own first, each with its offset of now. */
function zoneItems(here: string): readonly PickItem[] {
  const own = browserZone();
  const zones = [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return zones.map((id) => {
    const offset = offsetOf(id);
    // `new york` finds America/New_York, `+8` finds UTC+8.
    const words = id.replaceAll(/[/_]/g, ' ');
    return { id, label: id, words, ...(offset !== undefined && { hint: id === own ? `${offset} · ${here}` : offset }) };
  });
}

function offsetOf(timeZone: string): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date());
    return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC');
  } catch {
    return undefined;
  }
}
