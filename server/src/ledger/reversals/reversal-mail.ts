import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { z } from 'zod'
import type { MailDeps } from '../../merchants/email-merchant.ts'
import { emailNotice } from '../../notices/email-notice.ts'
import { countReversed, listOpenReversals } from './reversal-store.ts'

/** The email lists this many payments and counts the others. */
const NAMED_MAX = 10
const COUNTED_MAX = 1_000

const reversalMail = z.object({ merchantId: z.string(), at: z.string() })

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const amountOf = (paise: Paise): string => rupees.format(toRupeeNumber(paise))

/** Emails the reversed payments that wait for the merchant, unless all are decided. */
export const mailReversals = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, at } = reversalMail.parse(payload)
  const open = await listOpenReversals(deps.db, merchantId, 'live', NAMED_MAX)
  const [first] = open
  if (first === undefined) return
  const count = await countReversed(deps.db, merchantId, 'live', COUNTED_MAX)
  const rest = count - open.length
  await emailNotice(deps, 'reversal', merchantId, (t) => ({
    subject:
      count === 1
        ? t('The bank took back {amount}', { amount: amountOf(first.paise) })
        : t('The bank took back {count} payments', { count }),
    paragraphs: [
      ...open.map(({ order, paise, utr }) => {
        const amount = amountOf(paise)
        return utr === null
          ? t('{amount} of order {order}', { amount, order })
          : t('{amount} of order {order}, UTR {utr}', { amount, order, utr })
      }),
      ...(rest > 0 ? [t('And {rest} more.', { rest })] : []),
      t(
        'The bank reports a reversal, a chargeback or a dispute. The order stays paid until you decide. Check whether you have delivered, and ask your bank for the reason and the deadline to object.',
      ),
    ],
    action: { label: t('Decide in Reconciliation'), path: '/dashboard/reconciliation?tab=reversed' },
    footnote: t('You receive this e-mail when a bank takes back the payment of a live order.'),
    name: `reversals-${Date.parse(at)}`,
  }))
}
