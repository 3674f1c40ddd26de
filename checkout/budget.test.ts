import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { PAGE_LANGUAGE_CODES } from '@galla/contract/payment-page/page-languages'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageRenderer } from './src/page-view.ts'
import {
  heaviestViews,
  linkViews,
  longName,
  longNameAndNote,
  sampleLogo,
  sampleViews,
} from './src/testing/sample-views.ts'
import { MESSAGES } from './src/text.ts'

/** As in clean-image.ts of the server. */
const LOGO_BYTES_MAX = 1_500
/** Page, script and picture together, as they go over the line; what a slow phone gets in its first second. */
const BUDGET_BYTES = 12 * 1024 - LOGO_BYTES_MAX
/** With name and note as long as a link takes them, both in an Indian script, whose code has many times the modules. */
const LONGEST_BYTES = BUDGET_BYTES + 512
/** What the server packs pages with; the script is packed once, as small as it gets. */
const PAGE_QUALITY = 5
const SCRIPT_QUALITY = 11

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const packed = (text: string, quality: number): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length

describe('the built page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-checkout-'))
  let built: PageRenderer

  beforeAll(async () => {
    await build({
      configFile: here('./vite.config.ts'),
      build: { ssr: here('./src/render.tsx'), outDir: folder },
    })
    built = await import(pathToFileURL(join(folder, 'render.js')).href)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(PAGE_LANGUAGE_CODES)(
    'weighs at most 12 KB with its script and a picture in every state in %s',
    (language) => {
      const script = packed(built.pageScript.body, SCRIPT_QUALITY)
      for (const view of [...heaviestViews, longName, ...Object.values(sampleViews)]) {
        const page = built.renderPage({ ...view, language })
        expect(packed(page, PAGE_QUALITY) + script).toBeLessThan(BUDGET_BYTES)
      }
      const longest = built.renderPage({ ...longNameAndNote, language })
      expect(packed(longest, PAGE_QUALITY) + script).toBeLessThan(LONGEST_BYTES)
    },
  )

  it.each(PAGE_LANGUAGE_CODES)('weighs at most 10 KB as the page of a reusable link in %s', (language) => {
    for (const view of linkViews) {
      const page = built.renderLink({ ...view, language })
      expect(packed(page, PAGE_QUALITY)).toBeLessThan(BUDGET_BYTES)
    }
  })

  it('makes no requests and runs no script on the page of a reusable link', () => {
    for (const view of linkViews) {
      const html = built.renderLink(view)
      expect(html).not.toMatch(/<script|\s(?:src|srcset|poster|style|on\w+)=|url\(|@import/)
      expect(
        [...html.matchAll(/<link[^>]*href="([^"]*)"/g)].map(([, address]) => address?.slice(0, 5)),
      ).toEqual(['data:'])
    }
  })

  it('contains the messages of its own language only, and its script contains none', () => {
    for (const language of PAGE_LANGUAGE_CODES) {
      const pages = Object.values(sampleViews).map((view) => built.renderPage({ ...view, language }))
      for (const other of PAGE_LANGUAGE_CODES) {
        const { offline } = MESSAGES[other]
        expect(pages.every((page) => page.includes(offline))).toBe(other === language)
        expect(built.pageScript.body).not.toContain(offline)
      }
    }
  })

  it('requests only its script and the picture of the merchant, and contains its code, style and icon', () => {
    for (const view of [...Object.values(sampleViews), { ...sampleViews.payable, logo: sampleLogo }]) {
      const html = built.renderPage(view)
      const asked = [
        ...html.matchAll(/\s(?:src|srcset|poster)="([^"]*)"|<(?:link|image)[^>]*href="([^"]*)"/g),
      ]
        .map(([, source, link]) => source ?? link ?? '')
        .filter((address) => !address.startsWith('data:'))
      const logo = 'logo' in view && view.logo !== null ? [view.logo] : []
      expect(asked).toEqual([built.pageScript.path, ...logo])
      expect(html).not.toMatch(/url\(|@import/)
    }
  })

  it('names its script by a hash of the content, and allows only its own style', async () => {
    expect(built.pageScript.path).toMatch(/^\/pay\/script\/[0-9a-f]{12}\.js$/)
    const style = /<style>(.*?)<\/style>/s.exec(built.renderPage(sampleViews.paid))?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(built.pageStyleHash).toBe(`sha256-${Buffer.from(digest).toString('base64')}`)
  })

  it('renders the same main for an update as for the whole page', () => {
    for (const view of Object.values(sampleViews)) {
      const main = built.renderView(view)
      expect(main.startsWith('<main')).toBe(true)
      expect(built.renderPage(view)).toContain(main)
    }
  })
})
