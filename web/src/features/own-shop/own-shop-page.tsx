import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { AuthCard } from '../../components/layout/auth-card.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { ownShop } from '../../session/own-shop.ts'

/** The first page of an installation that is for one shop. */
export function OwnShopPage() {
  const name = ownShop()
  return (
    <AuthCard title={name || 'Galla'} line={t('Payments by UPI, straight to our own account.')}>
      <Group grow>
        <Button component={Link} to={paths.login} h={44}>
          {t('Login')}
        </Button>
        {name === '' && (
          <Button component={Link} to={paths.register} h={44} variant="default">
            {t('Register')}
          </Button>
        )}
      </Group>
    </AuthCard>
  )
}
