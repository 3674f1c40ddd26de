import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/** The browser of another person of the story. It ends with the page: a page that stays open goes on polling, and takes time from other stories. */
export const otherBrowser = async (
  page: Page,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  const context = await page.context().browser()?.newContext(options)
  if (context === undefined) throw new Error('no browser')
  // The whole browser may end in the same moment.
  page.once('close', () => context.close().catch(() => undefined))
  return context
}
