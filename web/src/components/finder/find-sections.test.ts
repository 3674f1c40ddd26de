import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryKeys } from '../../query-keys.ts'
import { findSections, type SearchEntry } from './find-sections.ts'

const entry = (
  id: string,
  title: string,
  text: string,
  under: readonly string[] = ['Guide'],
): SearchEntry => ({
  path: `/docs#${id}`,
  title,
  under,
  text,
})

const ENTRIES = [
  entry('create', 'Create an order', 'Your client_txn_id must be unique. The redirect carries no status.'),
  entry('webhooks', 'Webhooks', 'Set the webhook URL. Each has a signature over id.timestamp.body.'),
  entry('retries', 'Retry policy', 'Anything but a 200 is tried again.', ['Guide', 'Webhooks']),
  entry('limits', 'Limits', 'A webhook is called twenty times. Requests (25) a second.'),
]
const found = (question: string) =>
  findSections(ENTRIES, question).map(({ entry: { path } }) => path.slice(6))

test('a match in the title comes before one in the section, and that before one in the text', () => {
  expect(found('webhooks')).toEqual(['webhooks', 'retries'])
  expect(found('webhook')).toEqual(['webhooks', 'retries', 'limits'])
})

test('every word must match, in any order and case, and may be a prefix', () => {
  expect(found('URL Webhook')).toEqual(queryKeys.webhooks.all)
  expect(found('sign webh')).toEqual(queryKeys.webhooks.all)
  expect(found('webhook elephant')).toEqual([])
})

test('field names are found as words', () => {
  expect(found('client_txn_id')).toEqual(['create'])
  expect(found('id.timestamp.body')).toEqual(queryKeys.webhooks.all)
})

test('an empty search finds nothing', () => {
  for (const question of ['', '  ', '?!', '...']) expect(found(question)).toEqual([])
})

test('the searched word is marked in its excerpt', () => {
  const [first] = findSections(ENTRIES, 'unique')
  expect(first?.around.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(['unique'])
})

test('any search text is accepted, and each excerpt is part of its section', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (question) => {
      for (const { entry: section, around } of findSections(ENTRIES, question)) {
        const text = around
          .map((piece) => piece.text)
          .join('')
          .replace(/^\.\.\. | \.\.\.$/g, '')
        expect(section.text).toContain(text)
      }
    }),
  )
})
