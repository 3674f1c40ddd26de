import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryKeys } from '../../../../query-keys.ts'
import { findSections } from './find-sections.ts'
import type { SearchEntry } from './search-entry.ts'

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

test('a match in a title comes before one in a section, and that before one in a text', () => {
  expect(found('webhooks')).toEqual(['webhooks', 'retries'])
  expect(found('webhook')).toEqual(['webhooks', 'retries', 'limits'])
})

test('every word has to be there, in whatever order and case, also a beginning of one', () => {
  expect(found('URL Webhook')).toEqual(queryKeys.webhooks.all)
  expect(found('sign webh')).toEqual(queryKeys.webhooks.all)
  expect(found('webhook elephant')).toEqual([])
})

test('names of fields are words', () => {
  expect(found('client_txn_id')).toEqual(['create'])
  expect(found('id.timestamp.body')).toEqual(queryKeys.webhooks.all)
})

test('nothing asked is nothing found', () => {
  for (const question of ['', '  ', '?!', '...']) expect(found(question)).toEqual([])
})

test('the searched text is marked, within the words around it', () => {
  const [first] = findSections(ENTRIES, 'unique')
  expect(first?.around.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(['unique'])
})

test('whatever is typed, nothing breaks and no letter is made up', () => {
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
