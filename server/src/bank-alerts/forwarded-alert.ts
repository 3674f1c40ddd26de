import type { NamedDigits } from '@galla/contract/bank-alerts/account-digits'
import { ALERT_TEXT_CHARS_MAX } from '@galla/contract/bank-alerts/alerts'
import { TWELVE_DIGITS } from '@galla/upi/reference'
import { isTrustedSender } from '@galla/upi/trusted-alert'
import { isRecord, parseJson } from '../platform/json.ts'
import type { EmailOrigin } from './email-alert.ts'
import { type JsonMember, lexJson } from './json-members.ts'
import { cutText } from './one-time-password.ts'

/** A message of a bank or an app, as a phone's forwarder sent it. */
export interface Forwarded {
  readonly text: string
  readonly title: string | null
  /** An SMS header, an e-mail address, an app's package or a number; null if the forwarder sent none. */
  readonly sender: string | null
  /** When it was sent and received, as the forwarder says: by the clocks of the phone and of the message centre. */
  readonly times: readonly Date[]
  /** The phone, and its number for the message, which is the same when the message is sent again. */
  readonly device?: string
  readonly messageId?: string
  /** Of an e-mail: the result of its signature check. */
  readonly email?: EmailOrigin
  /** The last digits of the account's number when the message was received. */
  readonly lastDigits?: string | null
  /** Otherwise, what is known of the accounts that messages named. */
  readonly namedDigits?: readonly NamedDigits[]
}

export const SENDER_CHARS_MAX = 100
export const TITLE_CHARS_MAX = 500
const FIELDS_MAX = 200

// Field names of the common forwarders, in lower case and without separators. The first one that is present counts.
const TEXT_NAMES = 'text body message msg content sms smsbody notificationtext bigtext'.split(' ')
const TITLE_NAMES = ['title', 'notificationtitle', 'subject']
const SENDER_NAMES =
  'from sender packagename package app address phonenumber phone contact number appname'.split(' ')
const TIME_NAMES = 'sentstamp sentat receivedstamp receivedat timestamp time date posttime when'.split(' ')
const DEVICE_NAMES = ['deviceid', 'devicemark', 'devicename', 'device']
const MESSAGE_ID_NAMES = ['messageid', 'smsid']
const ID_CHARS_MAX = 200
/** Some forwarders nest the message one level deep. */
const INNER_NAMES = ['payload', 'data', 'sms', 'notification', 'message']

type Fields = ReadonlyMap<string, string>

interface SentMessage {
  /** The whole request body or list item. */
  readonly whole: string
  readonly fields: Fields
  /** All members as they were written, including repeated ones. */
  readonly members: readonly JsonMember[]
  /**
   * A single message of the declared content type. A text that looks like JSON may be the message itself, written by anyone. In a list that
   * a template did not escape, a message could add another one.
   */
  readonly isOneDeclared: boolean
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const fieldsOf = (value: Record<string, unknown>, depth = 0): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const [name, item] of Object.entries(value).slice(0, FIELDS_MAX)) {
    const plain = plainName(name)
    if (typeof item === 'string') fields.set(plain, item)
    else if (typeof item === 'number' && Number.isFinite(item)) fields.set(plain, String(item))
    else if (isRecord(item) && depth === 0 && INNER_NAMES.includes(plain))
      for (const [inner, text] of fieldsOf(item, 1)) if (!fields.has(inner)) fields.set(inner, text)
  }
  return fields
}

const toPlainMessage = (whole: string): SentMessage => ({
  whole,
  fields: new Map([['text', whole]]),
  members: [],
  isOneDeclared: false,
})

/** No phone sends more in one request. A longer list is treated as one text. */
const MESSAGES_MAX = 100

const parseSentJson = (whole: string, isDeclared: boolean): SentMessage[] => {
  const { repaired, members } = lexJson(whole)
  const json = parseJson(repaired)
  if (isRecord(json)) return [{ whole, fields: fieldsOf(json), members, isOneDeclared: isDeclared }]
  if (!Array.isArray(json) || json.length === 0 || json.length > MESSAGES_MAX || !json.every(isRecord))
    // Some templates do not escape the message, so that a quotation mark in it makes the JSON invalid.
    return [{ ...toPlainMessage(whole), members }]
  return json.map((each) => ({
    whole: JSON.stringify(each),
    fields: fieldsOf(each),
    members,
    isOneDeclared: false,
  }))
}

export const mediaTypeOf = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

