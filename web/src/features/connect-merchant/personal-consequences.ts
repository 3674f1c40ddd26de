import { rulesAt } from '@galla/upi/network-rules'
import { displayRupees, MAX_AMOUNT_PAISE } from '@galla/upi/rupees'
import { deviceTimeMs } from '../../format/clock.ts'

/** What the network does with payments to a person, as its rules stand today. */
export function personalConsequences(): string {
  const rules = rulesAt(new Date(deviceTimeMs()), { amount: MAX_AMOUNT_PAISE, personal: true })
  const sentences = [
    rules.appLinksAllowed ? '' : 'UPI refuses app links to it, so your payment page asks customers to scan.',
    rules.galleryLimit === undefined
      ? ''
      : `A saved or shared picture of its QR code works up to ${displayRupees(rules.galleryLimit)}.`,
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}
