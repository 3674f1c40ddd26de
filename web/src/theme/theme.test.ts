import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DARK, LIGHT } from './tokens.ts'

const LIBRARY_CSS = readFileSync(fileURLToPath(new URL('./library.css', import.meta.url)), 'utf8')
const SHADES = 10

test.each([
  ['light', 'gray', LIGHT],
  ['dark', 'dark', DARK],
] as const)('the %s theme replaces every grey of the component library', (scheme, palette, tokens) => {
  const rules = LIBRARY_CSS.split(`:root[data-mantine-color-scheme="${scheme}"] {`)[1]?.split('}')[0] ?? ''
  const worn = [...rules.matchAll(/--mantine-color-(\w+)-\d: var\(--galla-([\w-]+)\);/g)]
  expect(worn.map(([, name]) => name)).toEqual(Array.from({ length: SHADES }, () => palette))
  expect(Object.keys(tokens)).toEqual(expect.arrayContaining(worn.map(([, , token]) => token)))
})
