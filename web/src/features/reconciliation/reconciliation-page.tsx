import { IconCircleCheck, IconClock, IconFileImport, IconReportMoney } from 'virtual:icons'
import { type ClaimRow, dismissClaim } from '@galla/contract/payment-claims/claims'
import { creditCounts } from '@galla/contract/reconciliation/credits'
import { Box, Button, Group, Paper } from '@mantine/core'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { SearchField } from '../../components/form/search-field.tsx'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx'
import type { CaseBadge } from '../../format/case-labels.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { useOpenCases } from '../../queries/open-cases.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMayOpen } from '../../session/may.ts'
import { useUser } from '../../session/session.tsx'
import { AlertsList, MessagesChoice } from './alerts-list.tsx'
import { Named } from './case-row.tsx'
import { CasesList } from './cases-list.tsx'
import { type CasesNavigation, openCaseOf, useCasesNavigation } from './cases-navigation.ts'
import { useClaims } from './cases-query.ts'
import { CasesTabs, OtherTabs } from './cases-tabs.tsx'
import { claimName, creditsOf } from './cases-view.ts'
import { CreditsList } from './credits-list.tsx'
import { UnknownReversals } from './unknown-reversals.tsx'

const CaseDrawer = lazyDialog(async () => (await import('./case-drawer.tsx')).CaseDrawer, {
  failed: t('The case could not be opened. Try again.'),
  isOpen: ({ navigation }) => openCaseOf(navigation) !== undefined,
  prefetchDelayMs: 1_000,
})

/** Payments without a matching order, payment claims, and messages that could not be parsed. */
export function ReconciliationPage() {
  const navigation = useCasesNavigation()
  const { view } = navigation
  const cases = useOpenCases()
  const credits = creditsOf(view.tab)
  return (
    <>
      <PageTitle
        title={t('Reconciliation')}
        line={cases.data === undefined ? '' : lineOf(cases.data.total)}
        actions={<Elsewhere />}
      />
      <Owed />
      <Paper component="section" withBorder radius="lg" aria-label={t('Cases')}>
        <CasesTabs view={view} cases={cases.data} />
        <Group
          gap="8px 16px"
          p={{ base: 'sm', sm: '12px 20px 16px' }}
          style={{ borderBottom: '1px solid var(--galla-line)' }}
        >
          {view.tab === 'alerts' ? (
            <MessagesChoice navigation={navigation} />
          ) : (
            <CasesSearch navigation={navigation} />
          )}
          <OtherTabs view={view} />
        </Group>
        {view.tab === 'reversed' && <UnknownReversals />}
        {credits !== undefined && <CreditsList key={credits} state={credits} navigation={navigation} />}
        {view.tab === 'claims' && <ClaimsList navigation={navigation} />}
        {view.tab === 'alerts' && <AlertsList navigation={navigation} />}
      </Paper>
      <CaseDrawer navigation={navigation} onClose={navigation.close} />
    </>
  )
}

const lineOf = (total: number): string =>
  total === 0
    ? t('No open cases.')
    : t('{total, plural, one {# open case waits for you.} other {# open cases wait for you.}}', { total })

/** What the open cases amount to, both ways. */
function Owed() {
  const { mode } = useUser()
  const { data } = useData(queryKeys.cases.owed(mode), creditCounts)
  if (data === undefined) return null
  const { toCustomers, byCustomers } = data.owed
  if (toCustomers.count + byCustomers.count === 0) return null
  return (
    <Box mb="md">
      <Tiles>
        <Tile
          name={t('You owe customers')}
          value={displayAmount(toCustomers.amount)}
          note={t(
            '{count, plural, one {# payment, paid twice or too much} other {# payments, paid twice or too much}}',
            toCustomers,
          )}
        />
        <Tile
          name={t('Customers owe you')}
          value={displayAmount(byCustomers.amount)}
          note={t(
            '{count, plural, one {# payment, paid too little} other {# payments, paid too little}}',
            byCustomers,
          )}
        />
      </Tiles>
    </Box>
  )
}

function Elsewhere() {
  if (!useMayOpen()(paths.closing)) return null
  return (
    <>
      <Button
        component={Link}
        to={paths.closing}
        variant="default"
        leftSection={<IconReportMoney size={18} />}
      >
        {t('Daily closing')}
      </Button>
      <Button
        component={Link}
        to={paths.importStatement}
        variant="default"
        leftSection={<IconFileImport size={18} />}
      >
        {t('Import statement')}
      </Button>
    </>
  )
}

const CHARS_MAX = 100

function CasesSearch({ navigation: { view, typed, setTyped } }: { navigation: CasesNavigation }) {
  return (
    <Box
      component="search"
      flex={{ base: '1 1 auto', sm: '1 1 260px' }}
      maw={{ base: 'none', sm: 440 }}
      aria-label={t('Cases')}
    >
      <SearchField
        aria-label={view.tab === 'claims' ? t('Search claims') : t('Search payments')}
        placeholder={view.tab === 'claims' ? t('UTR, order or customer') : t('UTR, amount, payer or order')}
        maxLength={CHARS_MAX}
        value={typed}
        onChange={setTyped}
      />
    </Box>
  )
}

function actionsOn(claim: ClaimRow, { open }: CasesNavigation) {
  const { creditId } = claim
  return [
    creditId === null
      ? { label: t('Confirm order'), onAct: () => open({ claim: claimName(claim), act: 'confirm' }) }
      : { label: t('Open the payment'), onAct: () => open({ credit: creditId }) },
    { label: t('Dismiss'), onAct: () => open({ claim: claimName(claim), act: 'dismiss' }) },
  ]
}

const NO_PAYMENT: CaseBadge = { label: t('No payment yet'), tone: 'pending', Icon: IconClock }

/** The payment claims that await a decision. */
function ClaimsList({ navigation }: { navigation: CasesNavigation }) {
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
        first: t('{customerName} says that {amount} was paid.', {
          customerName: claim.customerName,
          amount: displayAmount(claim.amount),
        }),
        second: <Named name={claim.clientTransactionId} utr={claim.utr} />,
        badge:
          claim.creditId === null
            ? NO_PAYMENT
            : { label: t('Payment received'), tone: 'success', Icon: IconCircleCheck },
        at: claim.claimedAt,
        foot: t('Reported by the customer'),
        onOpen: () => navigation.open({ claim: claimName(claim) }),
        actions: actionsOn(claim, navigation),
        bulk: { dismiss: (note) => callEndpoint(dismissClaim, { params: claim, body: { note } }) },
      })}
      empty={{
        title: t('No open claims'),
        sample: NO_PAYMENT,
        text: t(
          'When a customer says "I have already paid" on the payment page, their UTR and order wait here.',
        ),
      }}
    />
  )
}
