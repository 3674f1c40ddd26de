import {
  COUNTER_NAME_CHARS_MAX,
  type Counter,
  createCounter,
  PIN_DIGITS_MAX,
  PIN_DIGITS_MIN,
  renewCounterLogin,
} from '@galla/contract/counters/counters'
import { Box, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { QrCode } from '../../components/display/qr-code.tsx'
import { ShownOnce } from '../../components/display/shown-once.tsx'
import { DialogForm } from '../../components/form/dialog-form.tsx'
import type { FieldMessages } from '../../components/form/form-errors.ts'
import { useDialogDraft } from '../../components/form/use-draft.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { LANGUAGE_OPTIONS } from './language-options.ts'

const EMPTY = { name: '', language: 'en' }

export function NewCounterDialog({ onClose }: { onClose: () => void }) {
  const { values, field } = useDialogDraft('new-counter', EMPTY)
  const { name } = values
  const language = values.language as Counter['language']
  const [pin, setPin] = useState('')
  const [loginUrl, setLoginUrl] = useState<string>()
  return (
    <Dialog
      title={loginUrl === undefined ? t('New counter') : t('Log in at {name}', { name })}
      onClose={onClose}
    >
      {loginUrl === undefined ? (
        <DialogForm
          schema={createCounter.body}
          body={{ name, language, pin }}
          send={(body) => callEndpoint(createCounter, { body })}
          onSent={({ data }) => setLoginUrl(data.loginUrl)}
          failure={t('The counter could not be added')}
          queryKey={queryKeys.counters.all}
          action={t('Add counter')}
          busyLabel={t('Adding...')}
          onCancel={onClose}
        >
          {(errors) => (
            <>
              <p>
                {t(
                  'At a printed QR, customers type the amount themselves. While a counter is open, a bank message marks an online order as paid only if unique amounts are on. Otherwise, match the payment yourself.',
                )}
              </p>
              <TextInput
                label={t('Name')}
                description={t('Where the counter is, such as Front desk')}
                maxLength={COUNTER_NAME_CHARS_MAX}
                autoComplete="off"
                {...field('name', errors)}
                data-autofocus
              />
              <NativeSelect
                label={t('Language')}
                description={t('Payments are announced in this language')}
                data={LANGUAGE_OPTIONS}
                {...field('language')}
              />
              <PinField pin={pin} errors={errors} onChange={setPin} />
            </>
          )}
        </DialogForm>
      ) : (
        <LoginLink loginUrl={loginUrl} onDone={onClose} />
      )}
    </Dialog>
  )
}

export function RenewLoginDialog({ counter, onClose }: { counter: Counter; onClose: () => void }) {
  const [pin, setPin] = useState('')
  const [loginUrl, setLoginUrl] = useState<string>()
  return (
    <Dialog title={t('Log in at {name}', { name: counter.name })} onClose={onClose}>
      {loginUrl === undefined ? (
        <DialogForm
          schema={renewCounterLogin.body}
          body={{ pin }}
          send={(body) => callEndpoint(renewCounterLogin, { params: { counterId: counter.id }, body })}
          onSent={({ data }) => setLoginUrl(data.loginUrl)}
          failure={t('The login link could not be made')}
          queryKey={queryKeys.counters.all}
          action={t('Create login link')}
          busyLabel={t('Creating...')}
          onCancel={onClose}
        >
          {(errors) => (
            <>
              <p>
                {t(
                  'A new link and PIN replace the old ones. Every device at this counter must log in again.',
                )}
              </p>
              <PinField pin={pin} errors={errors} onChange={setPin} />
            </>
          )}
        </DialogForm>
      ) : (
        <LoginLink loginUrl={loginUrl} onDone={onClose} />
      )}
    </Dialog>
  )
}

function PinField(props: { pin: string; errors: FieldMessages; onChange: (pin: string) => void }) {
  return (
    <TextInput
      label={t('PIN')}
      name="pin"
      description={t('{least} to {most} digits. Give it to the cashier.', {
        least: PIN_DIGITS_MIN,
        most: PIN_DIGITS_MAX,
      })}
      inputMode="numeric"
      maxLength={PIN_DIGITS_MAX}
      autoComplete="off"
      value={props.pin}
      error={props.errors.pin}
      onChange={(event) => props.onChange(event.currentTarget.value)}
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
