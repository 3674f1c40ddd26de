import type { Page } from '@playwright/test'

/** Reads the clipboard, for `expect.poll`: the text arrives a moment after the click. */
export const clipboardOf = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText())
