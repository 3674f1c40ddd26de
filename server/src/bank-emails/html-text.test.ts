import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlText } from './html-text.ts'

test.each([
  [
    "a bank's page",
    '<html><head><title>t</title><style>p{}</style></head><body><p>Rs.&nbsp;5.00 &amp; more</p></body></html>',
    '\nRs. 5.00 & more\n',
  ],
  ['a comment', 'a<!-- <p>hidden</p> -->b', 'ab'],
  ['a comment that does not end', 'a<!-- b', 'a'],
  ['a tag that does not end', 'a<p class="b', 'a'],
  ['a hidden element', 'a<div style="color:red; display : none">x<div>y</div>z</div>b', 'ab'],
  ['a hidden attribute', 'a<span hidden>x</span>b', 'ab'],
  ['a box that hides what is too wide', 'a<span style="overflow:hidden">x</span>b', 'axb'],
  ['a quotation, and one inside it', 'a<blockquote>x<blockquote>y</blockquote>z</blockquote>b', 'ab'],
  ['a quotation that does not end', 'a<blockquote>b', 'a'],
  ['a script', 'a<script>if (1 < 2) "</p>"</script>b', 'ab'],
  ['a sign that is no tag', '5 < 6 > 4', '5 < 6 > 4'],
  ['a bracket in an attribute', 'a<img alt="x > y">b', 'ab'],
  ['numbered signs', '&#82;&#x73;. 5&#xD800;&#0;&bogus;', 'Rs. 5  &bogus;'],
  ['cells', '<td>Date:</td><td>21-11-26</td>', '\nDate:\n\n21-11-26\n'],
])('%s is read as it is displayed', (_what, html, text) => {
  expect(htmlText(html)).toBe(text)
})

test('any HTML is read to its end, and the result contains only its own text', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '<!--',
    '-->',
    '<p ',
    '</p>',
    'a',
    ' ',
    '&#',
    ';',
    '<div hidden>',
    '</div>',
    '<script>',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const html = pieces.join('')
      const text = htmlText(html)
      expect(text.length).toBeLessThanOrEqual(html.length)
    }),
  )
})

test.each(['<', '<!--', '<p "', '&#1', '<div hidden>', "<a '", '<blockquote>'])(
  'half a megabyte of %s is read in linear time',
  (piece) => {
    const cpuOf = (size: number): number => {
      const html = piece.repeat(size / piece.length)
      const start = process.cpuUsage()
      for (let n = 0; n < 5; n += 1) htmlText(html)
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    cpuOf(50_000)
    // A garbage collection may run during one of them.
    const leastOf = (size: number): number => Math.min(cpuOf(size), cpuOf(size), cpuOf(size))
    // Ten times the text; quadratic time would be a hundred times.
    expect(leastOf(500_000)).toBeLessThan(40 * Math.max(leastOf(50_000), 2_000))
  },
)
