import { listOf, parseReport } from './report.mjs'

/** @typedef {{ passed: number, failed: number }} Sum */

/**
 * @param {readonly Sum[]} sums
 * @returns {string} the last line of `npm test`
 */
export function sumLine(sums) {
  const passed = sums.reduce((total, sum) => total + sum.passed, 0)
  const failed = sums.reduce((total, sum) => total + sum.failed, 0)
  return `${passed} passed, ${failed} failed`
}

/**
 * A step that is not a test runner counts as one.
 * @param {number} exitCode
 * @returns {Sum}
 */
export function sumOfStep(exitCode) {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * From Vitest's JSON report. A file that could not be loaded has no tests to fail, and counts as one.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Sum}
 */
export function sumOfVitest(report, exitCode) {
  const parsed = parseReport(report)
  const passed = count(parsed.numPassedTests)
  const brokenFiles = listOf(parsed.testResults).filter(
    (file) => file.status === 'failed' && !hasFailedTest(file),
  ).length
  return honest(passed, count(parsed.numFailedTests) + brokenFiles, exitCode)
}

/** @param {any} file */
function hasFailedTest(file) {
  return listOf(file.assertionResults).some((test) => test.status === 'failed')
}

/**
 * From Playwright's JSON report. A test that passed only when it was repeated counts as failed.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Sum}
 */
export function sumOfPlaywright(report, exitCode) {
  const stats = parseReport(report).stats
  return honest(count(stats?.expected), count(stats?.unexpected) + count(stats?.flaky), exitCode)
}

/**
 * Counts a runner that ran nothing, crashed, or failed without a failed test as failed.
 * @param {number} passed
 * @param {number} failed
 * @param {number} exitCode
 */
function honest(passed, failed, exitCode) {
  const hiddenFailure = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: hiddenFailure ? 1 : failed }
}

/** @param {unknown} value */
function count(value) {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0
}
