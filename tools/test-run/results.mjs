/** @typedef {{ passed: number, failed: string[] }} Results `failed`: a line for each */

const LISTED_MAX = 40
const LINE_MAX = 400

/**
 * What a test runner wrote as JUnit XML: both do. A runner that ran nothing, crashed, or failed without a failed test has failed.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Results}
 */
export function resultsOf(report, exitCode) {
  const cases = [...(report ?? '').matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)]
  const failed = cases.filter(([, , body = '']) => /<(?:failure|error)\b/.test(body)).map(failureLine)
  const passed = cases.filter(([, , body = '']) => !/<(?:failure|error|skipped)\b/.test(body)).length
  if (failed.length === 0 && (exitCode !== 0 || passed === 0))
    return { passed, failed: [`it ended with ${exitCode} after ${passed} tests; its output is above`] }
  return { passed, failed }
}

/**
 * The end of the output, because often only the end of a long log is kept.
 * @param {ReadonlyMap<string, Results>} steps by name
 * @returns {string[]}
 */
export function lastLines(steps) {
  const failed = [...steps].flatMap(([name, results]) => results.failed.map((line) => `  ${name}: ${line}`))
  const passed = [...steps.values()].reduce((sum, results) => sum + results.passed, 0)
  const left = failed.length - LISTED_MAX
  return [
    ...failed.slice(0, LISTED_MAX),
    ...(left > 0 ? [`  and ${left} more`] : []),
    `${passed} passed, ${failed.length} failed`,
  ]
}

/** @param {RegExpMatchArray} testcase */
function failureLine([, attributes = '', body = '']) {
  const text = decoded(body).replace(/^\s*<[^>]*>/, '')
  // Vitest marks the line; of Playwright's stack, the last is the story's own.
  const stack = [...text.matchAll(/^\s+at (?:.*[(/])?([^\s(/]+:\d+):\d+\)?$/gm)]
  const where = /❯ ([^\s:]+:\d+)/.exec(text)?.[1] ?? stack.at(-1)?.[1] ?? attribute(attributes, 'classname')
  // What Playwright looked for stands in the lines below the error.
  const [said = ''] = /^.*\b\w*Error: .*$(?:\n(?!\s*(?:Call log:|at |❯)).*)*/m.exec(text) ?? []
  const lines = said.split('\n').flatMap((line) => line.trim() || [])
  return `${where} > ${attribute(attributes, 'name')}: ${lines.join('; ')}`.slice(0, LINE_MAX)
}

/**
 * @param {string} attributes
 * @param {string} name
 */
function attribute(attributes, name) {
  return decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
}

/** @type {Record<string, string>} */
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' }

/** @param {string} text */
function decoded(text) {
  return text.replace(/&(lt|gt|quot|apos|#39|amp);/g, (whole, name) => ENTITIES[name] ?? whole)
}
