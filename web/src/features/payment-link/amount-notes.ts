import { rulesAt } from '@galla/upi/network-rules'
import { displayRupees, type Paise } from '@galla/upi/rupees'
import { rupeesInWords } from '@galla/upi/rupees-in-words'

export interface AmountNotes {
  /** "₹1,23,456.00 · one lakh twenty-three thousand four hundred fifty-six rupees": a zero too many is seen. */
  readonly read: string
  /** What the UPI network will make of it. Warnings: nothing is refused for them. */
  readonly warnings: readonly string[]
}

const withoutPaise = (amount: Paise): string => displayRupees(amount).replace(/\.00$/, '')

export function amountNotes(amount: Paise, payee: { personal: boolean; now: Date }): AmountNotes {
  const { usualLimit, galleryLimit } = rulesAt(payee.now, { amount, personal: payee.personal })
  const warnings: string[] = []
  if (usualLimit !== undefined)
    warnings.push(
      `Most UPI payments are limited to ${withoutPaise(usualLimit)}; your customer's bank may refuse this one.`,
    )
  if (galleryLimit !== undefined)
    warnings.push(
      `To your personal UPI ID, a saved or shared picture of the QR code pays at most ${withoutPaise(galleryLimit)}. Share the link instead: its code can be scanned.`,
    )
  return { read: `${displayRupees(amount)} · ${rupeesInWords(amount)}`, warnings }
}
