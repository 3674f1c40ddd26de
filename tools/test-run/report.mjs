/**
 * Parses the JSON report of a test runner; an empty object if there is none.
 * @param {string | undefined} report
 * @returns {any}
 */
export function parseReport(report) {
  try {
    return JSON.parse(report ?? '') ?? {}
  } catch {
    return {}
  }
}

/**
 * Returns the items of a list in a report; none if it is no list.
 * @param {unknown} value
 * @returns {any[]}
 */
export function listOf(value) {
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : []
}
