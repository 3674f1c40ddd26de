import { relative } from 'node:path'
import { listOf, parseReport } from './report.mjs'

const LISTED_MAX = 15

/**
 * The files of both test runners that took the longest.
 * @param {string | undefined} vitest its JSON report
 * @param {string | undefined} playwright its JSON report
 * @param {string} root
 * @returns {string[]} lines; none when nothing ran
 */
export function slowestLines(vitest, playwright, root) {
  const files = [...timesOfVitest(vitest, root), ...timesOfPlaywright(playwright)]
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, LISTED_MAX)
  if (slowest.length === 0) return []
  const lines = slowest.map(({ where, ms }) => `  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${where}`)
  return [`\nThe ${slowest.length} slowest test files:`, ...lines]
}

/**
 * @param {string | undefined} report
 * @param {string} root
 * @returns {{ where: string, ms: number }[]}
 */
function timesOfVitest(report, root) {
  return listOf(parseReport(report).testResults).map((file) => ({
    where: relative(root, String(file.name)),
    ms: Number(file.endTime) - Number(file.startTime) || 0,
  }))
}

/**
 * @param {string | undefined} report
 * @returns {{ where: string, ms: number }[]}
 */
function timesOfPlaywright(report) {
  return listOf(parseReport(report).suites).map((file) => ({
    where: `e2e/stories/${file.file}`,
    ms: durationOf(file),
  }))
}

/**
 * @param {any} suite a file, or a group within one
 * @returns {number}
 */
function durationOf({ specs, suites }) {
  const results = listOf(specs).flatMap((spec) => listOf(spec.tests).flatMap((test) => listOf(test.results)))
  const own = results.map((result) => Number(result.duration) || 0)
  return [...own, ...listOf(suites).map(durationOf)].reduce((sum, ms) => sum + ms, 0)
}
