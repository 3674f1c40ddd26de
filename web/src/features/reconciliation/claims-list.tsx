import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
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
      label={t('Claims')}
      query={claims}
      place={place}
      row={(claim) => ({
        name: claimName(claim),
        label: t('Claim of {amount}, {customerName}, UTR {utr}', {
          amount: displayAmount(claim.amount),
          customerName: claim.customerName,
          utr: claim.utr,
        }),
        isOpen: claimName(claim) === view.claim,
        amount: displayAmount(claim.amount),
        first: <Named name={claim.customerName} utr={claim.utr} />,
        second: claim.clientTransactionId,
        badge:
          claim.creditId === null
            ? { word: t('No payment yet'), tone: 'pending' }
            : { word: t('Payment received'), tone: 'success' },
        at: claim.claimedAt,
        foot: t('Reported by the customer'),
        onOpen: () => place.open({ claim: claimName(claim) }),
      })}
      empty={{
        title: t('No open claims'),
        text: t(
          'When a customer says "I have already paid" on the payment page, their UTR and order wait here.',
        ),
      }}
    />
  )
}
