import { IconAlertTriangle } from 'virtual:icons'
import {
  COUNTER_NAME_CHARS_MAX,
  type Counter,
  createCounter,
  PIN_DIGITS_MAX,
  PIN_DIGITS_MIN,
  renewCounterLogin,
} from '@galla/contract/counters/counters'
import { Box, NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { QrCode } from '../../components/display/qr-code.tsx'
import { ShownOnce } from '../../components/display/shown-once.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { messagesOf } from '../../components/form/form-errors.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { t } from '../../locales/translate.ts'
import { useMerchantAccount } from '../../queries/merchant-account.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { LANGUAGE_OPTIONS } from './language-options.ts'

const EMPTY: { name: string; language: Counter['language']; pin: string } = {
  name: '',
  language: 'en',
  pin: '',
}

export function NewCounterDialog({ onClose }: { onClose: () => void }) {
  const checked = useCheckedForm({
    initialValues: EMPTY,
    validate: (fields) => messagesOf(createCounter.body, fields),
    draft: {
      name: 'new-counter',
      keep: ({ name, language }) => ({ name, language }),
      untilLeft: true,
    },
  })
  const { mode } = useUser()
  const account = useMerchantAccount()
  const { form } = checked
  const { name } = form.values
  const [loginUrl, setLoginUrl] = useState<string>()
  return (
    <FormDialog
      title={loginUrl === undefined ? t('New counter') : t('Log in at {name}', { name })}
      checked={checked}
      send={(body) => callEndpoint(createCounter, { body })}
      onSent={({ data }) => setLoginUrl(data.loginUrl)}
      failure={t('The counter could not be added')}
      queryKey={queryKeys.counters.all}
      action={t('Add counter')}
      busyLabel={t('Adding...')}
      onClose={onClose}
      result={loginUrl && <LoginLink loginUrl={loginUrl} onDone={onClose} />}
    >
      {mode === 'live' && account.data?.uniqueAmounts === false && (
        <Notice tone="pending" Icon={IconAlertTriangle}>
          {t(
            'At a printed QR, customers type the amount themselves. While a counter is open, a bank message marks an online order as paid only if unique amounts are on. Otherwise, match the payment yourself.',
          )}
        </Notice>
      )}
      <TextInput
        label={t('Name')}
        description={t('Where the counter is, such as Front desk')}
        maxLength={COUNTER_NAME_CHARS_MAX}
        autoComplete="off"
        {...form.getInputProps('name')}
        data-autofocus
      />
      <NativeSelect
        label={t('Language')}
        description={t('Payments are announced in this language')}
        data={LANGUAGE_OPTIONS}
        {...form.getInputProps('language')}
      />
      <PinField {...form.getInputProps('pin')} />
    </FormDialog>
  )
}

export function RenewLoginDialog({ counter, onClose }: { counter: Counter; onClose: () => void }) {
  const checked = useCheckedForm({
    initialValues: { pin: '' },
    validate: (fields) => messagesOf(renewCounterLogin.body, fields),
  })
  const [loginUrl, setLoginUrl] = useState<string>()
  return (
    <FormDialog
      title={t('Log in at {name}', { name: counter.name })}
      checked={checked}
      send={(body) => callEndpoint(renewCounterLogin, { params: { counterId: counter.id }, body })}
      onSent={({ data }) => setLoginUrl(data.loginUrl)}
      failure={t('The login link could not be made')}
      queryKey={queryKeys.counters.all}
      action={t('Create login link')}
      busyLabel={t('Creating...')}
      onClose={onClose}
      result={loginUrl && <LoginLink loginUrl={loginUrl} onDone={onClose} />}
    >
      <p>{t('A new link and PIN replace the old ones. Every device at this counter must log in again.')}</p>
      <PinField {...checked.form.getInputProps('pin')} />
    </FormDialog>
  )
}

function PinField(props: TextInputProps) {
  return (
    <TextInput
      label={t('PIN')}
      description={t('{least} to {most} digits. Give it to the cashier.', {
        least: PIN_DIGITS_MIN,
        most: PIN_DIGITS_MAX,
      })}
      inputMode="numeric"
      maxLength={PIN_DIGITS_MAX}
      autoComplete="off"
      {...props}
    />
  )
}

function LoginLink({ loginUrl, onDone }: { loginUrl: string; onDone: () => void }) {
  return (
    <ShownOnce secret={loginUrl} what={t('login link')} onDone={onDone}>
      <p>
        {t(
          "Scan this code with the counter's tablet or phone, then enter the PIN. The code is shown only once. A device that logs in can take payments and see the payments of its counter, and nothing else in your account.",
        )}
      </p>
      <Box w={208} mx="auto">
        <QrCode text={loginUrl} label={t('Login link of the counter')} />
      </Box>
    </ShownOnce>
  )
}
