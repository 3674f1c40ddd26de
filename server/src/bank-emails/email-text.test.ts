import { expect, test } from 'vitest'
import { emailText } from './email-text.ts'

const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${text}\r\n`
const textOf = async (...parts: string[]): Promise<string> => {
  const header =
    'From: a@bank.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n'
  return (await emailText(Buffer.from(`${header}${parts.join('')}--b--\r\n`))).text
}

test('an e-mail is read from its HTML part, or from its plain part if the HTML shows no text', async () => {
  const plain = part('text/plain', 'Rs. 5.00 is credited')
  expect(await textOf(plain, part('text/html', '<p>Rs. 6.00 is credited</p>'))).toBe('Rs. 6.00 is credited')
  for (const empty of ['', ' ', '<html><body>&nbsp;<div></div></body></html>'])
    expect(await textOf(plain, part('text/html', empty))).toBe('Rs. 5.00 is credited')
})
