import { Group, SegmentedControl, Title } from '@mantine/core'
import { useAddressSearch, withParameter } from '../../../components/form/use-address-search.ts'
import { lazyPart } from '../../../components/overlay/lazy-part.tsx'
import { t } from '../../../locales/translate.ts'
import css from '../home-grid.module.css'
import { RecentTransactions } from '../transactions/recent-transactions.tsx'
import { ChartsSkeleton } from './charts-skeleton.tsx'

const Charts = lazyPart(async () => (await import('./charts.tsx')).Charts, {
  failed: t('The charts could not be loaded'),
  fallback: <ChartsSkeleton />,
})

const PERIODS = ['30', '90'] as const
const PERIOD_OPTIONS = PERIODS.map((days) => ({ value: days, label: t('Last {days} days', { days }) }))

/** The charts, whose chunk loads after the figures, and the latest orders. */
export function Trends({ numbersAreThere }: { numbersAreThere: boolean }) {
  const [search, setSearch] = useAddressSearch()
  const days = PERIODS.find((period) => period === search.get('days')) ?? '30'
  const show = (period: string) =>
    setSearch((now) => withParameter(now, 'days', period === '30' ? '' : period), { replace: true })
  return (
    <div className={css.trends}>
      <Group gap="sm" justify="space-between" className={css.head}>
        <Title order={2} fz="lg" fw={650}>
          {t('Trends')}
        </Title>
        <SegmentedControl
          aria-label={t('Period')}
          size="sm"
          data={PERIOD_OPTIONS}
          value={days}
          onChange={show}
        />
      </Group>
      {numbersAreThere ? <Charts days={Number(days)} /> : <ChartsSkeleton />}
      <div className={css.recent}>
        <RecentTransactions />
      </div>
    </div>
  )
}