const parseSent = (raw: string, contentType: string): SentMessage[] => {
  const whole = raw.trim()
  if (/^[[{]/.test(whole)) return parseSentJson(whole, mediaTypeOf(contentType) === 'application/json')
  if (mediaTypeOf(contentType) !== 'application/x-www-form-urlencoded' || !/^[\w.\-[\]%]+=/.test(whole))
    return [toPlainMessage(whole)]
  const members = [...new URLSearchParams(whole)].map(([name, value]) => ({ name, value }))
  const fields = fieldsOf(Object.fromEntries(members.map(({ name, value }) => [name, value])))
  return [{ whole, fields, members, isOneDeclared: true }]
}

const firstOf = (fields: Fields, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = fields.get(name)?.trim()
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

/** In a form, "message[from]" is a nested member, and "from[0]" one of several. */
const isNamed = ({ name }: JsonMember, names: readonly string[]): boolean =>
  [name, ...name.split(/[.[\]]/)].some((part) => names.includes(plainName(part)))

/** Whether all members have the same value. A blank value and a missing one differ from others. */
const areEqual = (members: readonly JsonMember[]): boolean =>
  new Set(members.map(({ value }) => value)).size <= 1

const MONEY = /(?:₹|\b(?:rs|inr)[.:]?) ?\d/i

/** Whether a member other than text and title contains what may be their end: words with a reference, or with an amount. */
const mayBeCutOff = ({ members }: SentMessage): boolean =>
  members.some((member) => {
    if (isNamed(member, TEXT_NAMES)) return false
    const words = [member.name, member.value ?? ''].filter((each) => /\s/.test(each))
    const isTitle = isNamed(member, TITLE_NAMES)
    return words.some((each) => TWELVE_DIGITS.test(each) || (!isTitle && MONEY.test(each)))
  })

/**
 * Finds the sender. A message may contain text that looks like members of the forwarder's template. If the forwarder does not escape it, the
 * request has two senders or two texts, a true and a forged one, or a text that ends too early, and it is unclear which is true. Such a message
 * gets an untrusted sender, or none.
 */
const senderOf = (sent: SentMessage): string | undefined => {
  const named = (names: readonly string[]) => sent.members.filter((member) => isNamed(member, names))
  // "message" and "sms" may also be the object that contains the message.
  const textValuesOf = (names: readonly string[]) => named(names).filter(({ value }) => value !== undefined)
  const senders = named(SENDER_NAMES)
  const doubtful = senders.map(({ value }) => value?.trim()).find((name) => name && !isTrustedSender(name))
  const isSure =
    sent.isOneDeclared &&
    areEqual(senders) &&
    areEqual(textValuesOf(TEXT_NAMES)) &&
    areEqual(textValuesOf(TITLE_NAMES)) &&
    !mayBeCutOff(sent)
  return doubtful ?? (isSure ? firstOf(sent.fields, SENDER_NAMES) : undefined)
}

/** Milliseconds or seconds since 1970, or ISO 8601 with its zone. */
const parseTime = (text: string | undefined): Date | null => {
  if (text === undefined) return null
  if (/^[0-9]{13}$/.test(text)) return new Date(Number(text))
  if (/^[0-9]{10}$/.test(text)) return new Date(Number(text) * 1000)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/.test(text)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The readable times, in the order of TIME_NAMES. A placeholder that an app does not know stays as text. */
const timesIn = (fields: Fields): Date[] =>
  TIME_NAMES.map((name) => parseTime(fields.get(name)?.trim())).filter((at) => at !== null)

/** All times in a JSON message. */
export const statedTimes = (raw: string): Date[] =>
  parseSentJson(raw.trim(), true).flatMap(({ fields }) => timesIn(fields))

const messageIn = (sent: SentMessage): Forwarded => {
  const { fields } = sent
  const text = firstOf(fields, TEXT_NAMES)
  const title = firstOf(fields, TITLE_NAMES)
  // It is unclear which part is the message, so a person reads all of it.
  if (text === undefined && title === undefined)
    return { text: cutText(sent.whole, ALERT_TEXT_CHARS_MAX), title: null, sender: null, times: [] }
  const sender = senderOf(sent)
  const [device, messageId] = [firstOf(fields, DEVICE_NAMES), firstOf(fields, MESSAGE_ID_NAMES)]
  return {
    text: cutText(text ?? '', ALERT_TEXT_CHARS_MAX),
    title: title === undefined ? null : cutText(title, TITLE_CHARS_MAX),
    sender: sender === undefined ? null : cutText(sender, SENDER_CHARS_MAX),
    times: timesIn(fields),
    ...(device !== undefined && { device: cutText(device, SENDER_CHARS_MAX) }),
    // Only together with the device: two phones may use the same numbers.
    ...(device !== undefined && messageId !== undefined && { messageId: cutText(messageId, ID_CHARS_MAX) }),
  }
}

/** Reads the request of any common forwarder: one message, or those that it collected while it was offline. */
export const readForwarded = (raw: string, contentType: string): Forwarded[] =>
  parseSent(raw.toWellFormed(), contentType).map(messageIn)
