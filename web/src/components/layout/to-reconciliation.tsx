import { IconArrowLeft } from 'virtual:icons'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

/** The link back to Reconciliation, beside the title of its subpages. */
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
