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
