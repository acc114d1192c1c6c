'use client';
import { useTranslations } from 'use-intl';
import { commandIds, commandOf } from '#components/editor/commands/command-table.ts';
import { ShortcutKeys } from '#components/editor/commands/shortcut-keys.tsx';

/** Every key of the editor, by what it is for. */
export function ShortcutGroups() {
  const t = useTranslations('commands');
  const withKeys = commandIds.filter((commandId) => commandOf(commandId).keys !== undefined);
  const groups = Map.groupBy(withKeys, (commandId) => commandOf(commandId).group);
  return [...groups].map(([group, members]) => (
    <section key={group} className="mb-4 break-inside-avoid">
      <h3 className="mb-1 text-meta font-strong text-ink-3">{t(`groups.${group}`)}</h3>
      <dl>
        {members.map((commandId) => (
          <div key={commandId} className="flex h-6 items-center gap-2">
            <dt className="min-w-0 grow truncate">{t(`titles.${commandId}`)}</dt>
            <dd className="flex gap-1.5">
              {commandOf(commandId).keys?.map((shortcut) => (
                <ShortcutKeys key={shortcut} shortcut={shortcut} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
