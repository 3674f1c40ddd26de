import { directionOf } from '@galla/contract/payment-page/page-languages'
import { mailboxOf } from '../merchants/email-merchant.ts'
import { type AttemptCounter, reserveEach, returnEach } from '../merchants/limit-attempts.ts'
import type { Platform } from '../platform/feature.ts'
import { renderEmail } from '../platform/mail/email-template.ts'
import type { Email } from '../platform/mail/mail.ts'
import { hasNotLeft, isServerProblem } from '../platform/mail/mail-problem.ts'
import { getReceipt } from './find-receipt.ts'
import { amountOf, factsOf, noticesOf, type Receipt } from './receipt.ts'
import { RECEIPT_LABELS } from './receipt-labels.ts'
import {
  claimReceiptEmail,
  listDueReceipts,
  type ReceiptEmail,
  rescheduleReceiptEmail,
  updateReceiptSentAt,
} from './receipt-store.ts'

export interface EmailReceiptsDeps extends Pick<Platform, 'db' | 'clock' | 'log' | 'mailer' | 'secrets'> {
  readonly publicUrl: URL
}

/** Receipts in one run of the sweep. */
const BATCH = 20
const TRIES_MAX = 5
const RETRY_MS = 5 * 60_000

/**
 * Nobody has proved that the address of an order is the customer's: one who names a stranger's in many orders, and confirms them by hand,
 * would flood that mailbox. Two merchants together may not do it either.
 */
const countersOf = ({ merchantId, customerEmail }: ReceiptEmail): readonly AttemptCounter[] => {
  const mailbox = mailboxOf(customerEmail)
  return [
    { name: 'receipts', key: `${merchantId}\n${mailbox}` },
    { name: 'receipts-mailbox', key: mailbox },
  ]
}

/**
 * Emails the due receipts one after the other, each at most once: if the process dies while it sends, the email may have been sent, and
 * is not sent again. If the mail server refused it or was not reached, it is tried again, four times within 75 minutes. Beyond the limit of its address it is not sent; the
 * payment page still has it.
 */
export const emailReceipts = async (deps: EmailReceiptsDeps): Promise<{ readonly more: boolean }> => {
  const due = await listDueReceipts(deps.db, deps.clock.now(), BATCH)
  for (const receipt of due) {
    const claimed = await claimReceiptEmail(deps.db, receipt, deps.clock.now())
    // Without the mail server the others would fail too. They wait for the next run.
    if (claimed !== undefined && (await sendReceipt(deps, claimed)) === 'no_server') return { more: false }
  }
  return { more: due.length === BATCH }
}

const sendReceipt = async (
  deps: EmailReceiptsDeps,
  due: ReceiptEmail,
): Promise<'sent' | 'failed' | 'no_server'> => {
  const { db, clock, log, mailer, publicUrl } = deps
  // The customer was erased since.
  if (due.customerEmail === '') return 'failed'
  const counters = countersOf(due)
  if (!(await reserveEach(deps, counters))) {
    log.warn('a receipt was not emailed: its address got too many', { orderId: due.orderId })
    return 'failed'
  }
  try {
    await mailer.send(emailOf(await getReceipt(db, due.orderId), due.customerEmail, publicUrl))
  } catch (error) {
    const isTriedAgain = hasNotLeft(error) && due.tries < TRIES_MAX
    log.warn('a receipt could not be emailed', { orderId: due.orderId, error })
    if (hasNotLeft(error)) await returnEach(deps, counters)
    if (isTriedAgain)
      await rescheduleReceiptEmail(db, due, new Date(clock.now().getTime() + RETRY_MS * 2 ** (due.tries - 1)))
    return isServerProblem(error) ? 'no_server' : 'failed'
  }
  await updateReceiptSentAt(db, due, clock.now())
  return 'sent'
}

/** Renders the email in the language of the merchant's pages, because the customer's is not known. */
const emailOf = (receipt: Receipt, to: string, publicUrl: URL): Email => {
  const { language, merchantName, orderId } = receipt
  const labels = RECEIPT_LABELS[language]
  const email = renderEmail({
    to,
    subject: `${labels.title}: ${amountOf(receipt)}, ${merchantName}`,
    greeting: `${labels.paidTo}: ${merchantName}`,
    paragraphs: [
      ...noticesOf(receipt, language),
      ...factsOf(receipt, language)
        .slice(1)
        .map(([label, fact]) => `${label}: ${fact}`),
    ],
    action: {
      label: labels.open,
      url: new URL(`/receipt/${orderId}?lang=${language}`, publicUrl).href,
    },
    footnote: labels.sentBy.replace('{merchant}', () => merchantName),
    language: { tag: `${language}-IN`, direction: directionOf(language), openAddress: labels.open },
  })
  // A later refund sends the receipt again: with the same name, programs would take it for the same e-mail.
  const sentBack = receipt.returned === null ? '' : `.${receipt.returned.recordedAt.getTime()}`
  return { ...email, messageId: `<receipt.${orderId}${sentBack}@${publicUrl.hostname}>` }
}
