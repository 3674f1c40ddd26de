import { expect, it } from 'vitest'
import { describeRules, type RuleCase } from './structure-harness.ts'
import { ENGLISH } from './untranslated.ts'

const IMPORT = "import { t } from './locales/translate.ts'\n"
const TRANSLATE = { 'web/src/locales/translate.ts': 'export const t = (text: string) => text\n' }
const CATALOGUE = { 'web/src/locales/hi.json': '{ "Sign in": "लॉग इन करें" }\n' }

const MESSAGES: RuleCase[] = [
  {
    rule: 'every message has its translation',
    bad: {
      ...TRANSLATE,
      ...CATALOGUE,
      'web/src/a.ts': `${IMPORT}export const a = [t('Sign in'), t('Sign up')]\n`,
    },
    finding: 'web/src/a.ts:2: no translation of "Sign up"',
    good: { ...TRANSLATE, ...CATALOGUE, 'web/src/a.ts': `${IMPORT}export const a = t('Sign in')\n` },
  },
  {
    rule: 'a catalogue has nothing else',
    bad: { ...TRANSLATE, ...CATALOGUE },
    finding: 'web/src/locales/hi.json:1: "Sign in" is no message',
    good: { ...TRANSLATE, ...CATALOGUE, 'contract/src/a.ts': "export const a = 'Sign in'\n" },
  },
  {
    rule: 'a message is written out where it is used',
    bad: {
      ...TRANSLATE,
      'web/src/locales/hi.json': '{}\n',
      'web/src/a.ts': `${IMPORT}export const a = (b: string) => t(b)\n`,
    },
    finding: 'web/src/a.ts:2: a message that is not written out',
    good: { ...TRANSLATE, ...CATALOGUE, 'web/src/a.ts': `${IMPORT}export const a = t('Sign in')\n` },
  },
  {
    rule: 'what a translated screen shows is a message',
    bad: { 'web/src/features/orders/a.tsx': 'export const A = () => <p>Sign in</p>\n' },
    finding: 'web/src/features/orders/a.tsx:1: "Sign in" is no message',
    good: { 'web/src/features/operator/a.tsx': 'export const A = () => <p>Sign in</p>\n' },
  },
  {
    rule: 'so are the sentences of its attributes and failures',
    bad: { 'web/src/features/orders/a.ts': "export const WORDS = { failed: 'Login failed' }\n" },
    finding: 'web/src/features/orders/a.ts:1: "Login failed" is no message',
    good: {
      ...TRANSLATE,
      'web/src/features/orders/a.ts':
        "import { t } from '../../locales/translate.ts'\nexport const WORDS = { failed: t('Login failed') }\n",
    },
  },
  {
    rule: 'a screen that is translated leaves the list of English ones',
    bad: { 'web/src/features/outbox/a.ts': "export const a = 'none'\n" },
    finding: 'web/src/features/outbox/:1: listed as English, and has no bare text',
    good: { 'web/src/features/outbox/a.tsx': 'export const A = () => <p>Sign in</p>\n' },
  },
]

describeRules('messages', MESSAGES)

it('the list of English screens only shrinks', () => {
  expect(Object.keys(ENGLISH).length).toBeLessThanOrEqual(11)
})
