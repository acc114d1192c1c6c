/**
 * What `sandbox-exec` holds a guest process to on macOS, in its own language: no network, no other process, nothing written. Reading stays to Node's
 * permission model, since the system's own libraries lie in many places.
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
