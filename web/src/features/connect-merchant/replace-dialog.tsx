import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { Stack } from '@mantine/core'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import type { ConnectFields } from './connect-fields.ts'

interface ReplaceDialogProps {
  readonly asked: { readonly from: MerchantAccount; readonly fields: ConnectFields } | undefined
  readonly busy: boolean
  readonly onConfirm: (fields: ConnectFields) => void
  readonly onClose: () => void
}

/** Asks once, by both names, before new payments go somewhere else. */
export function ReplaceDialog({ asked, busy, onConfirm, onClose }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={t('Replace {upiId}?', { upiId: asked?.from.merchantUpiId ?? '' })}
      action={t('Replace account')}
      busyLabel={t('Connecting...')}
      busy={busy}
      onConfirm={() => asked !== undefined && onConfirm(asked.fields)}
      onClose={onClose}
    >
      <Stack gap="xs" className="breaks">
        <p>
          {richText(
            'New live orders will be paid to <b>{upiId}</b> (<span>{name}</span>).',
            { b: (text) => <strong>{text}</strong>, span: (text) => <span dir="auto">{text}</span> },
            {
              upiId: asked?.fields.merchantUpiId.trim() ?? '',
              name: asked?.fields.merchantName.trim() ?? '',
            },
          )}
        </p>
        <p>
          {richText(
            'Orders that exist are still paid to <b>{upiId}</b>. You can connect it again whenever you like.',
            { b: (text) => <strong>{text}</strong> },
            { upiId: asked?.from.merchantUpiId ?? '' },
          )}
        </p>
      </Stack>
    </ConfirmDialog>
  )
}
