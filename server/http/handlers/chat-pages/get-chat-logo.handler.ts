import { getChatLogo } from '#lib/api/chat-pages.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getChatLogoHandler = defineHandler(getChatLogo, async ({ params: { slug }, query: { v }, deps }) => {
  const logo = await deps.publishing.chatPages.logo(slug);
  if (!logo) throw new AppError('not-found', `The chat page ${slug} has no logo.`);
  const { bytes, mediaType, hash } = logo;
  return {
    file: {
      name: `logo.${mediaType.slice('image/'.length)}`,
      mediaType,
      sizeBytes: bytes.length,
      etag: hash,
      isInline: true,
      isImmutable: v === hash,
      async *read({ start, end }) {
        yield bytes.subarray(start, end);
      },
    },
  };
});
