import { describe, expect, test } from 'vitest'
import { failureLines, failuresOfPlaywright, failuresOfVitest } from './failures.mjs'

describe('failed tests', () => {
  const file = (name: string, more: object) => ({ name: `/place/server/src/${name}.test.ts`, ...more })

  test('are listed with their file, its line and their message in one line, without colours', () => {
    const report = {
      testResults: [
        file('a', {
          status: 'failed',
          assertionResults: [
            { status: 'passed', ancestorTitles: [], title: 'stands' },
            {
              status: 'failed',
              ancestorTitles: ['a group'],
              title: 'breaks',
              failureMessages: [
                '\u001B[31mAssertionError: 1 is not 2\u001B[39m\n    at file:///place/server/src/a.test.ts:7:3',
              ],
            },
          ],
        }),
        file('b', { status: 'failed', message: 'no such module\nin b', assertionResults: [] }),
        file('c', { status: 'passed', assertionResults: [] }),
      ],
    }
    expect(failureLines(failuresOfVitest(JSON.stringify(report), '/place'))).toEqual([
      '  server/src/a.test.ts:7 > a group > breaks: AssertionError: 1 is not 2',
      '  server/src/b.test.ts: no such module | in b',
    ])
  })

  test('include stories, stories that passed only when repeated, and failures outside of stories', () => {
    const LATE = 'expect failed\n\nReceived: "Waiting"\n\nCall log:\n  - waiting\n  at'
    const spec = (title: string, status: string, message: string) => ({
      title,
      file: 'pay.spec.ts',
      tests: [
        { status, results: [{ error: { message, stack: `${message}\n  at /p/pay.spec.ts:7:5` } }, {}] },
      ],
    })
    const report = {
      suites: [
        {
          title: 'pay.spec.ts',
          specs: [spec('pays', 'expected', ''), spec('is late', 'unexpected', LATE)],
          suites: [{ title: 'a phone', specs: [spec('shares', 'flaky', 'Gone')] }],
        },
      ],
      errors: [{ message: 'The server did not start\n' }],
    }
    expect(failureLines(failuresOfPlaywright(JSON.stringify(report)))).toEqual([
      '  pay.spec.ts:7 > is late: expect failed | Received: "Waiting"',
      '  pay.spec.ts:7 > a phone > shares: Gone',
      '  stories: The server did not start',
    ])
  })

  test('are at most 40, each of one short line, and none without a report', () => {
    const many = Array.from({ length: 42 }, () => ({ where: 'a.test.ts', title: 'breaks', message: '' }))
    expect(failureLines(many)).toHaveLength(41)
    expect(failureLines(many).at(-1)).toBe('  and 2 more')
    const long = [
      { status: 'failed', name: '/p/a.test.ts', message: 'x'.repeat(10_000), assertionResults: [] },
    ]
    expect(failureLines(failuresOfVitest(JSON.stringify({ testResults: long }), '/p'))[0]?.length).toBe(416)
    for (const report of [undefined, '', '{', '{}', 'null'])
      expect([...failuresOfVitest(report, '/'), ...failuresOfPlaywright(report)]).toEqual([])
  })
})
