import type { ComponentProps } from 'react';
import { controlLook } from '#components/ui/control-look.ts';

/** Grows with its text up to a third of the window. */
export function TextArea({ className = '', ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea {...props} className={`${controlLook} field-sizing-content max-h-[33vh] min-h-16 py-1.5 leading-5 ${className}`} />
  );
}
