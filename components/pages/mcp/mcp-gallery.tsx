'use client';
import { Plus } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { type GalleryServer, mcpGallery } from '#lib/mcp/gallery.ts';

type McpGalleryProps = { taken: readonly string[]; onChoose: (server: GalleryServer) => void };

/** Public servers that can be added. Nothing is contacted until one is. */
export function McpGallery({ taken, onChoose }: McpGalleryProps) {
  const t = useTranslations('mcp');
  const locale = useLocale();
  const language = locale === 'zh-CN' ? 'zh-CN' : 'en';
  return (
    <section aria-labelledby="mcp-gallery" className="grid gap-2">
      <h2 id="mcp-gallery" className="text-name font-title">
        {t('gallery')}
      </h2>
      <p className="max-w-[64ch] text-ink-2">{t('galleryText')}</p>
      <ul className="grid gap-2 md:grid-cols-2">
        {mcpGallery.map((server) => (
          <li
            key={server.name}
            className="flex items-start justify-between gap-2 rounded-control border border-line-1 bg-raised p-3"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="flex flex-wrap items-center gap-1.5">
                <span className="font-strong">{server.displayName}</span>
                {server.auth === 'none' ? null : <Tag>{t(`auths.${server.auth}`)}</Tag>}
              </span>
              <span className="text-ink-2">{server.about[language]}</span>
              <code className="truncate text-meta text-ink-3" title={server.url}>
                {server.url}
              </code>
            </span>
            <Button
              aria-label={t(taken.includes(server.name) ? 'addedNamed' : 'addNamed', { name: server.displayName })}
              disabled={taken.includes(server.name)}
              onClick={() => onChoose(server)}
            >
              <Plus size={12} aria-hidden="true" />
              {taken.includes(server.name) ? t('added') : t('addShort')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
