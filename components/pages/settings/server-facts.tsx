'use client';
import { useFormatter, useTranslations } from 'use-intl';
import type { ServerSettingsResource } from '#lib/api/settings.contract.ts';

const BYTES_PER_MB = 1024 * 1024;

/** The settings of the server, with the key or variable that changes each. */
export function ServerFacts({ settings }: { settings: ServerSettingsResource }) {
  const t = useTranslations('settingsPage');
  const format = useFormatter();
  const megabytes = (bytes: number) =>
    t('megabytes', { count: format.number(bytes / BYTES_PER_MB, { maximumFractionDigits: 1 }) });
  const { database, dataFolder, configFile, overrideFile, hasAdminToken, hasOwnSecretKey, backups, runsAtOnce, limits } =
    settings;
  const facts = [
    { key: 'dataFolder', value: dataFolder, by: 'THREADLOOM_DATA_DIR' },
    { key: 'database', value: t(`databases.${database}`), by: 'DATABASE_URL' },
    { key: 'configFile', value: configFile ?? t('noConfigFile'), by: 'THREADLOOM_CONFIG_PATH' },
    { key: 'overrideFile', value: overrideFile ?? t('inDatabase'), by: 'THREADLOOM_CONFIG_OVERRIDE_PATH' },
    { key: 'adminToken', value: hasAdminToken ? t('tokenSet') : t('tokenNotSet'), by: 'THREADLOOM_ADMIN_TOKEN' },
    { key: 'secretKey', value: hasOwnSecretKey ? t('secretOwn') : t('secretFile'), by: 'THREADLOOM_SECRET_KEY' },
    { key: 'fileLimit', value: megabytes(limits.fileBytes), by: 'files.max_file_bytes' },
    { key: 'bodyLimit', value: megabytes(limits.bodyBytes), by: undefined },
    { key: 'backups', value: backups ? t('backedUp', backups) : t('notBackedUp'), by: 'backup_every_hours' },
    { key: 'runsAtOnce', value: t('inProcess', { count: runsAtOnce.process }), by: 'max_active_sessions' },
    {
      key: 'runsOfWorkspace',
      value: runsAtOnce.workspace === null ? t('anyNumber') : t('inAll', { count: runsAtOnce.workspace }),
      by: 'max_active_sessions_per_workspace',
    },
  ] as const;
  return (
    <dl className="grid border-t border-line-1">
      {facts.map(({ key, value, by }) => (
        <div
          key={key}
          data-setting={key}
          className="grid min-h-8 grid-cols-[minmax(0,160px)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-0.5 border-b border-line-1 py-1.5 md:grid-cols-[minmax(0,160px)_minmax(0,1fr)_max-content]"
        >
          <dt className="text-ink-2">{t(`facts.${key}`)}</dt>
          <dd className="wrap-anywhere">{value}</dd>
          <dd className="text-meta wrap-anywhere text-ink-3 max-md:col-start-2">
            {by === undefined ? t('fixed') : <code>{by}</code>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
