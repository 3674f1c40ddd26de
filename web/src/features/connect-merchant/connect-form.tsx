import { connectMerchant, type MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../components/feedback/toast.tsx'
import { isShownAtField, messagesFrom } from '../../components/form/form-errors.ts'
import { draftOwner, hasDraft } from '../../components/form/stored-draft.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { useFold } from '../../components/layout/fold.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { merchantAccountQuery } from '../../queries/merchant-account.ts'
import { useSession, useUser } from '../../session/session.tsx'
import {
  type ConnectFields,
  connectBody,
  connectMessages,
  EMPTY_FIELDS,
  fieldsOf,
  keptFields,
  replaces,
  underFields,
} from './connect-fields.ts'
import { ConnectFieldset } from './connect-fieldset.tsx'
import { VerificationSection } from './verification-section.tsx'

const DRAFT = 'connect-merchant'
const UNKNOWN = t('Failed to fetch merchant details')

interface ConnectFormProps {
  readonly account: MerchantAccount | null
  /** True when an account is, or may be, connected: replacing it is rare. */
  readonly isFoldable: boolean
  /** The account whose details are edited. */
  readonly filledFrom: MerchantAccount | undefined
}

/** The form with its draft, the confirmation before an account is replaced, and the call. */
function useConnectForm({ isFoldable, filledFrom }: Omit<ConnectFormProps, 'account'>) {
  const user = useUser()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<{ from: MerchantAccount; fields: ConnectFields }>()
  const [hasContent] = useState(() => filledFrom !== undefined || hasDraft(DRAFT, draftOwner(user)))
  const fold = useFold({ isFoldable, startsOpen: hasContent })
  const { form, formProps, showErrors, clear } = useCheckedForm<ConnectFields>({
    initialValues: filledFrom === undefined ? EMPTY_FIELDS : fieldsOf(filledFrom),
    validate: connectMessages,
    draft: { name: DRAFT, keep: keptFields, startsNew: filledFrom !== undefined },
  })
  const connect = useConnect({
    onConnected: (msg) => {
      setAsked(undefined)
      clear(EMPTY_FIELDS)
      fold.setOpen(false)
      toastSuccess(msg || t('Merchant connected successfully'))
      window.scrollTo({ top: 0 })
    },
    onFailed: (error) => {
      setAsked(undefined)
      const messages = underFields(messagesFrom(error), form.getValues())
      showErrors(messages)
      const message = failureMessage(error, t('An error occurred while connecting the merchant.'))
      if (!isShownAtField(message, messages)) toastFailure(message)
    },
  })
  /** Loads the current account before submitting, if it is unknown, so that replacing it is always confirmed. */
  const submit = async (fields: ConnectFields) => {
    try {
      const current = await queryClient.ensureQueryData(merchantAccountQuery)
      if (current !== null && replaces(current, fields)) setAsked({ from: current, fields })
      else connect.mutate(fields)
    } catch (error) {
      toastFailure(failureMessage(error, UNKNOWN))
    }
  }
  return { form, formProps: formProps(submit), fold, asked, setAsked, connect }
}

export function ConnectForm({ account, isFoldable, filledFrom }: ConnectFormProps) {
  const { mode } = useUser()
  const { form, formProps, fold, asked, setAsked, connect } = useConnectForm({ isFoldable, filledFrom })
  return (
    <Panel
      fold={fold}
      title={account === null ? t('Connect your account') : t('Connect another account')}
      note={
        account === null
          ? t('All four fields are required.')
          : t('The new account is used for new live orders. Existing orders keep their account.')
      }
    >
      <form {...formProps}>
        <Stack gap="lg">
          <ConnectFieldset form={form} />
          <VerificationSection form={form} />
          <Group gap="sm">
            <ActionButton type="submit" busy={connect.isPending} busyLabel={t('Connecting...')}>
              {t('Connect Merchant')}
            </ActionButton>
            {mode === 'test' && (
              <Text c="dimmed">{t('Connecting switches this dashboard to live mode.')}</Text>
            )}
          </Group>
        </Stack>
      </form>
      <ReplaceDialog
        asked={asked}
        busy={connect.isPending}
        onConfirm={(fields) => connect.mutate(fields)}
        onClose={() => setAsked(undefined)}
      />
    </Panel>
  )
}

interface Outcomes {
  readonly onConnected: (msg: string) => void
  readonly onFailed: (error: unknown) => void
}

/** Connects the account, shows it in the card and switches the dashboard to live mode. */
export function useConnect({ onConnected, onFailed }: Outcomes) {
  const user = useUser()
  const { update } = useSession()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (fields: ConnectFields) => {
      const body = connectBody(fields)
      if (body === undefined) throw new Error('fields that were not checked')
      return callEndpoint(connectMerchant, { body })
    },
    onSuccess: ({ data, msg }) => {
      queryClient.setQueryData(merchantAccountQuery.queryKey, data)
      update({ ...user, mode: 'live' })
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      onConnected(msg)
    },
    onError: onFailed,
  })
}

interface ReplaceDialogProps {
  readonly asked: { readonly from: MerchantAccount; readonly fields: ConnectFields } | undefined
  readonly busy: boolean
  readonly onConfirm: (fields: ConnectFields) => void
  readonly onClose: () => void
}

/** Confirms, naming both accounts, that new payments go to another account. */
function ReplaceDialog({ asked, busy, onConfirm, onClose }: ReplaceDialogProps) {
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
            { span: (text) => <span dir="auto">{text}</span> },
            {
              upiId: asked?.fields.merchantUpiId.trim() ?? '',
              name: asked?.fields.merchantName.trim() ?? '',
            },
          )}
        </p>
        <p>
          {richText(
            'Existing orders are still paid to <b>{upiId}</b>. You can connect it again at any time.',
            {},
            { upiId: asked?.from.merchantUpiId ?? '' },
          )}
        </p>
      </Stack>
    </ConfirmDialog>
  )
}
