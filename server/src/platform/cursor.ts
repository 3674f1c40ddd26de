import { invalidField } from './refusal.ts'

const CURSOR_WRONG = 'Please send `next` from the previous reply, unchanged'

/** A time in a cursor, in milliseconds. Each that looks so is a time. */
export const MS = /^\d{1,13}$/

/** The place of a list's row, for the reader who goes on after it. Programs send it back unread. */
export const cursorOf = (...place: readonly string[]): string =>
  Buffer.from(place.join(' ')).toString('base64url')

/** The parts of a cursor, each of which has to look so; none for the first page. */
export const placeOf = (cursor: string | undefined, ...parts: readonly RegExp[]): readonly string[] => {
  if (cursor === undefined) return []
  const place = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isOurs = place.length === parts.length && parts.every((part, index) => part.test(place[index] ?? ''))
  if (!isOurs || cursorOf(...place) !== cursor) throw invalidField('cursor', CURSOR_WRONG)
  return place
}

/** Cuts a page from rows that were read with one extra; the last shown row's id is where the next page starts. */
export const pageOf = <Row>(
  rows: readonly Row[],
  max: number,
  idOf: (row: Row) => string,
): { readonly shown: readonly Row[]; readonly next: string | null } => {
  const shown = rows.slice(0, max)
  const last = shown.at(-1)
  return { shown, next: rows.length > max && last !== undefined ? idOf(last) : null }
}

/** Larger lists are shown as "10,000+". */
export const COUNTED_MAX = 10_000

export const paginationOf = (counted: number, { page, limit }: { page: number; limit: number }) => {
  const total = Math.min(counted, COUNTED_MAX)
  return {
    currentPage: page,
    totalPages: Math.ceil(total / limit),
    total,
    totalIsMore: counted > COUNTED_MAX,
    limit,
  }
}
