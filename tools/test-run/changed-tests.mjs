import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, root } from '../setup/run.mjs'

/**
 * The files that differ from the main branch, or, on the main branch, from the last commit.
 * @returns {string[]} those that are still there
 */
export function changedFiles() {
  const base =
    ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch)[0]).find(Boolean) ?? 'HEAD'
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed)].filter((path) => existsSync(join(root, path)))
}

/**
 * The tests that import a changed file, nearest first.
 * @param {readonly string[]} changed
 * @returns {{ tests: string[], left: number }} `left`: how many are less near and do not run
 */
export function relatedTests(changed) {
  const { stdout, stderr, status } = spawnSync(findNode(), ['tools/test-run/related-tests.ts', ...changed], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The tests near the change could not be found: ${stderr}`)
  return JSON.parse(stdout)
}

/** @param {string[]} args */
function git(...args) {
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}
