import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FONT_SIZES } from './tokens.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SCALE = ['12px', '14px', '16px', '18px', '24px', '36px']

/** By file, what it may say beside the scale. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // A rail of signs: the words are there to be read out only.
  // Down the steps of the scale until crores fit into the card.
  'web/src/features/profile/stat-cards.module.css':
    'clamp(12px, max(round(down, var(--room), 6px), var(--small)), 24px)',
}

interface Said {
  readonly path: string
  readonly size: string
}

const sources = ['web/src', 'checkout/src'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)

const said = (ending: RegExp, pattern: RegExp): Said[] =>
  sources
    .filter((path) => ending.test(path))
    .flatMap((path) =>
      [...readFileSync(`${ROOT}${path}`, 'utf8').matchAll(pattern)].map(([, size = '']) => ({
        path,
        size: size.replace(/\s+/g, ' ').trim(),
      })),
    )

const offScale = (sizes: readonly Said[]): Said[] => sizes.filter(({ size }) => !SCALE.includes(size))

test('each font-size in the styles belongs to the type scale', () => {
  const sizes = said(/\.css$/, /\bfont-size:([^;}]+)/g)
  expect(sizes.length).toBeGreaterThan(50)
  expect(Object.fromEntries(offScale(sizes).map(({ path, size }) => [path, size]))).toEqual(EXCEPTIONS)
})

test('each font shorthand is inherited or uses a size of the type scale', () => {
  const sizes = said(/\.css$/, /\bfont:\s*(inherit|[^;}/]+)/g).filter(({ size }) => size !== 'inherit')
  expect(sizes).toEqual([{ path: 'checkout/src/page.css', size: '16px' }])
})

test('each font size of a component belongs to the type scale', () => {
  const sizes = said(/\.tsx$/, /\b(?:fz=\{?|fontSize=\{?|fontSize: )['"]?(\w[\w.]*)/g)
  expect(sizes.length).toBeGreaterThan(5)
  const known = [...SCALE.map((size) => size.replace('px', '')), ...SCALE, ...Object.keys(FONT_SIZES)]
  expect(sizes.filter(({ size }) => !known.includes(size))).toEqual([])
})

test('the component library uses the type scale', () => {
  for (const size of Object.values(FONT_SIZES)) expect(SCALE).toContain(size)
})

test('each heading level has a default font size', () => {
  const base = readFileSync(`${ROOT}web/src/theme/base.css`, 'utf8')
  // A screen may use any of them, and the browser's own sizes are of no scale.
  for (const heading of ['h1', 'h2', 'h3', 'h4'])
    expect(base).toMatch(new RegExp(`^${heading} \\{\\s+font-size:`, 'm'))
})
