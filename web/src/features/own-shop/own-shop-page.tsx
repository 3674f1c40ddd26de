import { Button, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { AuthCard } from '../../components/layout/auth-card.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { ownShop } from '../../session/own-shop.ts'

/** The first page of an installation that is for one shop. */
export function OwnShopPage() {
  return (
    <AuthCard title={ownShop() || 'Galla'} line={t('Payments by UPI, straight to our own account.')}>
      <Stack gap="sm">
        <Button component={Link} to={paths.login} h={44}>
          {t('Login')}
        </Button>
        <Button component={Link} to={paths.register} h={44} variant="default">
          {t('Register')}
        </Button>
      </Stack>
    </AuthCard>
  )
}
