import { describeRules, type RuleCase, X } from './structure-harness.ts'

const WORDS: RuleCase[] = [
  {
    rule: 'a banned word is found within a name',
    bad: { 'upi/src/a.ts': 'export const toldBy = 1\n' },
    finding: 'upi/src/a.ts:1: the word "told"; reported',
    good: { 'upi/src/a.ts': 'export const toldar = 1\n' },
  },
  {
    rule: 'and in comments, once for a file',
    bad: { 'upi/src/a.ts': `${X}// The merchant; he pays, and he waits.\n` },
    finding: 'upi/src/a.ts:2: the word "he"; they',
    good: { 'upi/src/a.ts': `${X}// The merchant; they pay.\n` },
  },
  {
    rule: 'and in documents and screens, of more than one word too',
    bad: { 'docs/a.md': 'This can not be.\n' },
    finding: 'docs/a.md:1: the word "can not"; cannot',
    good: { 'docs/a.md': 'This cannot be.\n' },
  },
]

describeRules('words', WORDS)
