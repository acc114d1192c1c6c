/**
 * Profile for `sandbox-exec` on macOS: no network, no other process, no writes. Reading is left to
 * Node's permission model, since system libraries are spread over many folders.
 * @see man sandbox-exec; profiles in /System/Library/Sandbox/Profiles
 */
export const macosProfile = [
  '(version 1)',
  '(allow default)',
  '(deny network*)',
  '(deny process-fork)',
  '(deny signal (target others))',
  '(deny file-write*)',
  '(allow file-write-data (literal "/dev/null"))',
  '(deny mach-register)',
  '(deny appleevent-send)',
].join('');
