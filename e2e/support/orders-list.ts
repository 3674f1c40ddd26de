import type { Page } from '@playwright/test'

export const ORDERS = '/dashboard/orders'
export const LIST = '**/user/all-transactions*'

export const names = (page: Page) => page.getByRole('row').locator('td:nth-child(3)')

/** The next reply of the list whose address contains this word. */
export const asked = (page: Page, word: string) =>
  page.waitForRequest(
    (request) => request.url().includes('/all-transactions') && request.url().includes(word),
  )
