import { ALERT_TEXT_CHARS_MAX } from '@galla/contract/bank-alerts/alerts'
import { TWELVE_DIGITS } from '@galla/upi/reference'
import { isTrustedSender } from '@galla/upi/trusted-alert'
import { isRecord, parseJson } from '../platform/json.ts'
import type { EmailOrigin } from './email-alert.ts'
import { type JsonMember, lexJson } from './json-members.ts'
import { cutText } from './one-time-password.ts'

/** A message of a bank or an app as a phone's forwarder sent it. */
export interface Forwarded {
  readonly text: string
  readonly title: string | null
  /** A name that operators register, a mail address, an app's package, a number; null when the forwarder sent none. */
  readonly sender: string | null
  /** When it came to the phone, as the phone says. */
  readonly at: Date | null
  /** The phone, and the number that it gave the message: a message that is sent again has the same. */
  readonly device?: string
  readonly messageId?: string
  /** Of an e-mail: what the check of its signature found. */
  readonly email?: EmailOrigin
  /** The end of the account's number, as the merchant set it when the message came. */
  readonly lastDigits?: string | null
}

export const SENDER_CHARS_MAX = 100
export const TITLE_CHARS_MAX = 500
const FIELDS_MAX = 200

// The names of the common forwarders, in small letters and without separators; the first one that is there counts.
const TEXT_NAMES = [
  'text',
  'body',
  'message',
  'msg',
  'content',
  'sms',
  'smsbody',
  'notificationtext',
  'bigtext',
]
const TITLE_NAMES = ['title', 'notificationtitle', 'subject']
const SENDER_NAMES = [
  'from',
  'sender',
  'packagename',
  'package',
  'app',
  'address',
  'phonenumber',
  'phone',
  'contact',
  'number',
  'appname',
]
const TIME_NAMES = [
  'sentstamp',
  'sentat',
  'receivedstamp',
  'receivedat',
  'timestamp',
  'time',
  'date',
  'posttime',
  'when',
]
const DEVICE_NAMES = ['deviceid', 'devicemark', 'devicename', 'device']
const MESSAGE_ID_NAMES = ['messageid', 'smsid']
const ID_CHARS_MAX = 200
/** Some forwarders put the message one level down. */
const INNER_NAMES = ['payload', 'data', 'sms', 'notification', 'message']

type Fields = ReadonlyMap<string, string>

