import {
  type Icon,
  IconArrowDownRight,
  IconArrowUpRight,
  IconChecks,
  IconCurrencyRupee,
  IconReceipt,
  IconTrendingUp,
} from 'virtual:icons'
import type { Stats } from '@galla/contract/orders/statistics'
import { Box, Group, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { OldData } from '../../components/feedback/old-data.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { displayAmount, displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { useUser } from '../../session/session.tsx'
import { displayPercent } from './charts/chart-labels.ts'
import css from './stat-cards.module.css'
import type { useStats } from './statistics-query.ts'

const FAILURE = t('Failed to fetch statistics')
const ARROW_CHARACTERS = 3
const SKELETON_KEYS = ['a', 'b', 'c', 'd']

export function StatCards({ stats }: { stats: ReturnType<typeof useStats> }) {
  const { mode } = useUser()
  if (stats.isPending) return <WaitingCards />
  if (stats.data === undefined)
    return (
      <Paper component="section" withBorder radius="lg" aria-label={t('Statistics')}>
        <QueryError query={stats} failure={FAILURE} />
      </Paper>
    )
  return (
    <Stack component="section" gap="sm" aria-label={t('Statistics')}>
      {stats.isError && <OldData query={stats} failure={FAILURE} />}
      <SimpleGrid component="dl" cols={{ base: 2, lg: 4 }} spacing="md" className={css.cards}>
        <PlainCard
          Icon={IconReceipt}
          label={t('Total Transactions')}
          note={mode === 'test' ? t('all test orders') : t('all live orders')}
          text={displayCount(stats.data.totalTransactions)}
        />
        <PlainCard
          Icon={IconCurrencyRupee}
          label={t('Total Amount')}
          note={t('received in successful orders')}
          text={displayAmount(stats.data.totalAmount)}
        />
        <PlainCard
          Icon={IconChecks}
          label={t('Success Rate')}
          note={t('of paid and failed orders')}
          text={displayPercent(stats.data.successRate)}
        />
        <Growth growth={stats.data.monthlyGrowth} />
      </SimpleGrid>
    </Stack>
  )
}

interface CardProps {
  readonly Icon: Icon
  readonly label: string
  readonly note: ReactNode
  /** The length of the value: longer ones have smaller type, so that crores fit on a phone. */
  readonly characters: number
  readonly children: ReactNode
}

function Card({ Icon, label, note, characters, children }: CardProps) {
  return (
    <Paper withBorder radius="lg" miw={0} className={css.card}>
      <Group component="dt" gap="xs" wrap="nowrap" c="dimmed" fw={550} className={css.label}>
        <Icon stroke={1.9} />
        {label}
      </Group>
      <Box
        component="dd"
        mih={32}
        mt={6}
        fw={700}
        lh="32px"
        lts="-0.02em"
        className={`tabular breaks ${css.value}`}
        style={{ '--characters': characters } as CSSProperties}
      >
        {children}
      </Box>
      <Box component="dd" c="dimmed" fz="xs" lh="18px">
        {note}
      </Box>
    </Paper>
  )
}

/** The decimals are muted. */
function PlainCard({ text, ...card }: Omit<CardProps, 'children' | 'characters'> & { text: string }) {
  const [whole, fraction] = text.startsWith('₹') ? text.split('.') : [text]
  return (
    <Card {...card} characters={text.length}>
      {whole}
      {fraction !== undefined && <small>.{fraction}</small>}
    </Card>
  )
}

function Growth({ growth }: { growth: Stats['monthlyGrowth'] }) {
  const rising = growth >= 0
  const text = displayPercent(Math.abs(growth))
  const Arrow = rising ? IconArrowUpRight : IconArrowDownRight
  return (
    <Card
      Icon={IconTrendingUp}
      label={t('Monthly Growth')}
      characters={text.length + ARROW_CHARACTERS}
      note={
        <span title={t('Compared with the same days of the previous month')}>
          {rising ? t('from last month') : t('from the previous month')}
        </span>
      }
    >
      <Group component="span" gap={4} ml={-3} c={`var(--galla-${rising ? 'success' : 'failed'})`}>
        <Arrow size={26} stroke={2.2} aria-label={rising ? t('Up') : t('Down')} role="img" />
        {text}
      </Group>
    </Card>
  )
}

function WaitingCards() {
  return (
    <SimpleGrid
      component="section"
      cols={{ base: 2, lg: 4 }}
      spacing="md"
      className={css.cards}
      aria-label={t('Statistics')}
      aria-busy
    >
      {SKELETON_KEYS.map((key) => (
        <Paper key={key} withBorder radius="lg" miw={0} className={css.card} data-placeholder>
          <Skeleton h={14} w={120} my={3.5} />
          <Skeleton h={26} w={150} mt={10} mb={5} />
          <Skeleton h={12} w={110} my={3} />
        </Paper>
      ))}
    </SimpleGrid>
  )
}
