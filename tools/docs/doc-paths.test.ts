import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readRepository } from '../structure/source.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FILE_NAME = /`([\w-][\w./-]*\.(?:ts|tsx|mjs|sql|json|yaml|css|md))`/g
const FOLDER_OR_FILE =
  /`((?:bench|checkout|contract|deploy|docs|e2e|embedded-postgres|plugins|sdk|server|tools|upi|web)\/[\w./-]*)`/g
const LINK = /\]\(([^)#\s]+)/g
/** Built files, which a fresh clone does not have. */
const isBuilt = (path: string): boolean => /\/dist\b/.test(path)

const { texts } = readRepository(ROOT)
const pages = texts.filter(({ path }) => /^(docs\/.*|README)\.md$/.test(path))

const named = (pattern: RegExp) =>
  pages.flatMap(({ path: page, text }) =>
    [...text.matchAll(pattern)].map(([, path = '']) => ({ page, path })).filter(({ path }) => !isBuilt(path)),
  )

test('every file that a page of docs names exists', () => {
  const files = named(FILE_NAME)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(({ path }) => !texts.some((file) => `/${file.path}`.endsWith(`/${path}`)))).toEqual([])
})

test('every repository path that a page of docs names exists', () => {
  const paths = named(FOLDER_OR_FILE)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('every link of a page of docs leads to a file', () => {
  const links = named(LINK).filter(({ path }) => !/^\w+:/.test(path))
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ page, path }) => !existsSync(join(ROOT, dirname(page), path)))).toEqual([])
})

test('every path that docs/architecture.md names exists', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const named = [...page.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(30)
  expect(
    named.filter((path) => !['', 'server/src', 'web/src'].some((from) => existsSync(join(ROOT, from, path)))),
  ).toEqual([])
})
