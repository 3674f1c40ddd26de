import { IconEar, IconHandClick } from 'virtual:icons'
import { Link } from 'react-router'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import { useMerchantAccount } from '../queries/merchant-account.ts'
import { Strip } from './strip.tsx'

/** Warns until the account has been heard, and while most online orders need a person. */
export function EarsNotice() {
  const { data: account } = useMerchantAccount()
  if (!account || account.verification !== null) return null
  const isTapped = account.hasPrintedQr && !account.uniqueAmounts
  if (account.isHeard && !isTapped) return null
  return (
    <Strip label={t('Hearing')} tone="pending" Icon={account.isHeard ? IconHandClick : IconEar}>
      <p>
        {account.isHeard
          ? t('Online orders need your tap until each has its own amount.')
          : t('Galla cannot see your payments yet.')}{' '}
        <Link to={paths.hear} style={{ color: 'inherit' }}>
          {account.isHeard ? t('Turn it on') : t('Set up in 2 minutes')}
        </Link>
      </p>
    </Strip>
  )
}
