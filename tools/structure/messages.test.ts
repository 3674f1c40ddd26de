import { describeRules, type RuleCase } from './structure-harness.ts'

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
]

describeRules('messages', MESSAGES)
