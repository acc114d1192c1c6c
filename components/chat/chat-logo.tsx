'use client';
import { useLook } from '#components/chat/face.tsx';

/** The logo of the owner, of a size in pixels; nothing without one. The name is next to it, so it has no text. */
export function ChatLogo({ size }: { readonly size: number }) {
  const { logoUrl } = useLook();
  if (logoUrl === undefined) return null;
  // biome-ignore lint/performance/noImgElement: Next would resize it with a library that a product does not have
  return <img src={logoUrl} alt="" width={size} height={size} className="chat-logo" />;
}
