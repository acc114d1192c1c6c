import { readJsonText } from '#lib/json/json-limits.ts';
import type { SandboxFailure, SandboxProgram, SandboxResult } from '#lib/ports/sandbox.ts';
import { MAX_MESSAGE_CHARS, MAX_RESULT_CHARS } from '../sandbox-limits.ts';
import { withWritten } from '../written-files.ts';
import type { GuestEnd } from './guest-messages.ts';
import type { GuestRunEnd } from './guest-process.ts';

/** @param interpreter its name in messages, as `Python` */
export function readGuestEnd(
  end: GuestRunEnd,
  { memoryMb, keepsFiles = false }: SandboxProgram,
  interpreter: string,
): SandboxResult {
  switch (end.type) {
    case 'gone':
      return failed({ reason: 'crashed', message: `The ${interpreter} interpreter broke and ended` });
    case 'misbehaved':
      return failed({ reason: 'crashed', message: `The ${interpreter} interpreter broke: it sent an invalid message` });
    case 'too-large':
      return outOfMemory(memoryMb);
    case 'broken':
      return end.isOutOfMemory
        ? outOfMemory(memoryMb)
        : failed({ reason: 'crashed', message: `The ${interpreter} interpreter broke: ${lastLine(end.message)}` });
    case 'failure':
      return readFailure(end.failure, memoryMb);
    case 'value':
      return readValue(end, keepsFiles);
  }
}

function readFailure({ line, exitCode, ...failure }: Extract<GuestEnd, { type: 'failure' }>['failure'], memoryMb: number) {
  const location = line === undefined ? {} : { line };
  if (failure.reason === 'out-of-memory') return outOfMemory(memoryMb, location);
  return failed({ ...failure, ...location, ...(exitCode !== undefined && { exitCode }) });
}

function readValue({ value: text, files }: Extract<GuestEnd, { type: 'value' }>, keepsFiles: boolean): SandboxResult {
  if (text.length > MAX_RESULT_CHARS)
    return failed({
      reason: 'bad-result',
      message: `What the code returns has ${text.length} characters as JSON, more than ${MAX_RESULT_CHARS}`,
    });
  try {
    const { value, excess } = readJsonText(text);
    if (excess !== undefined) return failed({ reason: 'bad-result', message: `What the code returns has ${excess}` });
    if (!keepsFiles) return { ok: true, value };
    return withWritten(
      value,
      files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') })),
    );
  } catch {
    return failed({ reason: 'bad-result', message: 'What the code returns is no JSON' });
  }
}

function outOfMemory(memoryMb: number, location: { line?: number } = {}): SandboxResult {
  return failed({ reason: 'out-of-memory', message: `The code needs more than ${memoryMb} MB of memory`, ...location });
}

function failed(failure: SandboxFailure): SandboxResult {
  return { ok: false, failure };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, MAX_MESSAGE_CHARS) ?? '';
}
