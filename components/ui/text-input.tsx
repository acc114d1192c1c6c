import type { ComponentProps } from 'react';
import { controlLook } from '#components/ui/control-look.ts';

export function TextInput({ className = '', ...props }: ComponentProps<'input'>) {
  return <input {...props} className={`${controlLook} h-7 ${className}`} />;
}
