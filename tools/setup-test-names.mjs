import { globSync } from 'node:fs'
import { root } from './setup-run.mjs'

const WORKSPACES = '{upi,contract,embedded-postgres,server,checkout,tools,web,sdk,bench}'

/**
 * The test files, and the stories of the browser, whose path contains one of the names.
 * @param {readonly string[]} names
 * @returns {{ files: string[], stories: string[] }}
 */
export function testsNamed(names) {
  /** @type {(path: string) => boolean} */
  const isNamed = (path) => names.some((name) => path.includes(name))
  return {
    files: pathsOf(`${WORKSPACES}/**/*.test.{ts,tsx}`).filter(isNamed),
    stories: pathsOf('e2e/stories/**/*.spec.ts')
      .filter(isNamed)
      .map((path) => path.replace('e2e/', '')),
  }
}

/**
 * @param {string} pattern
 * @returns {string[]}
 */
function pathsOf(pattern) {
  const exclude = (/** @type {string} */ path) => /(^|[/\\])(node_modules|dist)$/.test(path)
  return globSync(pattern, { cwd: root, exclude }).map((path) => path.replaceAll('\\', '/'))
}
