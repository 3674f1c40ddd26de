import { spawnSync } from 'node:child_process'
import { dirname, relative } from 'node:path'
import { findNode, root } from '../setup/run.mjs'

/** As many as run within a minute; `npm test` runs all. */
const TESTS_MAX = 10

/**
 * The tests that import a file that differs from the main branch (on the main branch, from the last commit), those in its folders first.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ tests: string[], left: number }} `left`: how many do not run
 */
export function changedTests(env) {
  const base =
    ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch)[0]).find(Boolean) ?? 'HEAD'
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const command = ['node_modules/vitest/vitest.mjs', 'list', '--changed', base, '--filesOnly', '--json']
  const { stdout, stderr, status } = spawnSync(findNode(), command, { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The tests near the change could not be found: ${stderr}`)
  /** @type {{ file: string }[]} */
  const listed = JSON.parse(stdout)
  const folders = new Set(changed.map((path) => dirname(path)))
  const tests = [...new Set(listed.map(({ file }) => relative(root, file)))]
  const [near, far] = [true, false].map((is) => tests.filter((path) => folders.has(dirname(path)) === is))
  const sorted = [...(near ?? []), ...(far ?? [])]
  return { tests: sorted.slice(0, TESTS_MAX), left: Math.max(sorted.length - TESTS_MAX, 0) }
}

/** @param {string[]} args */
function git(...args) {
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}
