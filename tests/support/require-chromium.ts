import { findTestBrowser } from '../../scripts/test/services.mjs';

/** Playwright's globalSetup. Its config is loaded without a browser too, to list the files that it names. */
export default function requireChromium(): void {
  if (!findTestBrowser()) throw new Error('The browser tests need Chromium: install it or set THREADLOOM_TEST_CHROMIUM.');
}
