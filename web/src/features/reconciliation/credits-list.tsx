import type { CreditFilter, CreditRow } from '@galla/contract/reconciliation/credits'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { badgeOf, reasonOf, receivedInWords, SOURCE_NAMES } from '../../format/case-labels.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { casesPath, paths } from '../../paths.ts'
import { type CaseRow, Named } from './case-row.tsx'
import { CasesList } from './cases-list.tsx'
import type { CasesPlace } from './cases-place.ts'
import { useCredits } from './cases-query.ts'
import { OPEN_TABS } from './cases-view.ts'

const EMPTY: Record<CreditFilter, string> = {
  open: t(
    'A payment that no rule can give to one order will wait here, with its reason and what you can do.',
  ),
  repeats: t('Messages that may report one payment twice will wait here, for you to say whether they do.'),
  unmatched: t('Payments that no open order asked for will wait here.'),
  ambiguous: t('Payments that several orders could have asked for will wait here.'),
  amount_mismatch: t('Payments of another amount than their order asks for will wait here.'),
  duplicate: t('Payments of orders that were paid already will wait here, for you to refund.'),
  matched: t('Payments that paid their orders appear here.'),
  reversed: t('Payments of orders that the bank takes back, by a reversal or a chargeback, will wait here.'),
  late: t('Payments that came after the time to pay had run out, and still paid their orders, appear here.'),
  ignored: t('Payments that you marked as none of an order appear here.'),
  refunded: t('Payments that you sent back appear here, with the refund.'),
  any: t('Every payment that Galla recognises appears here, in every state.'),
}

const waitsIn = (state: CreditFilter): boolean => OPEN_TABS.some((tab) => tab === state)

/** What the bank took back of no known payment may stand above the list of reversed orders. */
const titleOfEmpty = (state: CreditFilter): string => {
  if (state === 'reversed') return t('No reversed order waits for you')
  return waitsIn(state) ? t('Nothing waits for you here') : t('Nothing here yet')
}

/** Payments of one reason, newest first. */
export function CreditsList({ state, place }: { state: CreditFilter; place: CasesPlace }) {
  const { view } = place
  const credits = useCredits(state, { search: view.search, page: view.page, enabled: true })
  const waits = waitsIn(state)
  return (
    <CasesList
      label={t('Payments')}
      query={credits}
      place={place}
      row={(credit) => ({
        ...rowOf(credit),
        isOpen: credit.id === view.credit,
        onOpen: () => place.open({ credit: credit.id }),
      })}
      empty={{
        title: titleOfEmpty(state),
        text: EMPTY[state],
        action: waits && (
          <Button component={Link} to={paths.importStatement} variant="default">
            {t('Import a statement')}
          </Button>
        ),
      }}
      {...(state === 'any'
        ? {}
        : {
            searchElsewhere: (
              <Button component={Link} to={casesPath({ tab: 'any', search: view.search })}>
                {t('Search all payments')}
              </Button>
            ),
          })}
    />
  )
}

function rowOf(credit: CreditRow): Omit<CaseRow, 'isOpen' | 'onOpen'> {
  const { utr, payerName, payerUpiId } = credit
  const amount = displayAmount(credit.amount)
  const from = payerName ?? payerUpiId ?? t('Payer unknown')
  return {
    name: credit.id,
    label: `${badgeOf(credit).word}, ${amount}, ${from}, ${utr === null ? t('no UTR') : `UTR ${utr}`}`,
    amount,
    first: <Named name={from} utr={utr ?? t('no UTR')} />,
    second: [reasonOf(credit), credit.order?.clientTransactionId].join(' '),
    badge: badgeOf(credit),
    at: credit.receivedAt,
    when: receivedInWords(credit),
    foot: credit.sources.map((source) => SOURCE_NAMES[source]).join(', '),
  }
}