interface Sent {
  /** All of it, as it came. */
  readonly whole: string
  readonly fields: Fields
  /** Each member as it was written, repeated ones too. */
  readonly members: readonly JsonMember[]
  /**
   * One message, of the declared type. A text that looks like JSON can be the message itself, written by anybody; and in a list that
   * a template does not escape, a message can add another one.
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

const asText = (whole: string): Sent => ({
  whole,
  fields: new Map([['text', whole]]),
  members: [],
  isOneDeclared: false,
})

/** More in one request are no phone's; they are kept as the one text that they are. */
const MESSAGES_MAX = 100

const sentAsJson = (whole: string, isDeclared: boolean): Sent[] => {
  const { repaired, members } = lexJson(whole)
  const json = parseJson(repaired)
  if (isRecord(json)) return [{ whole, fields: fieldsOf(json), members, isOneDeclared: isDeclared }]
  if (!Array.isArray(json) || json.length === 0 || json.length > MESSAGES_MAX || !json.every(isRecord))
    // Templates put a message between quotes as it is, and one with a quote in it is then no JSON.
    return [{ ...asText(whole), members }]
  return json.map((each) => ({
    whole: JSON.stringify(each),
    fields: fieldsOf(each),
    members,
    isOneDeclared: false,
  }))
}

const isOfType = (contentType: string, type: string): boolean =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() === type

const sentMessages = (raw: string, contentType: string): Sent[] => {
  const whole = raw.trim()
  if (/^[[{]/.test(whole)) return sentAsJson(whole, isOfType(contentType, 'application/json'))
  if (!isOfType(contentType, 'application/x-www-form-urlencoded') || !/^[\w.\-[\]%]+=/.test(whole))
    return [asText(whole)]
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

/** A form can write "message[from]" for a member one level down, and "from[0]" for one of several. */
const isNamed = ({ name }: JsonMember, names: readonly string[]): boolean =>
  [name, ...name.split(/[.[\]]/)].some((part) => names.includes(plainName(part)))

/** Whether members agree; one that is there but blank, or no text, has a value of its own. */
const areEqual = (members: readonly JsonMember[]): boolean =>
  new Set(members.map(({ value }) => value)).size <= 1

const MONEY = /(?:₹|\b(?:rs|inr)[.:]?) ?\d/i

/** Whether a member beside text and title holds what may be their end: the bank's words with its reference, or an app's with money. */
const isCutOff = ({ members }: Sent): boolean =>
  members.some((member) => {
    if (isNamed(member, TEXT_NAMES)) return false
    const words = [member.name, member.value ?? ''].filter((each) => /\s/.test(each))
    const isTitle = isNamed(member, TITLE_NAMES)
    return words.some((each) => TWELVE_DIGITS.test(each) || (!isTitle && MONEY.test(each)))
  })

/**
 * A message can hold what looks like members of the template around it, and forwarders that put it there as it is then name two
 * senders or two texts, the true one and the one that the message's writer made up, or a text that ends too early. Nobody can say
 * which is which. Such a message keeps a sender that is not believed, or none.
 */
const senderOf = (sent: Sent): string | undefined => {
  const named = (names: readonly string[]) => sent.members.filter((member) => isNamed(member, names))
  // "message" and "sms" can also be the object that holds the message.
  const writings = (names: readonly string[]) => named(names).filter(({ value }) => value !== undefined)
  const senders = named(SENDER_NAMES)
  const doubtful = senders.map(({ value }) => value?.trim()).find((name) => name && !isTrustedSender(name))
  const isSure =
    sent.isOneDeclared &&
    areEqual(senders) &&
    areEqual(writings(TEXT_NAMES)) &&
    areEqual(writings(TITLE_NAMES)) &&
    !isCutOff(sent)
  return doubtful ?? (isSure ? firstOf(sent.fields, SENDER_NAMES) : undefined)
}

/** Milliseconds or seconds since 1970, or ISO 8601 with its zone. */
const timeOf = (text: string | undefined): Date | null => {
  if (text === undefined) return null
  if (/^[0-9]{13}$/.test(text)) return new Date(Number(text))
  if (/^[0-9]{10}$/.test(text)) return new Date(Number(text) * 1000)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/.test(text)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The times that can be read, in the order of the names: a template that the app does not know stays as it is. */
const timesIn = (fields: Fields): Date[] =>
  TIME_NAMES.map((name) => timeOf(fields.get(name)?.trim())).filter((at) => at !== null)

/** All times that a message in JSON states. */
export const statedTimes = (raw: string): Date[] =>
  sentAsJson(raw.trim(), true).flatMap(({ fields }) => timesIn(fields))

const messageIn = (sent: Sent): Forwarded => {
  const { fields } = sent
  const text = firstOf(fields, TEXT_NAMES)
  const title = firstOf(fields, TITLE_NAMES)
  // Nobody knows which of it is the message: a person reads all, and believes it or not.
  if (text === undefined && title === undefined)
    return { text: cutText(sent.whole, ALERT_TEXT_CHARS_MAX), title: null, sender: null, at: null }
  const sender = senderOf(sent)
  const [device, messageId] = [firstOf(fields, DEVICE_NAMES), firstOf(fields, MESSAGE_ID_NAMES)]
  return {
    text: cutText(text ?? '', ALERT_TEXT_CHARS_MAX),
    title: title === undefined ? null : cutText(title, TITLE_CHARS_MAX),
    sender: sender === undefined ? null : cutText(sender, SENDER_CHARS_MAX),
    at: timesIn(fields)[0] ?? null,
    ...(device !== undefined && { device: cutText(device, SENDER_CHARS_MAX) }),
    // Without its phone, a number says nothing: two apps on one phone count on their own.
    ...(device !== undefined && messageId !== undefined && { messageId: cutText(messageId, ID_CHARS_MAX) }),
  }
}

/** Reads what any common forwarder sends, unedited: a message, or those that it kept back while there was no network. */
export const readForwarded = (raw: string, contentType: string): Forwarded[] =>
  sentMessages(raw.toWellFormed(), contentType).map(messageIn)
