'use client';
import { UserRound } from 'lucide-react';
import { useLook } from '#components/chat/face.tsx';

/** Leads to a person, where the owner named a way. */
export function ContactLink({
  look = 'plain',
  isIcon = false,
}: {
  readonly look?: 'plain' | 'quiet';
  readonly isIcon?: boolean;
}) {
  const { contact } = useLook();
  if (!contact) return null;
  const { label, url } = contact;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={isIcon ? 'chat-icon' : 'chat-button'}
      data-look={look}
      {...(isIcon && { 'aria-label': label, title: label })}
    >
      <UserRound size={isIcon ? 20 : 16} strokeWidth={1.7} aria-hidden="true" />
      {isIcon ? null : label}
    </a>
  );
}
