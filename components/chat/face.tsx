'use client';
import { createContext, type ReactNode, use } from 'react';
import type { FaceLook } from '#components/chat/look/face-look.ts';
import { studioLook } from '#components/chat/look/face-look.ts';
import './look/chat.css';

const Look = createContext<FaceLook>(studioLook);

/** What the owner of the chat set. */
export function useLook(): FaceLook {
  return use(Look);
}

type FaceProps = {
  /** @defaultValue that of the studio */
  readonly look?: FaceLook;
  /** `small` in the studio and in the widget. */
  readonly size: 'page' | 'small';
  readonly children: ReactNode;
};

/** The ground that all parts of a chat are drawn on. */
export function Face({ look = studioLook, size, children }: FaceProps) {
  return (
    <Look value={look}>
      <div className="chat" data-size={size}>
        {children}
      </div>
    </Look>
  );
}
