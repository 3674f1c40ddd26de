import { expect, type Page } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

// The package is CommonJS: its types name a default, Node gives the module.
const decode = jsqr as unknown as typeof jsqr.default

/** The text of the QR code that a customer sees, read from a picture of the page by a decoder that is not ours. */
export const qrOnPage = async (page: Page): Promise<string> => {
  let text: string | undefined
  await expect
    .poll(async () => {
      const { data, width, height } = PNG.sync.read(await page.screenshot({ scale: 'css' }))
      text = decode(new Uint8ClampedArray(data), width, height)?.data
      return text
    }, 'the QR code on the page')
    .toBeDefined()
  return text ?? ''
}
