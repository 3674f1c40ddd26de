import { Button } from '@mantine/core'
import { IconFileImport, IconReportMoney } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useOpenCases } from '../../open-cases.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { paths } from '../../paths.ts'
import { AlertsList, MessagesChoice } from './alerts-list.tsx'
import { type CasesPlace, useCasesPlace } from './cases-place.ts'
import { CasesSearch } from './cases-search.tsx'
import { CasesTabs, OtherTabs } from './cases-tabs.tsx'
import { creditsOf } from './cases-view.ts'
import { ClaimsList } from './claims-list.tsx'
import { CreditsList } from './credits-list.tsx'
import css from './reconciliation-page.module.css'

const loadDrawer = () => import('./case-drawer.tsx')
const CaseDrawer = lazy(async () => ({ default: (await loadDrawer()).CaseDrawer }))
const DRAWER_AHEAD_MS = 1_000

/** Money that no rule could give to an order, what customers claim, and messages that nobody could read. */
export function ReconciliationPage() {
  const place = useCasesPlace()
  const { view } = place
  const cases = useOpenCases()
  const credits = creditsOf(view.tab)
  return (
    <>
      <PageTitle
        title="Reconciliation"
        line={cases.data === undefined ? '' : lineOf(cases.data.total)}
        actions={<Elsewhere />}
      />
      <section className={css.surface} aria-label="Cases">
        <CasesTabs view={view} cases={cases.data} />
        <div className={css.toolbar}>
          {view.tab === 'alerts' ? <MessagesChoice place={place} /> : <CasesSearch place={place} />}
          <OtherTabs view={view} />
        </div>
        {credits !== undefined && <CreditsList key={credits} state={credits} place={place} />}
        {view.tab === 'claims' && <ClaimsList place={place} />}
        {view.tab === 'alerts' && <AlertsList place={place} />}
      </section>
      <DrawerOnceOpened place={place} />
    </>
  )
}

const lineOf = (total: number): string =>
  total === 0
    ? 'Every rupee is where it belongs. Times in India (IST).'
    : `${total.toLocaleString('en-IN')} open ${total === 1 ? 'case waits' : 'cases wait'} for you. Times in India (IST).`

function Elsewhere() {
  return (
    <>
      <Button
        component={Link}
        to={paths.closing}
        variant="default"
        h={40}
        leftSection={<IconReportMoney size={18} aria-hidden />}
      >
        Daily closing
      </Button>
      <Button
        component={Link}
        to={paths.importStatement}
        variant="default"
        h={40}
        leftSection={<IconFileImport size={18} aria-hidden />}
      >
        Import statement
      </Button>
    </>
  )
}

/** The drawer's code comes with the first case that is opened, or before, when the browser has nothing else to do. */
function DrawerOnceOpened({ place }: { place: CasesPlace }) {
  const { credit, claim, alert } = place.view
  const isOpen = (credit ?? claim ?? alert) !== undefined
  const [wanted, setWanted] = useState(isOpen)
  if (isOpen && !wanted) setWanted(true)
  useEffect(() => {
    const whenIdle = window.setTimeout(() => void loadDrawer().catch(() => undefined), DRAWER_AHEAD_MS)
    return () => window.clearTimeout(whenIdle)
  }, [])
  return wanted ? (
    <Suspense>
      <CaseDrawer place={place} />
    </Suspense>
  ) : null
}
