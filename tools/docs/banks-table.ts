import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  BANKS_OF_CORPUS,
  CORPUS,
  type CorpusMessage,
  GAPS_OF_EVERY_BANK,
  messageOf,
  sourcesOf,
} from '@galla/upi/corpus-harness'
import { trustedCredit } from '@galla/upi/trusted-alert'
import { trustedEmailCredit } from '@galla/upi/trusted-email'

const FILE = fileURLToPath(new URL('../../docs/banks.md', import.meta.url))
/** Files of the corpus that are of no one bank. */
const NO_BANK = new Set(['various', 'others', 'pos'])

const INTRODUCTION = `# What banks and apps report

Generated from \`upi/corpus/\` by \`node tools/docs/banks-table.ts\`; do not edit. We wrote the messages in the corpus from the formats that
banks send, so a bank may also send others. What an SMS, a notification or an e-mail does without a person (decision 0090):

- **with UTR**: it marks the order as paid, because the whole sentence with its UTR is known.
- **by amount**: it has no UTR that counts, and marks an order with a lowered amount as paid (unique amounts are on, and the message names the
  shop's account or comes from its business app).
- **waits**: it waits for you in Reconciliation, because its sentence or sender is known from one source or none, or names no account.

"Some" means that only some of its messages do. The number of sources is how many independent public sources show the sentence that the most show;
0: we only know it from our own corpus. "Unknown" means that we do not know such a message; if there is one, it waits. E-mails also need the bank's
signature. Payments by NEFT, RTGS, cash and the like never mark an order as paid.

`

const CHANNELS = ['sms', 'app', 'email'] as const

/** What the UPI credits of a channel do by themselves, and from how many sources they are known. */
const cell = (bank: string, channel: CorpusMessage['channel']): string => {
  const all = CORPUS.filter(
    (message) => message.bank === bank && message.channel === channel && message.is.amount !== undefined,
  ).filter(({ is }) => is.rail === 'upi' || is.rail === 'unknown')
  if (all.length === 0) return 'unknown'
  const ways = Map.groupBy(all, wayOf)
  const most = Math.max(...all.map(({ shape }) => sourcesOf(shape)))
  const said = WAYS.flatMap((way) => {
    const n = ways.get(way)?.length ?? 0
    return n === 0 ? [] : [n === all.length ? way : `${way} (some)`]
  })
  return `${said.join(', ')}; ${most} ${most === 1 ? 'source' : 'sources'}`
}

const WAYS = ['with UTR', 'by amount', 'waits'] as const

const wayOf = (message: CorpusMessage): (typeof WAYS)[number] => {
  const credit = settledBy(message)
  if (credit?.utr !== undefined) return 'with UTR'
  return credit !== undefined && (credit.accountDigits !== undefined || message.channel === 'app')
    ? 'by amount'
    : 'waits'
}

/** The credit that the message is believed to be without a person. */
const settledBy = (message: CorpusMessage) => {
  const { bank, channel, sender, title = null, text } = message
  return channel === 'email'
    ? trustedEmailCredit({ subject: title, text }, bank, sender)
    : trustedCredit(messageOf(message), sender)
}

export const banksTable = (): string => {
  const rows = BANKS_OF_CORPUS.filter(({ id }) => !NO_BANK.has(id))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ id, name, gaps }) =>
      [name, ...CHANNELS.map((channel) => cell(id, channel)), gaps.map(({ text }) => text).join(' ')].join(
        ' | ',
      ),
    )
  const head = ['Bank or app | SMS | App notification | E-mail | Known gaps', '- | - | - | - | -']
  const table = [...head, ...rows].map((row) => `| ${row} |`).join('\n')
  const gaps = GAPS_OF_EVERY_BANK.map(({ text, source }) => `- ${text} Source: ${source}.`)
  const sources = BANKS_OF_CORPUS.flatMap(({ name, gaps: own }) =>
    own.map(({ text, source }) => `- ${name}: ${text} Source: ${source}.`),
  )
  return `${INTRODUCTION}${table}\n\n## Gaps and their sources\n\n${[...gaps, ...sources].join('\n')}\n`
}

/** The formatter pads tables. */
const withoutPadding = (text: string): string => text.replace(/[ -]+/g, ' ')

/** Whether the file in the docs is the table of the corpus. */
export const isUpToDate = (): boolean =>
  withoutPadding(readFileSync(FILE, 'utf8')) === withoutPadding(banksTable())

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, banksTable())
