import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { LANGUAGE_COOKIE, type Language } from '#lib/i18n/language.ts';
import { THEME_COOKIE } from '#lib/i18n/theme.ts';
import { findTestBrowser } from '../../../scripts/test/services.mjs';
import { ServerProcess } from '../server-process.ts';
import { findFaults } from './find-faults.ts';
import { firstScenes, type Scene, scenes } from './scenes.ts';
import { seedPictures } from './seed-pictures.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/pictures' },
    all: { type: 'boolean', default: false },
    scene: { type: 'string', multiple: true },
    width: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `Pictures of the real product, taken in Chromium.

  npm run pictures                        those that the docs show, into docs/pictures
  npm run pictures -- --all --out FOLDER  every page: each theme, language and width with each other
      --width PX                          only 1440, 1024 or 390 wide
      --scene NAME                        one page only

The pages have to be built (npm run build). Ends with 1 when a page writes an error to the console, cuts a text off, or puts two on top of each other.
`;

type Look = { readonly theme: 'light' | 'dark'; readonly language: Language; readonly width: 1440 | 1024 | 390 };

/** Each theme with each language, each with each width; not all three with each other. */
const everyLook: readonly Look[] = [
  { theme: 'light', language: 'en', width: 1440 },
  { theme: 'dark', language: 'zh-CN', width: 1440 },
  { theme: 'dark', language: 'en', width: 1024 },
  { theme: 'light', language: 'zh-CN', width: 1024 },
  { theme: 'light', language: 'zh-CN', width: 390 },
  { theme: 'dark', language: 'en', width: 390 },
];

const fewLooks: readonly Look[] = [
  { theme: 'light', language: 'en', width: 1440 },
  { theme: 'dark', language: 'zh-CN', width: 1024 },
];

function looksAt(scene: Scene): readonly Look[] {
  const looks = (scene.isOneOfMany ? fewLooks : everyLook).filter(({ width }) => width !== 390 || !scene.isWideOnly);
  return values.width === undefined ? looks : looks.filter(({ width }) => String(width) === values.width);
}

/** Scenes used in the docs. */
const shown: readonly { scene: string; look: Look }[] = [
  { scene: 'editor-run', look: { theme: 'light', language: 'en', width: 1440 } },
  { scene: 'editor-waiting', look: { theme: 'dark', language: 'en', width: 1440 } },
  { scene: 'editor-run', look: { theme: 'light', language: 'zh-CN', width: 1440 } },
  { scene: 'home', look: { theme: 'light', language: 'en', width: 1440 } },
  { scene: 'run', look: { theme: 'dark', language: 'en', width: 1440 } },
  { scene: 'runs', look: { theme: 'light', language: 'en', width: 1440 } },
  { scene: 'publish', look: { theme: 'light', language: 'en', width: 1440 } },
  { scene: 'skill-test', look: { theme: 'light', language: 'en', width: 1440 } },
  { scene: 'memory-user', look: { theme: 'light', language: 'en', width: 1440 } },
  { scene: 'knowledge-test', look: { theme: 'light', language: 'en', width: 1440 } },
  { scene: 'chat-page', look: { theme: 'dark', language: 'en', width: 1440 } },
  { scene: 'artifact', look: { theme: 'light', language: 'en', width: 1440 } },
];

const HEIGHT = 900;
const SETTLE_TIMEOUT_MS = 15_000;

type Shot = { browser: Browser; scene: Scene; path: string; look: Look; baseURL: string; folder: string };

/**
 * Waits until no element is busy and the page is rendered. Does not wait for an idle network,
 * because pages keep streams open.
 */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: SETTLE_TIMEOUT_MS });
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
  });
}

/** @returns the layout faults of the picture */
async function take({ browser, scene, path, look, baseURL, folder }: Shot): Promise<string[]> {
  const { theme, language, width } = look;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: HEIGHT },
    colorScheme: theme,
    locale: language,
    reducedMotion: 'reduce',
  });
  await context.addCookies([
    { name: THEME_COOKIE, value: theme, url: baseURL },
    { name: LANGUAGE_COOKIE, value: language, url: baseURL },
  ]);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs the 404 of the page for an unknown URL, which is expected.
    const meant = scene.isCutOff ? /status of 404|ERR_FAILED/ : /status of 404/;
    if (message.type() === 'error' && !meant.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  try {
    await page.goto(path);
    await settle(page);
    await scene.prepare?.(page);
    await settle(page);
    faults.push(...(await findFaults(page)));
    await page.screenshot({ path: join(folder, `${scene.name}-${theme}-${language}-${width}.png`), animations: 'disabled' });
  } catch (error) {
    faults.push(`not taken: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await context.close();
  }
  return faults;
}

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP);
  const executablePath = findTestBrowser();
  if (!executablePath) throw new Error('The pictures need Chromium: install it or set THREADLOOM_TEST_CHROMIUM.');
  const dataFolder = mkdtempSync(join(tmpdir(), 'threadloom-pictures-'));
  mkdirSync(values.out, { recursive: true });
  const server = await ServerProcess.start({ dataFolder, isHeadless: false });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const isWanted = ({ name }: Scene) => !values.scene || values.scene.includes(name);
  const shoot = async (scene: Scene, path: string, looks: readonly Look[]) => {
    for (const look of looks) {
      const faults = await take({ browser, scene, path, look, baseURL: server.url, folder: values.out });
      console.log(`${faults.length === 0 ? 'ok    ' : 'FAULTS'} ${scene.name} ${look.theme} ${look.language} ${look.width}`);
      for (const fault of faults) console.log(`       ${fault}`);
      if (faults.length > 0) process.exitCode = 1;
    }
  };
  try {
    if (values.all) for (const scene of firstScenes.filter(isWanted)) await shoot(scene, scene.path(), looksAt(scene));
    const seeded = await seedPictures(server.url);
    for (const scene of scenes.filter(isWanted)) {
      const looks = values.all ? looksAt(scene) : shown.flatMap((one) => (one.scene === scene.name ? [one.look] : []));
      await shoot(scene, scene.path(seeded), looks);
    }
  } finally {
    await browser.close();
    await server.end();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

await main();
