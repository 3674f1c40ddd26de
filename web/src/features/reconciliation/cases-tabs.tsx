import { CASES_COUNTED_MAX, type OpenCases } from '@galla/contract/reconciliation/open-cases'
import { Box, NativeSelect } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { displayCount } from '../../format/indian-display.ts'
import { casesPath } from '../../paths.ts'
import { useNarrowerThan } from '../../theme/use-narrower-than.ts'
import { type CasesTab, type CasesView, OPEN_TABS, OTHER_TABS, TAB_WORDS } from './cases-view.ts'
import css from './reconciliation-page.module.css'

interface CasesTabsProps {
  readonly view: CasesView
  readonly cases: OpenCases | undefined
}

const countOf = (tab: CasesTab, cases: OpenCases | undefined): number | undefined => {
  if (cases === undefined) return undefined
  if (tab === 'open') return cases.unmatched + cases.ambiguous + cases.amount_mismatch + cases.duplicate
  return tab === 'late' || tab === 'ignored' || tab === 'refunded' || tab === 'any' ? undefined : cases[tab]
}

const countWords = (count: number): string =>
  count >= CASES_COUNTED_MAX ? `${displayCount(CASES_COUNTED_MAX)}+` : displayCount(count)

/** On a phone all lists are one choice. */
export const useTabsAsChoice = (): boolean => useNarrowerThan('sm')

/** What waits, by reason. Each list is an address of its own. */
export function CasesTabs(props: CasesTabsProps) {
  const asChoice = useTabsAsChoice()
  if (asChoice) return <TabChoice {...props} />
  return (
    <nav className={css.tabs} aria-label="To decide">
      {OPEN_TABS.map((tab) => (
        <TabLink key={tab} tab={tab} {...props} />
      ))}
    </nav>
  )
}

/** What is decided, to be looked up. */
export function OtherTabs({ view }: Pick<CasesTabsProps, 'view'>) {
  const asChoice = useTabsAsChoice()
  if (asChoice) return null
  return (
    <nav className={css.others} aria-label="To look up">
      {OTHER_TABS.map((tab) => (
        <TabLink key={tab} tab={tab} view={view} cases={undefined} />
      ))}
    </nav>
  )
}

function TabLink({ tab, view, cases }: CasesTabsProps & { tab: CasesTab }) {
  const count = countOf(tab, cases)
  return (
    <Link
      to={casesPath({ tab: tab === 'open' ? '' : tab })}
      className={css.tab}
      aria-current={view.tab === tab ? 'page' : undefined}
      preventScrollReset
    >
      {TAB_WORDS[tab]}
      {count !== undefined && count > 0 && (
        <Box
          component="span"
          miw={20}
          py={1}
          px={6}
          bdrs="md"
          c="var(--galla-pending)"
          bg="var(--galla-pending-soft)"
          fz="xs"
          fw={650}
          lh="18px"
          ta="center"
          className="tabular"
        >
          {countWords(count)}
        </Box>
      )}
    </Link>
  )
}

function TabChoice({ view, cases }: CasesTabsProps) {
  const navigate = useNavigate()
  const option = (tab: CasesTab) => {
    const count = countOf(tab, cases)
    return {
      value: tab,
      label: count === undefined || count === 0 ? TAB_WORDS[tab] : `${TAB_WORDS[tab]} (${countWords(count)})`,
    }
  }
  return (
    <Box px="sm" pt="sm" pb={0} className={css.choice}>
      <NativeSelect
        aria-label="Show"
        data={[
          { group: 'To decide', items: OPEN_TABS.map(option) },
          { group: 'To look up', items: OTHER_TABS.map(option) },
        ]}
        value={view.tab}
        onChange={({ currentTarget: { value } }) =>
          void navigate(casesPath({ tab: value === 'open' ? '' : value }), { preventScrollReset: true })
        }
      />
    </Box>
  )
}
