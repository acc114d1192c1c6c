import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { expectAccessible, looks } from './accessibility.ts';
import { message, publishChat as publish, send, start, turns } from './chat-flows.ts';
import { edge, node } from './run-page.ts';
import { clearWorkspace } from './studio-page.ts';
import { test } from './watched-test.ts';

const { launchOptions = {} } = config.use ?? {};
const FAKE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), ...FAKE_MICROPHONE] } });

const echo = {
  name: 'Shop assistant',
  nodes: [start, node('end', 'end', { outputs: { answer: 'You asked: {{start.message}}' } })],
  edges: [edge('start', 'end')],
};
const voice = { transcriptionModel: 'demo', speechModel: 'demo' };
const microphone = (page: Page, name: string | RegExp = /Speak your message|Finish recording/) =>
  page.getByRole('button', { name });
const secondsOf = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);

test.beforeEach(async ({ page }) => {
  await clearWorkspace(page);
});

test('a visitor speaks a message, reads it, sends it, and hears the answer', async ({ page }) => {
  const slug = await publish(page, echo, { access: 'public', voice });
  await page.goto(`/chat/${slug}`);
  await message(page).fill('First');
  await message(page).press('Home');
  await microphone(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('timer')).toHaveText(/^0:0[1-9]$/);
  await expect(microphone(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(message(page)).toHaveValue(/^\[demo model\] This is a made-up transcript of [1-9]\d+ bytes.* First$/);
  await expect(message(page)).toBeFocused();
  await expect(turns(page)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Nothing is sent yet.' })).toHaveCount(1);
  await send(page, 'Hello there. '.repeat(120));
  const answer = turns(page).first();
  await answer.getByRole('button', { name: 'Read aloud' }).click();
  await expect(answer.getByRole('button', { name: 'Stop reading' })).toHaveAttribute('data-speech', 'playing');
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(0.1);

  // One answer at a time, and Stop ends it.
  await send(page, 'Again');
  const next = turns(page).nth(1);
  await next.getByRole('button', { name: 'Read aloud' }).click();
  await expect(answer.getByRole('button', { name: 'Read aloud' })).toBeVisible();
  await expect(page.locator('audio')).toHaveCount(1);
  await next.getByRole('button', { name: 'Stop reading' }).click();
  await expect(next.getByRole('button', { name: 'Read aloud' })).toBeFocused();
  await expect(page.locator('audio')).toHaveCount(0);
});

test('a recording is cancelled by Escape and by its button, and nothing is transcribed', async ({ page }) => {
  const slug = await publish(page, echo, { access: 'public', voice });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/transcriptions')) sent.push(request.url());
  });
  await page.goto(`/chat/${slug}`);
  await microphone(page).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('timer')).toHaveCount(0);
  await microphone(page).click();
  await page.getByRole('button', { name: 'Cancel recording' }).click();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(microphone(page, 'Speak your message')).toBeFocused();
  await expect(message(page)).toHaveValue('');
  expect(sent).toEqual([]);
});

test('a microphone that is missing or not allowed is told in words, with a way on', async ({ page }) => {
  const slug = await publish(page, echo, { access: 'public', voice });
  await page.goto(`/chat/${slug}`);
  await message(page).fill('typed');
  for (const [name, words] of [
    ['NotAllowedError', 'The microphone is not allowed here.'],
    ['NotFoundError', 'No microphone was found.'],
  ] as const) {
    await page.evaluate((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', error));
    }, name);
    await microphone(page).click();
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  }
  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(message(page)).toHaveValue('typed');
});

test('a page without models has neither button, and its visitors have no microphone', async ({ page }) => {
  const slug = await publish(page, echo, { access: 'public' });
  const response = await page.goto(`/chat/${slug}`);
  expect(response?.headers()['permissions-policy']).toContain('microphone=()');
  await send(page, 'Hello');
  await expect(turns(page).first().getByRole('button', { name: 'Copy answer' })).toBeVisible();
  await expect(turns(page).first().getByRole('button', { name: 'Read aloud' })).toHaveCount(0);
  await expect(microphone(page)).toHaveCount(0);
});

test('the widget records in the frame of another site', async ({ page, baseURL }) => {
  const site = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>Shop</title><script src="${baseURL}/widget.js" data-endpoint="${slug}" async></script>`),
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const slug = await publish(page, echo, { access: 'public', voice, origins: [origin] });
  await page.goto(origin);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Speak your message' }).click();
  await expect(frame.getByRole('timer')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(frame.getByRole('timer')).toHaveCount(0);
  await expect(message(frame)).toBeVisible();
  site.close();
});

test('the studio hears its owner, and the page is accessible while it records and speaks', async ({ page, context, baseURL }) => {
  const slug = await publish(page, echo, { access: 'public', voice });
  const { workflowId } = (await (await page.request.get(`/api/v1/deployments/${slug}`)).json()) as { workflowId: string };
  await page.goto(`/sessions?workflow=${workflowId}`);
  await send(page, 'From the studio');
  await turns(page).first().getByRole('button', { name: 'Read aloud' }).click();
  await expect(turns(page).first().getByRole('button', { name: 'Stop reading' })).toHaveAttribute('data-speech', 'playing');
  for (const { theme, language } of looks) {
    await context.clearCookies();
    await page.goto(`${baseURL}/chat/${slug}?theme=${theme}&lang=${language}`);
    const isEnglish = language === 'en';
    await send(page, 'Hello there. '.repeat(60));
    await turns(page)
      .first()
      .getByRole('button', { name: isEnglish ? 'Read aloud' : '朗读' })
      .click();
    await page.getByRole('button', { name: isEnglish ? 'Speak your message' : '语音输入' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await expectAccessible(page, `recording, ${theme}`);
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', 'NotFoundError'));
    });
    await page.getByRole('button', { name: isEnglish ? 'Speak your message' : '语音输入' }).click();
    await expect(page.locator('main').getByRole('alert')).toBeVisible();
    await expectAccessible(page, `no microphone, ${theme}`);
    await page.evaluate(() => localStorage.clear());
  }
});
