import { IconArrowLeft } from 'virtual:icons'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

/** Beside the title of a page that Reconciliation leads to. */
export function ToReconciliation() {
  return (
    <Button
      component={Link}
      to={paths.reconciliation}
      variant="default"
      leftSection={<IconArrowLeft size={18} />}
    >
      {t('Reconciliation')}
    </Button>
  )
}
