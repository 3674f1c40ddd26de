import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useInBrowser } from '../../browser/in-browser.ts'
import { language } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { pageBeforeLogin } from '../../session/forced-login.ts'
import { storedUser } from '../../session/logged-in-record.ts'
import { useSession } from '../../session/session.tsx'

/** Every login ends on this page: the way back to where the session expired, or to the dashboard. */
export function LoggedInBand() {
  const { remembered, user } = useSession()
  const before = useInBrowser(() => pageBeforeLogin(storedUser()?.email ?? ''), undefined)
  if (remembered === undefined) return null
  const isOperator = user?.role === 'operator'
  return (
    <Group
      component="section"
      lang={language}
      aria-label={t('Your account')}
      gap="8px 16px"
      justify="center"
      py="xs"
      px="md"
      bg="var(--galla-created-soft)"
      style={{ borderBottom: '1px solid var(--galla-line)' }}
      className="breaks"
    >
      <Text fw={550}>{t('You are logged in as {name}.', { name: remembered.name })}</Text>
      {before !== undefined && (
        <Button component={Link} to={before} h={44}>
          {t('Continue where you were')}
        </Button>
      )}
      {before === undefined && (
        <Button component={Link} to={isOperator ? paths.operator : paths.dashboard} h={44}>
          {isOperator ? t('Open the operator console') : t('Open your dashboard')}
        </Button>
      )}
    </Group>
  )
}
