import { expect, test } from 'vitest'
import { renderEmail } from './email-template.ts'

const parts = {
  to: 'asha@example.com',
  subject: 'Tea & <b>biscuits</b>',
  greeting: 'Hello "Asha",',
  paragraphs: ['One <script>alert(1)</script>.', 'दो & three.'],
  action: { label: 'Open it', url: 'https://pay.example.com/x?a=1&b=2' },
  footnote: "It's the end.",
}

const shownBy = (html: string): string =>
  html
    .replace(/<title>.*<\/title>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test('the text and the HTML have the same words', () => {
  const { text, html } = renderEmail(parts)
  const words = shownBy(html)
  for (const part of [parts.greeting, ...parts.paragraphs, parts.action.url, parts.footnote]) {
    expect(text).toContain(part)
    expect(words).toContain(part)
  }
})

test('inserted text is escaped, and the HTML loads nothing', () => {
  const { html } = renderEmail(parts)
  expect(html).not.toMatch(/<script|<b>|<img|<link|src=|url\(/)
  expect(html).toContain('href="https://pay.example.com/x?a=1&amp;b=2"')
})

test('the HTML has a language, a title and one heading', () => {
  const { html } = renderEmail(parts)
  expect(html).toContain('<html lang="en">')
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html.match(/<main/g)).toHaveLength(1)
  expect(html).toContain('<title>Tea &amp; &lt;b&gt;biscuits&lt;/b&gt;</title>')
})
