import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

type ChatIconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Of the icon, in pixels. @defaultValue 20 */
  readonly size?: number;
};

/** A button of the chat that is an icon: its label is read out, and shown as a tooltip. */
export function ChatIconButton({ label, icon: Icon, size = 20, className = '', ...props }: ChatIconButtonProps) {
  return (
    <button type="button" {...props} aria-label={label} title={label} className={`chat-icon ${className}`}>
      <Icon size={size} strokeWidth={1.7} aria-hidden="true" />
    </button>
  );
}
