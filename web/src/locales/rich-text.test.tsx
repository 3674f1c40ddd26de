import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { richText } from './rich-text.tsx'

const bold = (text: string) => <b>{text}</b>

test('a value that contains tags is shown as plain text', () => {
  const values = { name: '<b>x</b>', amount: '</b>₹1' }
  const shown = richText('{amount} of <b>{name}</b>', { b: bold }, values)
  expect(renderToStaticMarkup(shown)).toBe('&lt;/b&gt;₹1 of <b>&lt;b&gt;x&lt;/b&gt;</b>')
})

test('a plural followed by a tag is formatted correctly', () => {
  const shown = richText(
    '{n, plural, one {# payment} other {# payments}} in <b>{place}</b>',
    { b: bold },
    { n: 2, place: 'India' },
  )
  expect(renderToStaticMarkup(shown)).toBe('2 payments in <b>India</b>')
})
