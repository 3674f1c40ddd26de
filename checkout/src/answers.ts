import type { ClaimOutcome } from '@galla/contract/payment-claims/claims'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import type { RefusalCode } from '@galla/contract/refusals'
import { en, type MessageKey } from './messages/en.ts'
import { textIn } from './text.ts'

const CLAIM_MESSAGES = {
  paid: ['claimPaid'],
  arrived: ['claimArrived'],
  other_order: ['claimOtherOrder'],
  asked: ['claimAsked', 'claimReturns'],
  asking: ['claimAsking', 'claimReturns'],
  not_seen: ['claimNotSeen', 'claimReturns'],
} as const satisfies Record<ClaimOutcome, readonly MessageKey[]>

/** The reply to "I have already paid". It reveals only whether the payment is known. */
export const claimAnswerIn = (language: PageLanguage, outcome: ClaimOutcome): string =>
  CLAIM_MESSAGES[outcome].map((key) => textIn(language)(key)).join(' ')

/**
 * The message of a refusal in the customer's language: the few that the page meets. For others English has the API's message, the other
 * languages a general one.
 */
export const refusalIn = (language: PageLanguage, code: RefusalCode, msg: string): string => {
  if (Object.hasOwn(en, code)) return textIn(language)(code as MessageKey)
  return language === 'en' ? msg : textIn(language)('loadBroken')
}
