import type { Page } from '@playwright/test'

/** The HTML brings no replies, as when the database is slow, so that a story sees what the app asks itself. */
export const dropFirstReplies = (page: Page): Promise<unknown> =>
  page.route(/\/dashboard(?:\/[\w-]+)*$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('first-replies', 'dropped') })
  })
