import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const FRAME_MS = 125;
const FRAMES = 76;
/** The first and the last picture stand still for a while. */
const STILL_MS = 1200;
const MAX_BYTES = 2_000_000;
const SETTLE_FRAMES = 3;

/**
 * Drags the playhead of an ended run from its start to its end, and writes what the editor shows as an animated WebP of
 * ten seconds.
 * @throws when `img2webp` of the package `webp` is missing, or the film is larger than 2 MB
 */
export async function filmScrubber(page: Page, file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-film-'));
  try {
    const ruler = await page.locator('[data-part=ruler]').boundingBox();
    if (!ruler) throw new Error('The editor shows no timeline.');
    const y = ruler.y + ruler.height / 2;
    await page.mouse.move(ruler.x + 1, y);
    await page.mouse.down();
    const frames: string[] = [];
    for (let index = 0; index < FRAMES; index++) {
      await page.mouse.move(ruler.x + 1 + ((ruler.width - 2) * index) / (FRAMES - 1), y);
      await page.evaluate(async (count) => {
        for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
      }, SETTLE_FRAMES);
      const path = join(folder, `${String(index).padStart(3, '0')}.png`);
      await page.screenshot({ path });
      frames.push(path);
    }
    await page.mouse.up();
    execFileSync('img2webp', ['-loop', '0', '-min_size', '-lossy', '-q', '70', '-m', '4', ...frames.flatMap(timed), '-o', file]);
    const { size } = statSync(file);
    if (size > MAX_BYTES) throw new Error(`The film has ${size} bytes, and ${MAX_BYTES} are allowed.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timed(frame: string, index: number): string[] {
  return ['-d', String(index === 0 || index === FRAMES - 1 ? STILL_MS : FRAME_MS), frame];
}
