import { CASES_COUNTED_MAX, type OpenCases } from '@galla/contract/reconciliation/open-cases'
import { Box, Button, Group, NativeSelect } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { casesPath } from '../../paths.ts'
import { openCredits } from '../../queries/open-cases.ts'
import { useNarrowerThan } from '../../theme/use-narrower-than.ts'
import { type CasesTab, type CasesView, OPEN_TABS, OTHER_TABS, TAB_LABELS } from './cases-view.ts'

interface CasesTabsProps {
  readonly view: CasesView
  readonly cases: OpenCases | undefined
}

const countOf = (tab: CasesTab, cases: OpenCases | undefined): number | undefined => {
  if (cases === undefined) return undefined
  if (tab === 'open') return openCredits(cases)
  return tab in cases ? cases[tab as keyof OpenCases] : undefined
}

const countWords = (count: number): string =>
  count >= CASES_COUNTED_MAX ? `${displayCount(CASES_COUNTED_MAX)}+` : displayCount(count)

/** The name of a list, with the number of its open cases. */
export const labelOf = (tab: CasesTab, cases: OpenCases | undefined): string => {
  const count = countOf(tab, cases) ?? 0
  return count === 0 ? TAB_LABELS[tab] : `${TAB_LABELS[tab]} (${countWords(count)})`
}

/** All of them, and each kind that has cases; an open one without any stays until it is left. */
const shownTabs = ({ view, cases }: CasesTabsProps): readonly CasesTab[] =>
  OPEN_TABS.filter((tab) => {
    const count = countOf(tab, cases) ?? 0
    return tab === 'open' || tab === view.tab || count > 0
  })

/** On phones the tabs become a select. */
export const useTabsAsChoice = (): boolean => useNarrowerThan('sm')

/** The open cases by reason. Each list has its own address. */
export function CasesTabs(props: CasesTabsProps) {
  const asChoice = useTabsAsChoice()
  if (asChoice) return <TabChoice {...props} />
  return (
    <Group component="nav" gap={6} px={20} pt="md" aria-label={t('To decide')}>
      {shownTabs(props).map((tab) => (
        <TabLink key={tab} tab={tab} {...props} />
      ))}
    </Group>
  )
}

/** Links to the decided cases. */
export function OtherTabs({ view }: Pick<CasesTabsProps, 'view'>) {
  const asChoice = useTabsAsChoice()
  if (asChoice) return null
  return (
    <Group component="nav" gap={0} ml="auto" aria-label={t('Other lists')}>
      {OTHER_TABS.map((tab) => (
        <TabLink key={tab} tab={tab} view={view} cases={undefined} quiet />
      ))}
    </Group>
  )
}

function TabLink({ tab, view, cases, quiet }: CasesTabsProps & { tab: CasesTab; quiet?: true }) {
  const count = countOf(tab, cases) ?? 0
  const isCurrent = view.tab === tab
  return (
    <Button
      component={Link}
      to={casesPath({ tab: tab === 'open' ? '' : tab })}
      variant={isCurrent ? 'light' : quiet ? 'subtle' : 'default'}
      radius="xl"
      px="sm"
      aria-current={isCurrent ? 'page' : undefined}
      preventScrollReset
      rightSection={count > 0 && <ToneBadge tone="pending">{countWords(count)}</ToneBadge>}
    >
      {TAB_LABELS[tab]}
    </Button>
  )
}

function TabChoice(props: CasesTabsProps) {
  const { view, cases } = props
  const navigate = useNavigate()
  const option = (tab: CasesTab) => ({ value: tab, label: labelOf(tab, cases) })
  return (
    <Box px="sm" pt="sm">
      <NativeSelect
        aria-label={t('Show')}
        data={[
          { group: t('To decide'), items: shownTabs(props).map(option) },
          { group: t('Other lists'), items: OTHER_TABS.map(option) },
        ]}
        value={view.tab}
        onChange={({ currentTarget: { value } }) =>
          void navigate(casesPath({ tab: value === 'open' ? '' : value }), { preventScrollReset: true })
        }
      />
    </Box>
  )
}
