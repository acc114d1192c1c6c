import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { LANGUAGE_COOKIE, type Language } from '#lib/i18n/language.ts';
import { THEME_COOKIE } from '#lib/i18n/theme.ts';
import { findTestBrowser } from '../../../scripts/test/services.mjs';
import { ServerProcess } from '../server-process.ts';
import { filmScrubber } from './film.ts';
import { findFaults } from './find-faults.ts';
import { firstScenes, type Scene, scenes } from './scenes.ts';
import { seedPictures } from './seed-pictures.ts';
import { showcaseScene, startShowcase } from './showcase.ts';

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

  npm run pictures                        those that the docs show, and the film, into docs/pictures
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

type NamedScene = Omit<Scene, 'path'>;

function looksAt(scene: NamedScene): readonly Look[] {
  const looks = (scene.isOneOfMany ? fewLooks : everyLook).filter(({ width }) => width !== 390 || !scene.isWideOnly);
  return values.width === undefined ? looks : looks.filter(({ width }) => String(width) === values.width);
}

/** Scenes used in the docs. */
const shown: readonly { scene: string; look: Look }[] = [
  { scene: 'showcase', look: { theme: 'light', language: 'en', width: 1440 } },
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
/** Of the film, which the README shows at this width. */
const FILM_SIZE = { width: 1200, height: 750 };
const SETTLE_TIMEOUT_MS = 15_000;

function wantedLooks(scene: NamedScene): readonly Look[] {
  return values.all ? looksAt(scene) : shown.flatMap((one) => (one.scene === scene.name ? [one.look] : []));
}

type Shot = { browser: Browser; scene: NamedScene; path: string; look: Look; baseURL: string; folder: string };

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

type Shots = {
  readonly browser: Browser;
  readonly baseURL: string;
  readonly scene: NamedScene;
  readonly path: string;
  readonly looks: readonly Look[];
};

async function shoot({ looks, ...shot }: Shots): Promise<void> {
  for (const look of looks) {
    const faults = await take({ ...shot, look, folder: values.out });
    console.log(`${faults.length === 0 ? 'ok    ' : 'FAULTS'} ${shot.scene.name} ${look.theme} ${look.language} ${look.width}`);
    for (const fault of faults) console.log(`       ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

const isWanted = ({ name }: NamedScene) => !values.scene || values.scene.includes(name);

async function takeScenes(browser: Browser, dataFolder: string): Promise<void> {
  const server = await ServerProcess.start({ dataFolder, isHeadless: false });
  const shots = { browser, baseURL: server.url };
  try {
    if (values.all)
      for (const scene of firstScenes.filter(isWanted))
        await shoot({ ...shots, scene, path: scene.path(), looks: looksAt(scene) });
    const seeded = await seedPictures(server.url);
    for (const scene of scenes.filter(isWanted))
      await shoot({ ...shots, scene, path: scene.path(seeded), looks: wantedLooks(scene) });
  } finally {
    await server.end();
  }
}

/** The run that is at work, and the film of it when it has ended. */
async function takeShowcase(browser: Browser, dataFolder: string): Promise<void> {
  const showcase = await startShowcase(dataFolder);
  const { url: baseURL, path } = showcase;
  try {
    await shoot({ browser, baseURL, scene: showcaseScene, path, looks: wantedLooks(showcaseScene) });
    await showcase.finish();
    const context = await browser.newContext({ baseURL, viewport: FILM_SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(path);
    await settle(page);
    await filmScrubber(page, join(values.out, 'scrubber.webp'));
    console.log('ok     scrubber');
  } finally {
    await showcase.stop();
  }
}

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP);
  const executablePath = findTestBrowser();
  if (!executablePath) throw new Error('The pictures need Chromium: install it or set THREADLOOM_TEST_CHROMIUM.');
  mkdirSync(values.out, { recursive: true });
  const dataFolder = mkdtempSync(join(tmpdir(), 'threadloom-pictures-'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    if (isWanted(showcaseScene)) await takeShowcase(browser, join(dataFolder, 'showcase'));
    if ([...firstScenes, ...scenes].some(isWanted)) await takeScenes(browser, join(dataFolder, 'scenes'));
  } finally {
    await browser.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

await main();
