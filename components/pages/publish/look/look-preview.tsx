'use client';
import { useTranslations } from 'use-intl';
import { Conversation } from '#components/chat/conversation.tsx';
import { Face } from '#components/chat/face.tsx';
import { brandStyles } from '#components/chat/look/brand-styles.ts';
import { pageLook } from '#components/chat/look/face-look.ts';
import type { ChatLook } from '#lib/chat/chat-look.ts';
import { chatFieldsOf } from '#lib/workflow/chat-texts.ts';
import { publicLook } from '#lib/workflow/public-look.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type LookPreviewProps = {
  readonly slug: string;
  readonly document: Workflow;
  readonly look: ChatLook;
  readonly logoUrl: string | null;
};

/** The first screen of a chat page with a look that is not saved yet: the very parts that visitors get. */
export function LookPreview({ slug, document, look, logoUrl }: LookPreviewProps) {
  const t = useTranslations('publish.chatPage.look');
  const fields = chatFieldsOf(document);
  const shown = publicLook({ look, fields, logoUrl });
  const title = look.name || document.name;
  const page = {
    ...fields,
    ...(!look.attachments && { fileInputs: [], filesInput: null }),
    slug,
    title,
    access: 'public' as const,
    decides: false,
    answerNodes: [],
    stepNodes: {},
    voice: { transcribes: false, speaks: false },
    look: shown,
  };
  return (
    <figure className="grid gap-1">
      <figcaption className="text-meta font-strong text-ink-3">{t('preview')}</figcaption>
      {/* Colours and numbers of a checked schema, and nothing that an owner wrote. */}
      <style>{brandStyles({ ...shown, theme: 'visitor' }).replaceAll(':root:root', '[data-look-preview]')}</style>
      <div
        data-look-preview
        inert
        className="h-[480px] overflow-hidden rounded-menu border border-line-2"
        style={shown.theme === 'visitor' ? undefined : { colorScheme: shown.theme }}
      >
        <Face look={pageLook(shown, title)} size="small">
          <Conversation
            target={{ page, isFramed: true }}
            sessionName="preview"
            stored={undefined}
            linksRuns={false}
            onChange={() => {}}
            onFork={undefined}
          />
        </Face>
      </div>
    </figure>
  );
}
