import { expect, test } from 'vitest'
import { libpqConnection } from './pg-client.ts'

test('the password is in a variable, not on the command line', () => {
  const { dbname, env } = libpqConnection('postgres://galla:p%40ss:w@a:5432,b:5432/galla?host=%2Frun')
  expect(dbname).toBe('postgres://galla@a:5432,b:5432/galla?host=%2Frun')
  expect(env.PGPASSWORD).toBe('p@ss:w')
  expect(libpqConnection('postgres://galla@a/galla').env).not.toHaveProperty('PGPASSWORD')
})

test.each([
  ['postgres://a/galla?sslmode=require', 'postgres://a/galla?sslmode=verify-full'],
  ['postgres://a/galla?x=1&sslmode=verify-ca', 'postgres://a/galla?x=1&sslmode=verify-full'],
  ['postgres://a/galla?sslmode=no-verify', 'postgres://a/galla?sslmode=require'],
  ['postgres://a/galla?uselibpqcompat=true&sslmode=require', 'postgres://a/galla?sslmode=require'],
  ['postgres://a/galla?sslmode=require&uselibpqcompat=true', 'postgres://a/galla?sslmode=require'],
  ['postgres://a/galla', 'postgres://a/galla'],
])('a certificate is checked as the program checks it: %s', (given, expected) => {
  expect(libpqConnection(given).dbname).toBe(expected)
})
