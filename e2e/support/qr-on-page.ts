import { expect, type Page } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

// The package is CommonJS: its types name a default, Node gives the module.
const decode = jsqr as unknown as typeof jsqr.default

/** Reads the QR code from a picture of the page with an independent decoder. */
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
