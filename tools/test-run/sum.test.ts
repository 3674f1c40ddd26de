import { describe, expect, test } from 'vitest'
import { sumLine, sumOfPlaywright, sumOfStep, sumOfVitest } from './sum.mjs'

describe('the last line of npm test', () => {
  test('adds up steps and tests', () => {
    const vitest = JSON.stringify({ numPassedTests: 40, numFailedTests: 2, testResults: [] })
    const playwright = JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 0 } })
    const sums = [sumOfStep(0), sumOfStep(2), sumOfVitest(vitest, 1), sumOfPlaywright(playwright, 1)]
    expect(sumLine(sums)).toBe('46 passed, 4 failed')
  })

  test.each([undefined, '', '{', '{}', 'null'])('counts a runner that left %j as failed', (report) => {
    expect(sumOfVitest(report, 0)).toEqual({ passed: 0, failed: 1 })
    expect(sumOfPlaywright(report, 0)).toEqual({ passed: 0, failed: 1 })
  })

  test('counts what failed outside of tests', () => {
    expect(sumOfVitest(JSON.stringify({ numPassedTests: 3, numFailedTests: 0 }), 1)).toEqual({
      passed: 3,
      failed: 1,
    })
    expect(sumOfPlaywright(JSON.stringify({ stats: { expected: 3 } }), 1)).toEqual({ passed: 3, failed: 1 })
  })

  test('counts each file that could not be loaded, and a test that passed only when repeated', () => {
    const broken = { status: 'failed', assertionResults: [] }
    const known = { status: 'failed', assertionResults: [{ status: 'failed' }] }
    const report = { numPassedTests: 3, numFailedTests: 1, testResults: [broken, known, broken] }
    expect(sumOfVitest(JSON.stringify(report), 1)).toEqual({ passed: 3, failed: 3 })
    const flaky = { stats: { expected: 3, unexpected: 0, flaky: 1 } }
    expect(sumOfPlaywright(JSON.stringify(flaky), 0)).toEqual({ passed: 3, failed: 1 })
  })
})
