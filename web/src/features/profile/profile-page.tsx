import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { displayDay } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../session/session.tsx'
import { BusinessDetails } from './business-details.tsx'
import { Trends } from './charts/trends.tsx'
import { FirstSteps } from './first-steps.tsx'
import { isBeginner } from './first-steps-query.ts'
import grid from './home-grid.module.css'
import { initials } from './initials.ts'
import { NoNumbersYet } from './no-numbers-yet.tsx'
import css from './profile-page.module.css'
import { StatCards } from './stat-cards.tsx'
import { useStats } from './statistics-query.ts'
import { RecentTransactions } from './transactions/recent-transactions.tsx'

// Below the fold on every screen: its code comes after the page's.
const LoginSecurity = lazyPart(async () => (await import('./security/login-security.tsx')).LoginSecurity, {
  failed: 'Login security could not be loaded',
})

/** The dashboard's home: the numbers, what they were over time, the latest orders, and who the merchant is. */
export function ProfilePage() {
  const stats = useStats()
  return (
    <div className={grid.column}>
      <WhoYouAre begins={stats.data?.totalTransactions === 0} />
      <StatCards stats={stats} />
      {stats.data !== undefined && isBeginner(stats.data) && <FirstSteps stats={stats.data} />}
      <BelowTheNumbers stats={stats} />
      <BusinessDetails />
      <LoginSecurity />
    </div>
  )
}

function BelowTheNumbers({ stats: { data, isPending } }: { stats: ReturnType<typeof useStats> }) {
  if (data?.totalTransactions === 0) return <NoNumbersYet />
  // Who can't have the numbers can't have their pictures: one message is enough.
  if (data === undefined && !isPending) return <RecentTransactions />
  return <Trends numbersAreThere={data !== undefined} />
}

/** Who only begins has the first step as the one thing to do. */
function WhoYouAre({ begins }: { begins: boolean }) {
  const user = useUser()
  useTabTitle('Profile')
  return (
    <div className={css.who}>
      <span className={css.avatar} aria-hidden>
        {initials(user.name)}
      </span>
      <div className={css.name}>
        <h1>Profile</h1>
        <p>
          <strong>{user.name}</strong> · with Galla since {displayDay(user.createdAt)}
        </p>
      </div>
      <Button
        className={css.newLink ?? ''}
        component={Link}
        to={paths.paymentLink}
        h={40}
        variant={begins ? 'default' : 'filled'}
        leftSection={<IconLink size={16} aria-hidden />}
      >
        New payment link
      </Button>
    </div>
  )
}
