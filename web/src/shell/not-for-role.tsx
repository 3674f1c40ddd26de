import { IconLock } from 'virtual:icons'
import { Navigate, useLocation } from 'react-router'
import { ScreenMessage } from '../components/feedback/screen-message.tsx'
import { PageTitle } from '../components/layout/page-title.tsx'
import { ROLE_NAMES, ROLE_TEXTS } from '../format/role-labels.ts'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import { useUser } from '../session/session.tsx'
import type { MenuEntry } from './menu-list.tsx'

/** In the place of a page that the role does not open. The home leads to the first page of the shop that it does. */
export function NotForRole({ entries }: { entries: readonly MenuEntry[] }) {
  const { role } = useUser()
  const { pathname } = useLocation()
  const landing = entries.find(({ to }) => to !== paths.loginSecurity)
  if (pathname === paths.dashboard && landing !== undefined) return <Navigate to={landing.to} replace />
  if (role === 'operator') return null
  return (
    <>
      <PageTitle title={role === 'guest' ? t('No shop') : t('Not allowed')} />
      {role === 'guest' ? (
        <ScreenMessage
          Icon={IconLock}
          title={t('Your login is in no shop')}
          text={t(
            'Ask an owner for an invitation and open its link here. For a shop of your own, register with another email address.',
          )}
        />
      ) : (
        <ScreenMessage
          Icon={IconLock}
          title={t('Your role does not open this page')}
          text={`${ROLE_NAMES[role]}: ${ROLE_TEXTS[role]}`}
        />
      )}
    </>
  )
}
