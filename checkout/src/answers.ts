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

/** What a customer reads after "I have already paid": what is known, and no more. */
export const claimAnswerIn = (language: PageLanguage, outcome: ClaimOutcome): string =>
  CLAIM_MESSAGES[outcome].map((key) => textIn(language)(key)).join(' ')

/** A refusal as a customer reads it. English is the API's own sentence; the page meets few others, and those say only that it failed. */
export const refusalIn = (language: PageLanguage, code: RefusalCode, msg: string): string => {
  if (language === 'en') return msg
  return textIn(language)(Object.hasOwn(en, code) ? (code as MessageKey) : 'loadBroken')
}
