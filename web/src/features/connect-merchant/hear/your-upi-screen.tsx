import { IconCamera } from 'virtual:icons'
import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { parseShopQr, type ShopQr } from '@galla/upi/link'
import { Button, FileButton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure } from '../../../components/feedback/toast.tsx'
import { messagesFrom } from '../../../components/form/form-errors.ts'
import { t } from '../../../locales/translate.ts'
import { paths } from '../../../paths.ts'
import { useShopName, useUser } from '../../../session/session.tsx'
import { connectMessages, fieldsOf } from '../connect-fields.ts'
import { useConnect } from '../connect-form.tsx'
import { fieldsFrom, wordsOf } from './your-upi.ts'

interface ScreenProps {
  readonly account: MerchantAccount | null
  readonly onDone: () => void
}

/** Screen 1: the shop's account, from its own QR or its UPI ID. */
export function YourUpiScreen({ account, onDone }: ScreenProps) {
  return account === null ? <NewUpi onDone={onDone} /> : <KnownUpi account={account} onDone={onDone} />
}

function KnownUpi({ account, onDone }: { account: MerchantAccount; onDone: () => void }) {
  const { mode } = useUser()
  const connect = useConnect({ onConnected: onDone, onFailed: toastConnectFailure })
  const fields = fieldsOf(account)
  return (
    <Stack align="flex-start">
      <Text fw={600} className="breaks">
        {account.merchantUpiId}
      </Text>
      <Text className="breaks">{wordsOf(fields)}</Text>
      <ActionButton
        busy={connect.isPending}
        busyLabel={t('Connecting...')}
        onClick={() => (mode === 'live' ? onDone() : connect.mutate(fields))}
      >
        {t('That is me')}
      </ActionButton>
      <Button component={Link} to={paths.connectMerchant} variant="subtle" px="xs" ml={-10}>
        {t('Change details')}
      </Button>
    </Stack>
  )
}

const CONNECT_FAILED = t('An error occurred while connecting the merchant.')
const toastConnectFailure = (error: unknown): void => toastFailure(failureMessage(error, CONNECT_FAILED))

const NO_QR = t('No UPI code was found. Take the photo closer, or type the UPI ID.')

function NewUpi({ onDone }: { onDone: () => void }) {
  const name = useShopName()
  const [upiId, setUpiId] = useState('')
  const [qr, setQr] = useState<ShopQr>()
  const [error, setError] = useState<string>()
  const fields = fieldsFrom(upiId, qr, name)
  const fail = (failure: unknown) => {
    const [message] = Object.values(messagesFrom(failure))
    if (message === undefined) toastConnectFailure(failure)
    setError(message)
  }
  const connect = useConnect({ onConnected: onDone, onFailed: fail })
  const scan = async (photo: File | null) => {
    if (photo === null) return
    const { qrInPhoto } = await import('./qr-in-photo.ts')
    const read = parseShopQr((await qrInPhoto(photo)) ?? '')
    setQr(read)
    setError(read === undefined ? NO_QR : undefined)
    if (read !== undefined) setUpiId(read.payeeVpa)
  }
  const [message] = Object.values(connectMessages(fields))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (message === undefined) connect.mutate(fields)
        setError(message)
      }}
    >
      <Stack align="flex-start">
        <FileButton accept="image/*" onChange={(photo) => void scan(photo).catch(() => setError(NO_QR))}>
          {(props) => (
            <Button {...props} maw="100%" variant="light" leftSection={<IconCamera />}>
              {t("Scan your shop's QR")}
            </Button>
          )}
        </FileButton>
        <TextInput
          w="100%"
          maw={420}
          label={t('Or type your UPI ID')}
          value={upiId}
          error={error}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setUpiId(event.currentTarget.value)
            setError(undefined)
          }}
        />
        {message === undefined && <Text className="breaks">{wordsOf(fields)}</Text>}
        <ActionButton type="submit" busy={connect.isPending} busyLabel={t('Connecting...')}>
          {t('That is me')}
        </ActionButton>
      </Stack>
    </form>
  )
}
