import { expect, test } from 'vitest'
import { type Environment, readSettings, SettingsError } from './settings.ts'

const problemsOf = (environment: Environment): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

test.each([
  [
    { PUBLIC_URL: '"https://pay.example.com"' },
    'PUBLIC_URL is in quotation marks, which became part of it. Remove them',
  ],
  [{ PORT: "'3000'" }, 'PORT is in quotation marks'],
  [{ DATA_DIR: '"/var/lib/galla"' }, 'DATA_DIR is in quotation marks'],
  [{ DATA_DIR: '/var/lib/galla"' }, 'DATA_DIR begins or ends with a quotation mark. Remove it'],
  [{ PORT: '3000 # the port' }, 'PORT contains a comment (#). Put it on a line of its own'],
  [{ DATA_DIR: '/var/lib/galla   # here' }, 'DATA_DIR contains a comment (#)'],
  [{ PUBLIC_URL: 'https://pay.example.com # ours' }, 'PUBLIC_URL contains a comment (#)'],
  [
    { DATABASE_URL: 'postgres://galla:se#cret@db.example.com/galla' },
    'DATABASE_URL has a reserved character in its user or password: write # as %23',
  ],
  [{ DATABASE_URL: 'postgres://galla:se/cret@db.example.com/galla' }, 'write / as %2F'],
  [{ SMTP_URL: 'smtp://a@b:se/cret@mail.example.com', MAIL_FROM: 'a@example.com' }, 'write @ as %40'],
  [{ SMTP_URL: 'smtp://a:100%@mail.example.com', MAIL_FROM: 'a@example.com' }, 'write % as %25'],
])('quotation marks, comments and reserved characters are named: %j', (environment, sentence) => {
  const [problem] = problemsOf(environment)
  expect(problem).toContain(sentence)
  expect(problem).not.toMatch(/secret|cret@/)
})

test('codes in passwords, lists of servers and a # without a blank are no faults', () => {
  expect(problemsOf({ DATABASE_URL: 'postgres://galla:se%23c%2fret@db.example.com/galla' })).toEqual([])
  expect(
    problemsOf({ DATABASE_URL: 'postgres://a:b@one.example.com/g,postgres://a:b@two.example.com/g' }),
  ).toEqual([])
  expect(problemsOf({ DATA_DIR: '/var/lib/galla#2' })).toEqual([])
  const login = 'smtp://a@example.com:secret@mail.example.com'
  expect(problemsOf({ SMTP_URL: login, MAIL_FROM: 'a@example.com' })).toEqual([])
})
