import { expect, test } from 'vitest'
import { preventLinks, renderEmail } from './email-template.ts'

/** What mail programs look for: a scheme, www, or a name with a dot and a top-level domain; also with the dots of other scripts. */
const LINK = /[a-z][a-z0-9+.-]*:\S|www\.\S|[\p{L}\p{N}-]+[.。．｡][\u200c\u200d]*\p{L}{2,}/iu

const HOSTILE = [
  'Galla.com verify-now.example',
  'http://evil.example/login',
  'HTTPS://EVIL.EXAMPLE',
  'www.evil.example',
  'pay@evil.example',
  'mailto:thief@evil.example',
  'javascript:alert(1)',
  'tel:+911234567890',
  'evil。example',
  'evil．example',
  'evil｡example',
  'गल्ला.भारत',
  'evil.\u200dexample',
  'evil\u200b.\u200bexample',
  'xn--evil.xn--p1ai',
  'Tea\r\nBcc: all@evil.example',
]

test.each(HOSTILE)('%j in an e-mail is text and not a link', (name) => {
  expect(name).toMatch(/[\r\n]|[:.。．｡]/u)
  expect(preventLinks(name)).not.toMatch(LINK)
  const { subject, text, html } = renderEmail({
    to: 'asha@example.com',
    subject: `News of ${name}`,
    greeting: `Hello ${name},`,
    paragraphs: [`Paid by ${name}.`],
    action: { label: 'Open', url: 'https://galla.example/dashboard' },
    footnote: 'Write to https://galla.example/contact',
  })
  expect(subject).not.toMatch(LINK)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(text.replaceAll(/https:\/\/galla\.example\/\w+/g, '')).not.toMatch(LINK)
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://galla.example/dashboard"'])
})

test.each([
  '₹1,499.00 at 10:30 IST',
  'Sharma & Sons',
  'गल्ला चाय',
  'ക്‍ഷ',
  'sharma@okaxis',
  'Paid. Thank you: all is well.',
])('%s is not changed', (text) => {
  expect(preventLinks(text)).toBe(text)
})
