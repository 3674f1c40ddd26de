import { directionOf } from '@galla/contract/payment-page/page-languages'
import type { Platform } from '../platform/feature.ts'
import { renderEmail } from '../platform/mail/email-template.ts'
import type { Email } from '../platform/mail/mail.ts'
import { hasNotLeft, isServerProblem } from '../platform/mail/mail-problem.ts'
import { getReceipt } from './find-receipt.ts'
import { amountOf, factsOf, noticesOf, type Receipt } from './receipt.ts'
import {
  claimReceiptEmail,
  listDueReceipts,
  type ReceiptEmail,
  rescheduleReceiptEmail,
  updateReceiptSentAt,
} from './receipt-email-store.ts'
import { RECEIPT_LABELS } from './receipt-labels.ts'

export interface EmailReceiptsDeps extends Pick<Platform, 'db' | 'clock' | 'log' | 'mailer'> {
  readonly publicUrl: URL
}

/** In one run of the sweep. */
const AT_ONCE_MAX = 20
const TRIES_MAX = 5
const RETRY_MS = 5 * 60_000

/**
 * Emails the receipts that are due, one after the other, each at most once: a process that ends half-way leaves an email that may have
 * left, and that one is not sent again. What a mail server refused or never saw is tried again, four times within 75 minutes.
 */
export const emailReceipts = async (deps: EmailReceiptsDeps): Promise<{ readonly more: boolean }> => {
  const due = await listDueReceipts(deps.db, deps.clock.now(), AT_ONCE_MAX)
  for (const each of due) {
    const claimed = await claimReceiptEmail(deps.db, each, deps.clock.now())
    // Without the mail server the others would fail too; they wait for the next run.
    if (claimed !== undefined && (await sendReceipt(deps, claimed)) === 'no_server') return { more: false }
  }
  return { more: due.length === AT_ONCE_MAX }
}

const sendReceipt = async (
  deps: EmailReceiptsDeps,
  due: ReceiptEmail,
): Promise<'sent' | 'failed' | 'no_server'> => {
  const { db, clock, log, mailer, publicUrl } = deps
  try {
    await mailer.send(emailOf(await getReceipt(db, due.orderId), due.customerEmail, publicUrl))
  } catch (error) {
    const isTriedAgain = hasNotLeft(error) && due.tries < TRIES_MAX
    log.warn('a receipt could not be emailed', { orderId: due.orderId, error })
    if (isTriedAgain)
      await rescheduleReceiptEmail(db, due, new Date(clock.now().getTime() + RETRY_MS * 2 ** (due.tries - 1)))
    return isServerProblem(error) ? 'no_server' : 'failed'
  }
  await updateReceiptSentAt(db, due, clock.now())
  return 'sent'
}

/** In the language of the merchant's pages: nobody knows that of the customer's mail program. */
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
  return { ...email, messageId: `<receipt.${orderId}@${publicUrl.hostname}>` }
}
