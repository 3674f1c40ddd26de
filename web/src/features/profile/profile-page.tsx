import { IconLink } from 'virtual:icons'
import { initialsOf } from '@galla/contract/payment-page/initials'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { isSettled } from '../../api/is-settled.ts'
import { Seal } from '../../components/feedback/seal.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { displayDay } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { useMay, useMayOpen } from '../../session/may.ts'
import { isOwnShop, useShopName, useUser } from '../../session/session.tsx'
import { BusinessDetailsPart } from './business-details-part.ts'
import { Trends } from './charts/trends.tsx'
import { StatCards } from './stat-cards.tsx'
import { isBeginner, useStats } from './statistics-query.ts'
import { Today } from './today.tsx'
import { RecentTransactions } from './transactions/recent-transactions.tsx'

// Only for beginners.
const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps, {
  failed: t('This could not be loaded'),
})

// Below the fold on every screen, so its chunk loads after the page's.
const PageLook = lazyPart(async () => (await import('./page-look.tsx')).PageLook, {
  failed: t('This could not be loaded'),
})

/** The dashboard's home: today, figures, charts, latest orders, and the business details. */
export function ProfilePage() {
  const stats = useStats()
  const may = useMay()
  const user = useUser()
  return (
    <Stack gap="lg">
      <WhoYouAre begins={stats.data?.totalTransactions === 0} />
      <Today />
      <StatCards stats={stats} />
      {stats.data !== undefined && isBeginner(stats.data) && isOwnShop(user) && (
        <FirstSteps stats={stats.data} />
      )}
      <BelowTheNumbers stats={stats} />
      {isSettled(stats) && (
        <>
          {isOwnShop(user) && <BusinessDetailsPart />}
          {may('POST /user/page-look') && <PageLook />}
        </>
      )}
    </Stack>
  )
}

function BelowTheNumbers({ stats: { data, isPending } }: { stats: ReturnType<typeof useStats> }) {
  if (data?.totalTransactions === 0) return <NoNumbersYet />
  // Without the figures the charts fail too; one error message is enough.
  if (data === undefined && !isPending) return <RecentTransactions />
  return <Trends numbersAreThere={data !== undefined} />
}

/** The greeting. A merchant without an order gets the first step as its action. */
function WhoYouAre({ begins }: { begins: boolean }) {
  const user = useUser()
  const shopName = useShopName()
  const mayOpen = useMayOpen()
  useTabTitle(t('Profile'))
  return (
    <Group gap={14}>
      <Seal tone="created" size={52} bdrs={14} fz="lg" aria-hidden>
        {initialsOf(shopName)}
      </Seal>
      <Box flex="1 1 200px" miw={0} c="dimmed">
        <Title order={1} c="var(--galla-text)" fz="xl" fw={700}>
          {t('Profile')}
        </Title>
        <p>
          <Box component="strong" c="var(--galla-text)" fw={600}>
            {shopName}
          </Box>{' '}
          {isOwnShop(user) && t('· with Galla since {createdAt}', { createdAt: displayDay(user.createdAt) })}
        </p>
      </Box>
      {mayOpen(paths.paymentLink) && (
        <Button
          component={Link}
          to={paths.paymentLink}
          variant={begins ? 'default' : 'filled'}
          leftSection={<IconLink />}
        >
          {t('New payment link')}
        </Button>
      )}
    </Group>
  )
}

const HEIGHTS = [22, 34, 28, 46, 40, 58, 50, 66, 60, 78, 70, 92]

/** The placeholder of the charts. */
function NoNumbersYet() {
  return (
    <Group
      component="section"
      gap="20px 32px"
      py={28}
      px="lg"
      bd="1px dashed var(--galla-control)"
      bdrs="lg"
      aria-label={t('Trends')}
    >
      <Group gap={5} align="flex-end" wrap="nowrap" w={200} h={84} aria-hidden>
        {HEIGHTS.map((height) => (
          <Box key={height} flex={1} h={`${height}%`} bdrs="xs" bg="var(--galla-created-soft)" />
        ))}
      </Group>
      <div>
        <Title order={2} fz="md" fw={650}>
          {t('No orders in this mode yet')}
        </Title>
        <Text maw={460} mt={4} c="dimmed">
          {t(
            'After your first orders, your collections per day, your success rate and your busiest hours appear here.',
          )}
        </Text>
      </div>
    </Group>
  )
}
