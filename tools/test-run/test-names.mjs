import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, workspaces } from '../setup/run.mjs'

const NOT_OURS = new Set(['node_modules', 'dist'])

/**
 * The test files, and the stories of the browser, whose path contains one of the names.
 * @param {readonly string[]} names
 * @returns {{ files: string[], stories: string[] }}
 */
export function testsNamed(names) {
  /** @type {(path: string) => boolean} */
  const isNamed = (path) => names.some((name) => path.includes(name))
  return {
    files: workspaces.flatMap((folder) => pathsUnder(folder, /\.test\.tsx?$/)).filter(isNamed),
    stories: pathsUnder('e2e/stories', /\.spec\.ts$/)
      .filter(isNamed)
      .map((path) => path.replace('e2e/', '')),
  }
}

/**
 * @param {string} folder relative to the repository, with slashes
 * @param {RegExp} ending
 * @returns {string[]}
 */
function pathsUnder(folder, ending) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : pathsUnder(path, ending)
    return ending.test(entry.name) ? [path] : []
  })
}
