import type { Page } from '@playwright/test'

/** For `expect.poll`: a button's text is in the clipboard a moment after the click. */
export const clipboardOf = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText())
