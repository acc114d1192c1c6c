'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { ChangeableSettings } from '#lib/api/changeable-settings.ts';

const queryKey = ['changeable-settings'];

/** The settings that apply at once, with those that this page has changed. */
export function useChangeableSettings(first: ChangeableSettings): ChangeableSettings {
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await apiClient.getSettings({}, { signal })).changeable,
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Shows settings as the server has just answered with them. */
export function useSettingsAnswer(): (settings: ChangeableSettings) => void {
  const client = useQueryClient();
  return (settings) => void client.setQueryData(queryKey, settings);
}

export type SettingChange = {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** @returns whether it was stored */
  run(change: () => Promise<ChangeableSettings>): Promise<boolean>;
};

/** Changes of one setting, one at a time. */
export function useSettingChange(): SettingChange {
  const keep = useSettingsAnswer();
  const { isBusy, problem, run } = useChange();
  return {
    isBusy,
    problem,
    async run(change) {
      let isStored = false;
      await run(async () => {
        keep(await change());
        isStored = true;
      });
      return isStored;
    },
  };
}
