import { displayAmount } from '../../format/indian-display.ts'
import { Named } from './case-row.tsx'
import { CasesList } from './cases-list.tsx'
import type { CasesPlace } from './cases-place.ts'
import { useClaims } from './cases-query.ts'
import { claimName } from './cases-view.ts'

/** What customers say they paid, until someone answers. */
export function ClaimsList({ place }: { place: CasesPlace }) {
  const { view } = place
  const claims = useClaims({ search: view.search, page: view.page, enabled: true })
  return (
    <CasesList
      label="Claims"
      query={claims}
      place={place}
      row={(claim) => ({
        name: claimName(claim),
        label: `Claim of ${displayAmount(claim.amount)}, ${claim.customerName}, UTR ${claim.utr}`,
        isOpen: claimName(claim) === view.claim,
        amount: displayAmount(claim.amount),
        first: <Named name={claim.customerName} utr={claim.utr} />,
        second: claim.clientTransactionId,
        badge:
          claim.creditId === null
            ? { word: 'No such payment yet', tone: 'pending' }
            : { word: 'Payment came', tone: 'success' },
        at: claim.claimedAt,
        foot: 'Said by the customer',
        onOpen: () => place.open({ claim: claimName(claim) }),
      })}
      empty={{
        title: 'No open claims',
        text: 'When a customer says "I have already paid" on the payment page, their UTR and order wait here.',
      }}
    />
  )
}
