import type { CreditEvidence, EvidencePack } from '@galla/contract/evidence/evidence'
import { displayRupees, rupeesFromNumber } from '@galla/upi/rupees'
import { openPdf, type Pdf, writeText } from '../platform/files/pdf-document.ts'

const PAGE = { width: 595.28, height: 841.89, margin: 42 }
const LABEL = 92
const INK = '#14181f'
const MUTED = '#545d6b'
/** Longer texts are cut here, and whole in the JSON. */
const CHARACTERS_MAX = 900
/** In parts of the size of a letter: more than letters of any script of India take. */
const LETTER = { width: 0.75, height: 1.8 }
const CODES = new Set(['Signature', 'SHA-256'])
const CODE = { size: 6.5, characters: 104 }

const TIME = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})
const timeOf = (at: string): string => `${TIME.format(new Date(at))} IST`
const rupees = (amount: number): string => {
  const paise = rupeesFromNumber(amount)
  return paise === undefined ? String(amount) : displayRupees(paise)
}

/** Without what turns the direction of a line or draws nothing. */
const plain = (text: string): string => {
  const written = text.replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '').replace(/\p{Cc}+/gu, ' ')
  return written.length <= CHARACTERS_MAX
    ? written
    : `${written.slice(0, CHARACTERS_MAX).toWellFormed()}… (cut here; whole in the JSON)`
}

/** Renders the pack as pages of A4. The same pack gives the same bytes. */
export const renderEvidence = async (pack: EvidencePack): Promise<Buffer> => {
  const { doc, finish } = await openPdf({
    size: 'A4',
    margin: PAGE.margin,
    lang: 'en-IN',
    title: 'Evidence of payments',
    author: 'Galla',
    at: new Date(pack.madeAt),
  })
  await write(doc, 'Evidence of payments', { size: 16, bold: true })
  const test = pack.mode === 'test' ? 'Test mode: no real money moved. ' : ''
  const n = pack.credits.length
  await write(
    doc,
    `${test}${n} ${n === 1 ? 'payment' : 'payments'}, made by Galla on ${timeOf(pack.madeAt)} for ${pack.merchantId}. Receipts are signed: a signature can be checked with the key at ${pack.receiptKeys}. Each part has the SHA-256 of its compact JSON in the JSON of this pack.`,
    { size: 9 },
  )
  await write(doc, `SHA-256 of all hashes: ${pack.sha256}`, { size: 8 })
  for (const [at, credit] of pack.credits.entries()) await writeCredit(doc, credit, at + 1)
  return finish()
}

const writeCredit = async (doc: Pdf, evidence: CreditEvidence, number: number): Promise<void> => {
  const { credit, order, receipt, messages, timeline, sha256 } = evidence
  doc.y += 14
  await write(
    doc,
    `${number}. ${rupees(credit.amount)}, UTR ${credit.utr ?? 'not reported'}, ${timeOf(credit.receivedAt)}`,
    { size: 11, bold: true },
  )
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['Payment', `${credit.id}, ${credit.state}`],
    ['From', [credit.payerName, credit.payerUpiId].filter((part) => part !== null).join(' · ') || 'unknown'],
    ...(order === null ? [['Order', 'none'] as const] : orderFacts(order)),
    ...(receipt === null
      ? [['Receipt', 'none'] as const]
      : ([
          ['Receipt', receipt.url],
          ['Signature', receipt.signed],
        ] as const)),
    ...messages.map(
      ({ sender, title, text, receivedAt }) =>
        [
          "Bank's message",
          `${timeOf(receivedAt)}, ${sender ?? 'unknown sender'}: ${[title, text].filter(Boolean).join(' ')}`,
        ] as const,
    ),
    ...timeline.map(({ at, what }) => [timeOf(at), what] as const),
    [
      'SHA-256',
      Object.entries(sha256)
        .map((part) => part.join(' '))
        .join('\n'),
    ],
  ]
  for (const [label, text] of facts) await writeFact(doc, label, text)
}

const orderFacts = (order: NonNullable<CreditEvidence['order']>) =>
  [
    [
      'Order',
      `${order.clientTransactionId} (${order.orderId}), ${order.status}, created ${timeOf(order.createdAt)}`,
    ],
    ['Sold', soldIn(order)],
    ['Customer', order.customer.name],
  ] as const

const soldIn = ({ purpose, amount, link }: NonNullable<CreditEvidence['order']>): string =>
  [
    `${purpose}, ${rupees(amount)}`,
    ...(link?.items ?? []).map(({ name, price, quantity }) => `${quantity} × ${name} at ${rupees(price)}`),
  ].join('; ')

interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: string
}

const writeFact = async (doc: Pdf, label: string, text: string): Promise<void> => {
  const isCode = CODES.has(label)
  const written = isCode ? text : plain(text)
  const width = PAGE.width - 2 * PAGE.margin - LABEL
  const size = 8.5
  makeRoom(doc, isCode ? CODE.size * (text.length / CODE.characters + 5) : heightOf(written, width, size))
  const top = doc.y
  await writeText(doc, label, { x: PAGE.margin, width: LABEL - 6, size: 7.5, bold: false, colour: MUTED })
  const below = doc.y
  doc.y = top
  if (isCode) writeCode(doc, written)
  else await writeText(doc, written, { x: PAGE.margin + LABEL, width, size, bold: false, colour: INK })
  doc.y = Math.max(below, doc.y) + 2
}

/** Hashes and signatures: a font that every reader has, because laying out a word of hundreds of letters takes milliseconds. */
const writeCode = (doc: Pdf, text: string): void => {
  doc.font('Courier').fontSize(CODE.size).fillColor(INK)
  for (const line of text.split('\n'))
    for (let at = 0; at < line.length; at += CODE.characters)
      doc
        .text(line.slice(at, at + CODE.characters), PAGE.margin + LABEL, doc.y, { lineBreak: false })
        .moveDown(1)
}

const write = async (
  doc: Pdf,
  text: string,
  { size, bold = false, colour = INK }: TextStyle,
): Promise<void> => {
  const width = PAGE.width - 2 * PAGE.margin
  makeRoom(doc, heightOf(text, width, size))
  await writeText(doc, text, { x: PAGE.margin, width, size, bold, colour })
  doc.y += 2
}

/** At least what the text needs: measuring it would lay it out twice. */
const heightOf = (text: string, width: number, size: number): number =>
  (1 + Math.ceil((text.length * LETTER.width * size) / width)) * LETTER.height * size

/** Begins a page where this one may have no room: nothing is written over the end of a page. */
const makeRoom = (doc: Pdf, height: number): void => {
  // A label may take two lines.
  if (doc.y + Math.max(height, 24) > PAGE.height - PAGE.margin) doc.addPage()
}
