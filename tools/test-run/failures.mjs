import { basename, relative } from 'node:path'
import { listOf, parseReport } from './report.mjs'

/** @typedef {{ where: string, title: string, message: string }} Failure */

const LISTED_MAX = 40
const MESSAGE_MAX = 400
// The colours of a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what they begin with
const COLOUR = /\u001B\[[0-9;]*m/g

/**
 * The failed tests, for the end of the output, because often only the end of a long log is kept.
 * @param {readonly Failure[]} failures
 * @returns {string[]} lines, at most 41
 */
export function failureLines(failures) {
  const lines = failures.slice(0, LISTED_MAX).map(({ where, title, message }) => {
    return `  ${[where, title].filter(Boolean).join(' > ')}${message === '' ? '' : `: ${message}`}`
  })
  const left = failures.length - lines.length
  return left > 0 ? [...lines, `  and ${left} more`] : lines
}

/**
 * From Vitest's JSON report: tests that failed, and files that could not be loaded.
 * @param {string | undefined} report
 * @param {string} root
 * @returns {Failure[]}
 */
export function failuresOfVitest(report, root) {
  return listOf(parseReport(report).testResults).flatMap((file) => {
    const where = relative(root, text(file.name))
    const failed = listOf(file.assertionResults).filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed')
      return [{ where, title: '', message: inOneLine(file.message) }]
    return failed.map((test) => {
      const message = listOf(test.failureMessages)[0]
      return {
        where: withLine(where, message),
        title: [...listOf(test.ancestorTitles), test.title].join(' > '),
        message: inOneLine(message),
      }
    })
  })
}

/**
 * From Playwright's JSON report: tests that failed or passed only when repeated, and what failed outside of any.
 * @param {string | undefined} report
 * @returns {Failure[]}
 */
export function failuresOfPlaywright(report) {
  const parsed = parseReport(report)
  const outside = listOf(parsed.errors).map(({ message }) => ({
    where: 'stories',
    title: '',
    message: inOneLine(message),
  }))
  return [...listOf(parsed.suites).flatMap((file) => failuresOfSuite(file, [])), ...outside]
}

/**
 * @param {any} suite a file, or a group within one
 * @param {readonly string[]} groups
 * @returns {Failure[]}
 */
function failuresOfSuite(suite, groups) {
  const own = listOf(suite.specs).flatMap((spec) =>
    listOf(spec.tests)
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map((test) => {
        const error = listOf(test.results).find((result) => result.error !== undefined)?.error
        return {
          where: withLine(text(spec.file), error?.stack),
          title: [...groups, spec.title].join(' > '),
          message: inOneLine(error?.message),
        }
      }),
  )
  const inner = listOf(suite.suites).flatMap((group) =>
    failuresOfSuite(group, [...groups, text(group.title)]),
  )
  return [...own, ...inner]
}

/**
 * The file with its line in the stack, if there is one.
 * @param {string} file
 * @param {unknown} stack
 */
function withLine(file, stack) {
  const [, after] = text(stack).split(`${basename(file)}:`, 2)
  const line = /^\d+/.exec(after ?? '')?.[0]
  return line === undefined ? file : `${file}:${line}`
}

/**
 * The expected and the actual value in one line, without the stack.
 * @param {unknown} message
 */
function inOneLine(message) {
  const [said = ''] = text(message)
    .replace(COLOUR, '')
    .split(/\n\s*(?:at |Call log:)/, 1)
  const line = said
    .trim()
    .split(/\s*\n\s*/)
    .join(' | ')
  return line.length > MESSAGE_MAX ? `${line.slice(0, MESSAGE_MAX)}...` : line
}

/** @param {unknown} value */
function text(value) {
  return typeof value === 'string' ? value : ''
}
