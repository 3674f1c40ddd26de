import { ALERT_TEXT_CHARS_MAX, type AlertOutcome } from '@galla/contract/alerts'
import { type AlertCredit, parseAlert } from '@galla/upi/alert'
import { alertSender, isOfThePayer, writesNotes } from '@galla/upi/alert-sender'

/** A message of a bank or an app as a phone's forwarder sent it. */
export interface Forwarded {
  readonly text: string
  readonly title: string | null
  /** A name that operators register, a mail address, an app's package, a number; null when the forwarder told none. */
  readonly sender: string | null
  /** When it came to the phone, as the phone says. */
  readonly at: Date | null
}

const SENDER_CHARS_MAX = 100
const TITLE_CHARS_MAX = 500
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
  ...[
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
  ],
]
const TIME_NAMES = [
  ...['sentstamp', 'sentat', 'receivedstamp', 'receivedat', 'timestamp', 'time', 'date', 'posttime', 'when'],
]
/** Some forwarders put the message one level down. */
const INNER_NAMES = ['payload', 'data', 'sms', 'notification', 'message']

type Fields = ReadonlyMap<string, string>

interface Sent {
  /** All of it, as it came. */
  readonly whole: string
  readonly fields: Fields
  /** Whoever is named as a sender, in whichever place. */
  readonly senders: readonly string[]
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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

const jsonOf = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** Templates put a message between quotes as it is, and a message with a quote or a line break is then no JSON: taken as text. */
const brokenJson = (raw: string, senders: readonly string[]): Fields =>
  new Map([['text', raw], ...(senders[0] === undefined ? [] : ([['from', senders[0]]] as const))])

/** What an app's name says is not who sent it, where something else says that. */
const APP_NAME = 'appname'
const isSenderName = (name: string): boolean => SENDER_NAMES.includes(name) && name !== APP_NAME

/** Of each member of the text, also inside of others and inside of what is no JSON any more. */
const MEMBER = /(?="([\w .-]{1,30})"\s*:\s*"?([^",{}\n]{1,100}))/g

const sendersIn = (raw: string): string[] =>
  [...raw.matchAll(MEMBER)]
    .filter(([, name = '']) => isSenderName(plainName(name)))
    .map(([, , value = '']) => value.trim())

/** More in one request are no phone's; they are kept as the one text that they are. */
const MESSAGES_MAX = 100

const listed = (trimmed: string): Sent[] => {
  const json = jsonOf(trimmed)
  // Of all of them, since one that somebody made up inside of another is one more of the list.
  const senders = sendersIn(trimmed)
  if (!Array.isArray(json) || json.length === 0 || json.length > MESSAGES_MAX || !json.every(isRecord))
    return [{ whole: trimmed, fields: new Map([['text', trimmed]]), senders }]
  return json.map((each) => ({ whole: JSON.stringify(each), fields: fieldsOf(each), senders }))
}

const sentMessages = (raw: string, contentType: string): Sent[] => {
  const whole = raw.trim()
  if (whole.startsWith('[')) return listed(whole)
  if (whole.startsWith('{')) {
    const json = jsonOf(whole)
    const senders = sendersIn(whole)
    return [{ whole, fields: isRecord(json) ? fieldsOf(json) : brokenJson(whole, senders), senders }]
  }
  const isForm = contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')
  if (isForm && /^[\w.\-[\]%]+=/.test(whole)) {
    const sent = [...new URLSearchParams(whole)]
    const senders = sent.filter(([name]) => isSenderName(plainName(name))).map(([, value]) => value.trim())
    return [{ whole, fields: fieldsOf(Object.fromEntries(sent)), senders }]
  }
  return [{ whole, fields: new Map([['text', whole]]), senders: [] }]
}

/**
 * A message can hold what looks like a member of the template around it, and forwarders that put it there as it is then name two
 * senders: the true one, and the one that the message's writer made up. Nobody can tell which is which, so the one that may be
 * believed least is taken.
 */
const senderOf = ({ fields, senders }: Sent): string | undefined =>
  senders.find((name) => name !== '' && alertSender(name) !== 'expected') ?? firstOf(fields, SENDER_NAMES)

const firstOf = (fields: Fields, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = fields.get(name)?.trim()
    if (value !== undefined && value !== '') return value
  }
  return undefined
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

/** Half a letter is never kept. */
const cut = (text: string, max: number): string => text.slice(0, max).toWellFormed()

const messageIn = (sent: Sent): Forwarded => {
  const { fields } = sent
  const text = firstOf(fields, TEXT_NAMES)
  const title = firstOf(fields, TITLE_NAMES)
  // Nobody knows which of it is the message: a person reads all, and believes it or not.
  if (text === undefined && title === undefined)
    return { text: cut(sent.whole, ALERT_TEXT_CHARS_MAX), title: null, sender: null, at: null }
  const sender = senderOf(sent)
  return {
    text: cut(text ?? '', ALERT_TEXT_CHARS_MAX),
    title: title === undefined ? null : cut(title, TITLE_CHARS_MAX),
    sender: sender === undefined ? null : cut(sender, SENDER_CHARS_MAX),
    at: timeOf(firstOf(fields, TIME_NAMES)),
  }
}

/** Reads what any common forwarder sends, unedited: a message, or those that it kept back while there was no network. */
export const readForwarded = (raw: string, contentType: string): Forwarded[] =>
  sentMessages(raw.toWellFormed(), contentType).map(messageIn)

export type ReadAlert =
  | { readonly outcome: 'credit' | 'untrusted'; readonly credit: AlertCredit }
  | { readonly outcome: Exclude<AlertOutcome, 'credit' | 'untrusted'>; readonly credit: null }

/**
 * What a message says, and whether its sender is one of whom it may be believed without a person looking at it. What a customer can
 * write into a message of a payment app, or send by its chat, is neither read nor believed.
 */
export const readAlert = ({ text, title, sender }: Omit<Forwarded, 'at'>): ReadAlert => {
  const isOnlyNote = title !== null && sender !== null && writesNotes(sender)
  const ofTitle = isOnlyNote ? parseAlert({ text: title }) : undefined
  const alert = ofTitle?.kind === 'credit' ? ofTitle : parseAlert({ text, ...(title !== null && { title }) })
  if (alert.kind !== 'credit') return { outcome: alert.kind, credit: null }
  const expected = sender !== null && alertSender(sender) === 'expected' && !isOfThePayer(sender, title)
  return { outcome: expected ? 'credit' : 'untrusted', credit: alert }
}
