import { readQr } from '@galla/upi/read-qr-harness'
import { expect, type Page } from '@playwright/test'

/** Reads the QR code from a picture of the page with an independent decoder. */
export const qrOnPage = async (page: Page): Promise<string> => {
  let text: string | undefined
  await expect
    .poll(async () => {
      text = await readQr(await page.screenshot({ scale: 'css' }))
      return text
    }, 'the QR code on the page')
    .toBeDefined()
  return text ?? ''
}
