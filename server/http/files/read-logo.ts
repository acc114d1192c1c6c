import { createHash } from 'node:crypto';
import { MAX_LOGO_BYTES } from '#lib/chat/chat-look.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ChatLogo } from '../../db/repositories/chat-page-repository.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { loadFile } from './load-file.ts';

const HASH_CHARS = 16;
/** By the first bytes: what a file says of itself may be wrong. SVG may hold scripts. */
const SIGNATURES: readonly (readonly [string, (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];

/**
 * A copy of an image of the workspace, to be shown on a chat page.
 * @throws {AppError} `body-invalid` for another kind of file or a larger one; `not-found`
 */
export async function readLogo(fileId: string, context: HandlerContext): Promise<ChatLogo> {
  const row = await loadFile(fileId, context);
  if (row.sizeBytes > MAX_LOGO_BYTES)
    throw refused(`A logo has at most ${MAX_LOGO_BYTES / 1024} KB; this file has ${Math.ceil(row.sizeBytes / 1024)} KB`);
  const parts: Uint8Array[] = [];
  for await (const part of context.deps.files.store.read(row, { start: 0, end: row.sizeBytes })) parts.push(part);
  const bytes = Buffer.concat(parts);
  const [mediaType] = SIGNATURES.find(([, matches]) => matches(bytes)) ?? [];
  if (mediaType === undefined) throw refused('A logo is a PNG, JPEG or WebP image');
  return { bytes, mediaType, hash: createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARS) };
}

function refused(message: string): AppError {
  const problems = [{ path: 'body.look.logo', message }];
  return new AppError('body-invalid', `body.look.logo: ${message}`, { details: { problems } });
}
