import { getSettings } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getSettingsHandler = defineHandler(getSettings, async ({ deps: { settings, studioSettings } }) => ({
  status: 200,
  body: { ...settings, changeable: studioSettings.read() },
}));
