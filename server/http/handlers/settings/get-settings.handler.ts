import { getSettings } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getSettingsHandler = defineHandler(getSettings, async ({ deps }) => ({ status: 200, body: deps.settings }));
