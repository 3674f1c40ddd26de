import { IconCircleCheck, IconClock } from 'virtual:icons'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { Named } from './case-row.tsx'
import { CasesList } from './cases-list.tsx'
import type { CasesNavigation } from './cases-navigation.ts'
import { useClaims } from './cases-query.ts'
import { claimName } from './cases-view.ts'

/** The payment claims that await a decision. */
export function ClaimsList({ navigation }: { navigation: CasesNavigation }) {
  const { view } = navigation
  const claims = useClaims({ search: view.search, page: view.page, enabled: true })
  return (
    <CasesList
      label={t('Claims')}
      query={claims}
      navigation={navigation}
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
            ? { label: t('No payment yet'), tone: 'pending', Icon: IconClock }
            : { label: t('Payment received'), tone: 'success', Icon: IconCircleCheck },
        at: claim.claimedAt,
        foot: t('Reported by the customer'),
        onOpen: () => navigation.open({ claim: claimName(claim) }),
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
