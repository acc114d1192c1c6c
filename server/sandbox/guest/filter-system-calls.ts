import { installFilter } from './install-filter.mjs';
import { computeOnlyFilter } from './seccomp-program.ts';
import { filteredArch, systemCalls } from './system-calls.ts';

/**
 * Makes the kernel refuse every system call of this process that computing does not need, from
 * JavaScript and native code alike. Linux on x64 and arm64; needs `--allow-ffi`, which the caller
 * drops afterwards.
 */
export function filterSystemCalls(): void {
  const arch = filteredArch();
  if (arch) installFilter(computeOnlyFilter(arch), systemCalls[arch].seccomp);
}
