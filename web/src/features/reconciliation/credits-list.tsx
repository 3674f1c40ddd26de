import { acceptCredit, ignoreCredit } from '@galla/contract/reconciliation/credit-decisions'
import { type CreditFilter, type CreditRow, WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { isReversedCase } from '@galla/contract/reconciliation/reversals'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import {
  ACTION_LABELS,
  actionsOf,
  badgeOf,
  type CaseBadge,
  REVERSAL_ACTION_LABELS,
  REVERSED,
  reasonOf,
  receivedInWords,
  SOURCE_NAMES,
  stateBadge,
} from '../../format/case-labels.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { casesPath, paths } from '../../paths.ts'
import { openTab, useOpenCases } from '../../queries/open-cases.ts'
import { useMayOpen } from '../../session/may.ts'
import { type CaseRow, Named } from './case-row.tsx'
import { CasesList } from './cases-list.tsx'
import type { CasesNavigation } from './cases-navigation.ts'
import { useCredits } from './cases-query.ts'
import { labelOf } from './cases-tabs.tsx'
import { OPEN_TABS } from './cases-view.ts'

const EMPTY: Record<CreditFilter, string> = {
  open: t(
    'Payments that Galla cannot match to one order wait here. Each shows the reason and what you can do.',
  ),
  unmatched: t('Payments that match no open order wait here.'),
  ambiguous: t('Payments that match several orders wait here.'),
  amount_mismatch: t('Payments whose amount differs from the order amount wait here.'),
  duplicate: t('Payments for orders that were already paid wait here for you to refund.'),
  matched: t('Payments that paid their orders appear here.'),
  reversed: t('Payments that the bank takes back, by a reversal or a chargeback, wait here.'),
  late: t('Payments that arrived after the order expired, and still paid it, appear here.'),
  ignored: t('Payments that you ignored appear here.'),
  refunded: t('Payments that you refunded appear here.'),
  any: t('Every payment that Galla recognises appears here.'),
}

const waitsIn = (state: CreditFilter): boolean => OPEN_TABS.some((tab) => tab === state)

/** Reversals of unknown payments may be listed above an empty list of reversed orders. */
const titleOfEmpty = (state: CreditFilter): string => {
  if (state === 'reversed') return t('No reversed payments')
  return waitsIn(state) ? t('No open cases here') : t('Nothing here yet')
}

const sampleOf = (state: CreditFilter): CaseBadge => {
  if (state === 'reversed') return REVERSED
  if (state === 'open') return stateBadge('duplicate')
  return stateBadge(state === 'late' || state === 'any' ? 'matched' : state)
}

/** Payments with one reason, newest first. */
export function CreditsList({ state, navigation }: { state: CreditFilter; navigation: CasesNavigation }) {
  const { view } = navigation
  const credits = useCredits(state, { search: view.search, page: view.page, enabled: true })
  const mayImport = useMayOpen()(paths.importStatement)
  return (
    <CasesList
      label={t('Payments')}
      query={credits}
      navigation={navigation}
      row={(credit) => ({
        ...rowOf(credit),
        ...actsOn(credit, navigation),
        isOpen: credit.id === view.credit,
        onOpen: () => navigation.open({ credit: credit.id }),
      })}
      empty={{
        title: titleOfEmpty(state),
        text: EMPTY[state],
        sample: sampleOf(state),
        action: (
          <>
            {state === 'open' && <OtherOpen />}
            {waitsIn(state) && mayImport && (
              <Button component={Link} to={paths.importStatement} variant="default">
                {t('Import a statement')}
              </Button>
            )}
          </>
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

/** Leads on where the open cases are no payments: on phones, the tabs that say so are folded. */
function OtherOpen() {
  const { data } = useOpenCases()
  const tab = data === undefined ? '' : openTab(data)
  if (tab === '') return null
  return (
    <Button component={Link} to={casesPath({ tab })}>
      {labelOf(tab, data)}
    </Button>
  )
}

const waitsForMerchant = (credit: CreditRow): boolean =>
  isReversedCase(credit) || WAITING_STATES.some((state) => state === credit.state)

function actsOn(credit: CreditRow, { open }: CasesNavigation): Pick<CaseRow, 'actions' | 'bulk'> {
  if (!waitsForMerchant(credit)) return { actions: [], bulk: {} }
  if (credit.possibleRepeatOf !== null)
    return { actions: [{ label: t('Answer'), onAct: () => open({ credit: credit.id }) }], bulk: {} }
  const isReversed = isReversedCase(credit)
  const possible = actionsOf(credit)
  const labels = isReversed ? REVERSAL_ACTION_LABELS : ACTION_LABELS
  const params = { creditId: credit.id }
  return {
    actions: possible.map((act) => ({
      label: labels[act],
      onAct: () => open({ credit: credit.id, act }),
    })),
    bulk: isReversed
      ? {}
      : {
          ...(possible.includes('accept') && {
            accept: (note) => callEndpoint(acceptCredit, { params, body: { note } }),
          }),
          ...(possible.includes('ignore') && {
            ignore: (note) => callEndpoint(ignoreCredit, { params, body: { note } }),
          }),
        },
  }
}

function rowOf(credit: CreditRow): Omit<CaseRow, 'isOpen' | 'onOpen' | 'actions' | 'bulk'> {
  const { utr, payerName, payerUpiId } = credit
  const amount = displayAmount(credit.amount)
  const from = payerName ?? payerUpiId ?? t('Payer unknown')
  return {
    name: credit.id,
    label: `${badgeOf(credit).label}, ${amount}, ${from}, ${utr === null ? t('no UTR') : `UTR ${utr}`}`,
    amount,
    first: reasonOf(credit),
    second: <Named name={from} utr={utr ?? t('no UTR')} order={credit.order?.clientTransactionId} />,
    badge: badgeOf(credit),
    at: credit.receivedAt,
    when: receivedInWords(credit),
    foot: credit.sources.map((source) => SOURCE_NAMES[source]).join(', '),
  }
}
