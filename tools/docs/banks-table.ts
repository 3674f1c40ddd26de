import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  BANKS_OF_CORPUS,
  CORPUS,
  type CorpusMessage,
  GAPS_OF_EVERY_BANK,
  messageOf,
} from '@galla/upi/corpus-harness'
import { trustedCredit } from '@galla/upi/trusted-alert'
import { trustedEmailCredit } from '@galla/upi/trusted-email'

const FILE = fileURLToPath(new URL('../../docs/banks.md', import.meta.url))
/** Files of the corpus that are of no one bank. */
const NO_BANK = new Set(['various', 'others', 'pos'])

const INTRODUCTION = `# What banks and apps report

Generated from \`upi/corpus/\` by \`node tools/docs/banks-table.ts\`; do not edit. We wrote the messages in the corpus from the formats that
banks send, so a bank may also send others. "Some" means that only some of its messages have it. An order is settled automatically only by
messages marked with *: their sender is known, and so is the sentence of at least some of the bank's messages; see decisions 0090 and 0057.
E-mails also need a signature of the bank.

"Unknown" means that we do not know such a message of this bank or app. If it sends one, the message waits for you in Reconciliation.
The known gaps list messages that a bank or app is known not to send, with the source.

`

const share = (
  all: readonly CorpusMessage[],
  has: (message: CorpusMessage) => boolean,
): string | undefined => {
  const n = all.filter(has).length
  if (n === 0) return undefined
  return n === all.length ? '' : ' (some)'
}

/** The facts that the UPI credits of a channel report. */
const cell = (bank: string, channel: CorpusMessage['channel']): string => {
  const all = CORPUS.filter(
    (message) => message.bank === bank && message.channel === channel && message.is.amount !== undefined,
  ).filter(({ is }) => is.rail === 'upi' || is.rail === 'unknown')
  if (all.length === 0) return 'unknown'
  const parts = { reference: share(all, ({ is }) => is.utr !== undefined), payer: share(all, hasPayer) }
  const known = all.some((message) => settledBy(message)?.utr !== undefined)
  const reported = Object.entries(parts).flatMap(([name, some]) => (some === undefined ? [] : [name + some]))
  return ['amount', ...reported].join(', ') + (known ? ' *' : '')
}

/** The credit that the message is believed to be without a person. */
const settledBy = (message: CorpusMessage) => {
  const { bank, channel, sender, title = null, text } = message
  return channel === 'email'
    ? trustedEmailCredit({ subject: title, text }, bank, sender)
    : trustedCredit(messageOf(message), sender)
}

const hasPayer = ({ is }: CorpusMessage): boolean => is.payerVpa !== undefined || is.payerName !== undefined

export const banksTable = (): string => {
  const rows = BANKS_OF_CORPUS.filter(({ id }) => !NO_BANK.has(id))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ id, name, gaps }) =>
      [
        name,
        cell(id, 'sms'),
        cell(id, 'app'),
        cell(id, 'email'),
        gaps.map(({ text }) => text).join(' '),
      ].join(' | '),
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
