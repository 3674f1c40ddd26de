import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  expect,
  type Page,
} from '@playwright/test'
import type { Sharp } from 'sharp'
import { CHAPTERS, type Chapter, type Screen, type Viewer } from './screens/screens-list.ts'
import { type Login, type SeededServer, startSeededServer } from './screens/screens-server.ts'
import { DEVICES, packSheets, SCHEMES, type Shot, sheetOf } from './screens/screens-sheet.ts'
import { logIn, openShop } from './screens/screens-shop.ts'

const GALLERY = fileURLToPath(new URL('../docs/screens', import.meta.url))
const FONTS = fileURLToPath(new URL('../server/fonts/fonts.conf', import.meta.url))
/** The folder with its index page stays below 2 MB. */
const PICTURES_BYTES_MAX = 1_950_000
const SETTLE_MS = 350
const BUSY_MS_MAX = 15_000
const COMMON = { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' } as const

const { values: options } = parseArgs({
  options: {
    /** Names separated by commas; the other pictures of the gallery and its index do not change. */
    only: { type: 'string' },
    /** Another folder, for each picture in full size. */
    raw: { type: 'string' },
  },
})

const chosen = options.only?.split(',')
const chapters: readonly Chapter[] = CHAPTERS.map((chapter) => ({
  ...chapter,
  screens: chapter.screens.filter(({ name }) => chosen?.includes(name) ?? true),
}))

const settle = async (page: Page): Promise<void> => {
  // A page that is still loading its code has none.
  await page.getByRole('heading').first().waitFor({ timeout: BUSY_MS_MAX })
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0, {
    timeout: BUSY_MS_MAX,
  })
  // As text, because the types of this folder do not include the DOM.
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await pause(SETTLE_MS)
}

const shoot = async (context: BrowserContext, screen: Screen, url: string): Promise<Buffer> => {
  const page = await context.newPage()
  try {
    if (screen.withoutScript) await page.route(/\/pay\/.*\.js$/, (route) => route.abort())
    await page.goto(url)
    await settle(page)
    if (screen.act !== undefined) {
      await screen.act(page)
      await settle(page)
    }
    return await page.screenshot({ animations: 'disabled', caret: 'hide' })
  } finally {
    await page.close()
  }
}

interface Person {
  readonly request: APIRequestContext
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  readonly user: unknown
}

const logInAll = async (
  browser: Browser,
  server: SeededServer,
): Promise<Readonly<Record<'merchant' | 'operator', Person>>> => {
  const as = async (login: Login): Promise<Person> => {
    const context = await browser.newContext()
    const user = await logIn(context.request, server.origin, login)
    return { request: context.request, cookies: await context.cookies(), user }
  }
  return { merchant: await as(server.merchant), operator: await as(server.operator) }
}

/** Every shot of every screen, by the screen's name. */
const shootAll = async (browser: Browser, server: SeededServer): Promise<Map<string, Shot[]>> => {
  const shots = new Map<string, Shot[]>(
    chapters.flatMap(({ screens }) => screens.map(({ name }) => [name, []])),
  )
  const people = await logInAll(browser, server)
  const shop = openShop(people.merchant.request, server.origin)
  for (const device of DEVICES)
    for (const scheme of SCHEMES) {
      const viewport = { width: device.width, height: device.height }
      const lane = async (viewer: Viewer): Promise<void> => {
        const context = await browser.newContext({
          ...COMMON,
          baseURL: server.origin,
          colorScheme: scheme,
          viewport,
        })
        if (viewer !== 'nobody') {
          const { cookies, user } = people[viewer]
          await context.addCookies(cookies)
          await context.addInitScript((record) => {
            localStorage.setItem('isLoggedIn', 'true')
            localStorage.setItem('user', JSON.stringify(record))
          }, user)
        }
        for (const screen of chapters.filter(({ by }) => by === viewer).flatMap((each) => each.screens)) {
          const url = typeof screen.at === 'string' ? screen.at : await screen.at(shop)
          // Try again: the machine may have been busy.
          const png = await shoot(context, screen, url)
            .catch(() => shoot(context, screen, url))
            .catch((cause: unknown) => {
              throw new Error(`${screen.name} on a ${device.name}, ${scheme}, could not be taken`, { cause })
            })
          shots.get(screen.name)?.push({ device, scheme, png })
        }
        await context.close()
      }
      await Promise.all([lane('nobody'), lane('merchant').then(() => lane('operator'))])
      console.log(`${device.name}, ${scheme}: ${shots.size} screens`)
    }
  return shots
}

const writeRaw = (folder: string, shots: ReadonlyMap<string, readonly Shot[]>): void => {
  mkdirSync(folder, { recursive: true })
  for (const [name, each] of shots)
    for (const { device, scheme, png } of each)
      writeFileSync(join(folder, `${name}-${device.width}-${scheme}.png`), png)
}

const indexPage = (): string =>
  [
    '# Screens',
    '',
    'Every screen at 1440, 768 and 360 pixels, light above and dark below, on the demo shop of `npm run galla -- seed`. People, payments',
    'and the shop are invented. Made by `npm run screens`; the list is [screens-list.ts](../../tools/screens/screens-list.ts).',
    ...chapters.flatMap(({ title, screens }) => [
      '',
      `## ${title}`,
      ...screens.flatMap((screen) => [
        '',
        `### ${screen.title}`,
        '',
        `![${screen.title}](${screen.name}.webp)`,
      ]),
    ]),
    '',
  ].join('\n')

const writeGallery = async (shots: ReadonlyMap<string, readonly Shot[]>): Promise<void> => {
  const sheets = new Map<string, Sharp>()
  for (const [name, each] of shots) sheets.set(name, await sheetOf(each))
  const packed = await packSheets(sheets, PICTURES_BYTES_MAX)
  mkdirSync(GALLERY, { recursive: true })
  if (chosen === undefined) {
    for (const file of readdirSync(GALLERY)) if (file.endsWith('.webp')) rmSync(join(GALLERY, file))
    writeFileSync(join(GALLERY, 'README.md'), indexPage())
  }
  for (const [name, webp] of packed) writeFileSync(join(GALLERY, `${name}.webp`), webp)
  const bytes = [...packed.values()].reduce((sum, { length }) => sum + length, 0)
  console.log(`${packed.size} pictures, ${Math.round(bytes / 1000)} kB, in docs/screens`)
}

const main = async (): Promise<void> => {
  const { GALLA_CHROMIUM: executablePath } = process.env
  const server = await startSeededServer()
  try {
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      // Fonts for Indian languages on every machine.
      env: { ...process.env, FONTCONFIG_FILE: FONTS } as Record<string, string>,
      // Chromium's own sandbox does not start as root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    try {
      const shots = await shootAll(browser, server)
      if (options.raw === undefined) await writeGallery(shots)
      else writeRaw(options.raw, shots)
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
