import { readdirSync, readFileSync } from 'node:fs'
import type { AlertMessage } from './alert.ts'
import { namedAccount } from './alert-hints.ts'
import type { Direction, Ignored } from './alert-ignored.ts'
import { bankOfSender } from './bank-header.ts'
import { namedIn } from './named-day.ts'
import type { Rail } from './rail.ts'
import { APP_SENTENCES } from './sentences/bank-sentence.ts'

/** What a message of the corpus is: money that came in, or why it is none. */
export interface Label {
  readonly direction: Direction
  readonly rail?: Rail
  readonly amount?: string
  readonly utr?: string
  readonly payerVpa?: string
  readonly payerName?: string
  readonly ignored?: Ignored
}

export interface CorpusMessage {
  readonly bank: string
  /** Messages of one shape differ in names, numbers and dates alone. */
  readonly shape: string
  readonly channel: 'sms' | 'app' | 'email'
  readonly sender: string
  readonly title?: string
  readonly text: string
  readonly is: Label
}

export interface Gap {
  readonly text: string
  readonly source: string
}

export interface CorpusBank {
  readonly id: string
  readonly name: string
  readonly handles: readonly string[]
  readonly gaps: readonly Gap[]
}

const FOLDER = new URL('../corpus/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8')

/** The messages that we wrote by what banks and apps send, with invented people. */
export const CORPUS: readonly CorpusMessage[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .flatMap((name) =>
    read(name)
      .trimEnd()
      .split('\n')
      .map((line) => ({
        bank: name.replace('.jsonl', ''),
        ...(JSON.parse(line) as Omit<CorpusMessage, 'bank'>),
      })),
  )

const {
  banks,
  everyBank,
  sources: SOURCES,
} = JSON.parse(read('banks.json')) as {
  readonly banks: readonly CorpusBank[]
  readonly everyBank: readonly Gap[]
  readonly sources: Readonly<Record<string, number>>
}
export const BANKS_OF_CORPUS = banks
export const GAPS_OF_EVERY_BANK = everyBank

/**
 * How many independent public sources show a shape of credits; copies of a project count once. The shapes that are not counted are our own.
 */
export const sourcesOf = (shape: string): number => SOURCES[shape] ?? 0
export const COUNTED_SHAPES: readonly string[] = Object.keys(SOURCES)
/** A sentence that so many sources show may settle an order. */
export const SOURCES_MIN = 2

/** "Rs.5082.00" becomes "Rs.812.37", in the digits that the message has. */
export const withAmount = (message: CorpusMessage, amount: string): CorpusMessage => {
  const [rupees = '', paise = ''] = (message.is.amount ?? '').split('.')
  const written = `${[...rupees].join(',?')}(?:\\.${paise.replace(/0$/, '0?').replace(/^0/, '0?')}0?)?`
  const pattern = new RegExp(`(?<![\\d,])(?<!\\d\\.)${written}(?![\\d,]*\\d)`)
  const put = (text: string): string => {
    const zero = text.search(MATHEMATICAL) < 0 ? undefined : DOUBLE_STRUCK_ZERO
    const digits =
      zero === undefined ? amount : amount.replace(/\d/g, (d) => String.fromCodePoint(zero + Number(d)))
    return text.normalize(zero === undefined ? 'NFC' : 'NFKC').replace(pattern, digits)
  }
  const title = message.title === undefined ? {} : { title: put(message.title) }
  return { ...message, ...title, text: put(message.text), is: { ...message.is, amount } }
}
const MATHEMATICAL = /[\u{1d7ce}-\u{1d7ff}]/u
const DOUBLE_STRUCK_ZERO = 0x1d7d8

export const messageOf = ({ title, text }: CorpusMessage): AlertMessage =>
  title === undefined ? { text } : { title, text }

export const paiseOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

const SMS_CHARACTERS = 160
const HINDI_TAIL = '\nअधिक जानकारी के लिए 1800 1234 पर कॉल करें'

/** How networks, phones and forwarders change a text on its way. */
export const MUTATIONS: Readonly<Record<string, (text: string) => string>> = {
  'spaces are doubled': (text) => text.replaceAll(' ', '  '),
  'spaces become line breaks': (text) => text.replaceAll(' ', '\n'),
  'spaces become non-breaking': (text) => text.replaceAll(' ', '\u00a0'),
  'sentences start new lines': (text) => text.replace(/([.,]) /g, '$1\n'),
  'line breaks become spaces': (text) => text.replaceAll('\n', ' '),
  'dots at the end of words are missing': (text) => text.replace(/\.(?=\s|$)/g, ''),
  'the text is cut at 160 characters': (text) => [...text].slice(0, SMS_CHARACTERS).join(''),
  'letters are capital': (text) => text.toUpperCase(),
  'letters are small': (text) => text.toLowerCase(),
  'the currency is parted from its number': (text) => text.replace(/\b(Rs\.?|INR|₹) ?(?=\d)/g, '$1 '),
  'the currency is glued to its number': (text) => text.replace(/\b(Rs\.?|INR) (?=\d)/g, '$1'),
  'a Hindi sentence follows': (text) => text + HINDI_TAIL,
  'a warning follows': (text) => `${text} Never share OTP/PIN with anyone.`,
  'an advertisement follows': (text) => `${text} Get a loan up to Rs 5,00,000: bit.ly/x`,
}

/** Every beginning of a text of at least this length, as a forwarder may cut it. */
export const beginningsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 20) }, (_, n) => text.slice(0, n + 20))

