import { expect, it } from 'vitest'
import { describeRules, findingsIn, type RuleCase, type Tree, X } from './structure-harness.ts'

const lines = (count: number): string => 'void 0\n'.repeat(count)
const functionOf = (count: number): string => `export const long = () => {\n${lines(count - 2)}}\n`
const folderOf = (count: number): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`upi/src/a${n}.ts`, X]))
const TOKENS = {
  'web/src/theme/tokens.ts': 'export const BREAKPOINTS = { cards: 480, wide: 1200 } as const\n',
}
const styles = (query: string): string => `@media (${query}) {\n  .a {\n    color: red;\n  }\n}\n`

const LIMITS: RuleCase[] = [
  {
    rule: 'a program has at most 400 lines',
    bad: { 'upi/src/a.ts': lines(401) },
    finding: 'upi/src/a.ts:1: 401 lines',
    good: { 'upi/src/a.ts': lines(400) },
  },
  {
    rule: 'so has a test',
    bad: { 'upi/src/a.test.ts': lines(401) },
    finding: 'upi/src/a.test.ts:1: 401 lines',
    good: { 'upi/src/a.test.ts': lines(400) },
  },
  {
    rule: 'so have styles and SQL, but not the schema that is written by a program',
    bad: { 'server/migrations/0001-a.sql': 'select 1;\n'.repeat(401) },
    finding: 'server/migrations/0001-a.sql:1: 401 lines',
    good: { 'server/migrations/schema.sql': 'select 1;\n'.repeat(401) },
  },
  {
    rule: 'a function has at most 80 lines, except in tests',
    bad: { 'upi/src/a.ts': functionOf(81) },
    finding: 'upi/src/a.ts:1: long has 81 lines',
    good: { 'upi/src/a.ts': functionOf(80), 'upi/src/a.test.ts': functionOf(81) },
  },
  {
    rule: 'a folder has at most 25 source files, tests and harnesses aside',
    bad: folderOf(26),
    finding: 'upi/src:1: 26 source files in one folder',
    good: { ...folderOf(25), 'upi/src/a.test.ts': X, 'upi/src/a-harness.ts': X },
  },
  {
    rule: "a media query is for one of the theme's widths",
    bad: { ...TOKENS, 'web/src/a.css': styles('max-width: 639.98px') },
    finding: 'web/src/a.css:1: the width of @media (max-width: 639.98px)',
    good: {
      ...TOKENS,
      'web/src/a.css': styles('max-width: 479.98px'),
      'web/src/b.css': styles('min-width: 480px'),
    },
  },
  {
    rule: 'a query key comes from query-keys.ts',
    bad: { 'web/src/a.ts': "export const a = { queryKey: ['orders'] }\n" },
    finding: 'web/src/a.ts:1: a query key written out',
    good: { 'web/src/query-keys.ts': "export const a = { queryKey: ['orders'] }\n" },
  },
]

describeRules('limits', LIMITS)

it('a file that cannot be parsed is no pass', () => {
  expect(() => findingsIn({ 'upi/src/a.ts': 'const = 1\n' })).toThrow(/upi\/src\/a\.ts can't be parsed/)
})
