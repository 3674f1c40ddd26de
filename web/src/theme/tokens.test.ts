import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DARK, LIGHT } from './tokens.ts'

const PAGE_CSS = readFileSync(
  fileURLToPath(new URL('../../../checkout/src/page.css', import.meta.url)),
  'utf8',
)

/** The payment page carries its own few; its names are shorter. */
const NAMES = {
  ground: 'background',
  surface: 'surface',
  text: 'text',
  muted: 'muted',
  line: 'line',
  edge: 'control',
  accent: 'accent',
  'on-accent': 'on-accent',
  wash: 'created-soft',
  success: 'success',
  'success-wash': 'success-soft',
  pending: 'pending',
  'pending-wash': 'pending-soft',
  failed: 'failed',
  'failed-wash': 'failed-soft',
} as const satisfies Record<string, keyof typeof LIGHT>

const whole = (colour: string): string => colour.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3')

const [light = [], dark = []] = [...PAGE_CSS.matchAll(/:root \{([^}]+)\}/g)].map(([, rules = '']) =>
  [...rules.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name = '', colour = '']) => [name, whole(colour)]),
)

test.each([
  ['light', LIGHT, light],
  ['dark', DARK, dark],
] as const)('the payment page uses the colours of the dashboard, %s', (_theme, tokens, page) => {
  expect(Object.fromEntries(page)).toEqual(
    Object.fromEntries(Object.entries(NAMES).map(([name, token]) => [name, tokens[token]])),
  )
})