const DATE = new RegExp(
  [
    String.raw`(?<![\d.])\d{4}-\d{2}-\d{2}(?!\d)`,
    String.raw`(?<![\d.])\d{1,2}(?<gap>[-/. ]?)(?:\d{1,2}\k<gap>|(?<name>[A-Za-z]{3,9})[-/. ,]{0,2})(?<year>\d{4}|\d{2})(?!\d)`,
    String.raw`\b[A-Z][a-z]{2,8} \d{1,2},? \d{4}(?!\d)`,
  ].join('|'),
  'g',
)
const CLOCK = /(?<![\d:])(\d{1,2}):(\d{2})(:\d{2})?(?= ?([AP]M)?)(?![\d:])/gi

/** The same message of a payment of today: its days and clock times are now, in the form that the message has. */
export const paidNow = (message: CorpusMessage, now: Date): CorpusMessage => {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    new Date(now.getTime() + INDIA_MS).toISOString().match(/\d+/g) ?? []
  const name = now.toLocaleString('en-GB', { month: 'short', timeZone: 'Asia/Kolkata' })
  const dateIn = (date: string): string => {
    if (namedIn(date).namedDay === undefined) return date
    const numbers = date.match(/\d+/g)?.map(({ length }) => length) ?? []
    const own = /[A-Za-z]+/.exec(date)?.[0]
    const written = own === own?.toUpperCase() ? name.toUpperCase() : name
    if (own !== undefined && date.startsWith(own))
      return date
        .replace(own, written)
        .replace(/\d+/, day)
        .replace(/\d{4}$/, year)
    const parts =
      numbers[0] === 4
        ? [year, month, day]
        : [day, ...(own === undefined ? [month] : []), year.slice(-(numbers.at(-1) ?? 4))]
    return date.replace(/[A-Za-z]+/, written).replace(/\d+/g, () => parts.shift() ?? '')
  }
  const put = (text: string): string =>
    text.replace(DATE, dateIn).replace(CLOCK, (_clock, _hour, _minute, seconds, half) => {
      const hours = half === undefined ? hour : String(((Number(hour) + 11) % 12) + 1).padStart(2, '0')
      return `${hours}:${minute}${seconds === undefined ? '' : `:${second}`}`
    })
  const title = message.title === undefined ? {} : { title: put(message.title) }
  return { ...message, ...title, text: put(message.text) }
}
const INDIA_MS = 5.5 * 3_600_000

/** The same message about the account that ends with `digits`, as far as the message shows them. */
export const ofAccount = (message: CorpusMessage, digits: string): CorpusMessage => {
  const named = namedAccount(message.text)
  if (named === undefined) return message
  const own = named.words.replace(
    /\d+$/,
    (shown) => shown.slice(0, -digits.length) + digits.slice(-shown.length),
  )
  return { ...message, text: message.text.replace(named.words, own) }
}

const BUSINESS_APPS = new Set([
  ...Object.keys(APP_SENTENCES),
  'com.phonepe.app.business',
  'com.google.android.apps.nbu.paisa.merchant',
  'com.paytm.business',
  'com.hdfc.smarthub',
])

/** By what and through what a message comes. */
export const channelOf = ({ channel, sender }: CorpusMessage): string => {
  if (channel === 'email') return 'e-mail'
  if (channel === 'app') return BUSINESS_APPS.has(sender) ? 'business app' : 'personal app'
  return bankOfSender(sender) === undefined ? 'SMS of other headers' : 'SMS of a registered header'
}
