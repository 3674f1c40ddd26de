import { expect, test } from 'vitest'
import { mailboxFieldsOf, mailboxMessages, serverOf, toMailboxForm } from './mailbox-fields.ts'

const EMPTY = mailboxFieldsOf(null)

test('the server of a well-known email domain is filled in, and no other is guessed', () => {
  expect(serverOf('Shop@GMail.com')).toBe('imap.gmail.com')
  expect(serverOf('shop@example.com')).toBe('')
})

test('an email and a password are enough for a well-known provider', () => {
  const fields = { ...EMPTY, username: 'shop@gmail.com', password: 'abcd efgh ijkl mnop' }
  expect(mailboxMessages(fields, true)).toEqual({})
  expect(toMailboxForm(fields)).toEqual({
    host: 'imap.gmail.com',
    port: 993,
    username: 'shop@gmail.com',
    password: 'abcd efgh ijkl mnop',
    folder: 'INBOX',
    bankWritesTo: 'shop@gmail.com',
  })
})

test('a missing value is reported at its field', () => {
  expect(Object.keys(mailboxMessages(EMPTY, true)).toSorted()).toEqual([
    'bankWritesTo',
    'host',
    'password',
    'username',
  ])
  const port = { ...EMPTY, username: 'shop@gmail.com', port: 'x' }
  expect(mailboxMessages(port, false)).toEqual({ port: 'Please enter a port' })
})
