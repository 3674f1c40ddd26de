import { SimpleGrid, Stack } from '@mantine/core'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { t } from '../../../locales/translate.ts'
import { isOwnShop, useUser } from '../../../session/session.tsx'
import { TwoFactorPanel } from '../../../two-factor/two-factor-panel.tsx'
import { BusinessDetailsPart } from '../business-details-part.ts'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { SecurityEvents } from './security-events.tsx'
import { SessionsPanel } from './sessions-list.tsx'

/** In the shop of others, also the login itself; in one's own, it is on the home. Sessions, two-factor login, passkeys and security events. */
export function SecurityPage() {
  const user = useUser()
  return (
    <>
      <PageTitle title={t('Security')} />
      <Stack gap="lg">
        {!isOwnShop(user) && <BusinessDetailsPart />}
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'stretch' }}>
          <SessionsPanel />
          <TwoFactorPanel />
        </SimpleGrid>
        <PasskeysPanel />
        <SecurityEvents />
      </Stack>
    </>
  )
}
