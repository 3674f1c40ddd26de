import { totpConfirm } from '@galla/contract/merchants/login-security'
import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { QrPicture } from '../../components/display/qr-picture.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { messagesFrom, messagesOf } from '../../components/form/form-errors.ts'
import css from './two-factor.module.css'

const WORDS = {
  failed: 'Two-factor login could not be turned on',
  unreachable: 'Something went wrong while turning two-factor login on',
}

/** Four at a time, as one reads it from one screen and types it into another. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface SetUpTwoFactorProps {
  readonly enrolment: { readonly secret: string; readonly uri: string }
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

export function SetUpTwoFactor({ enrolment: { secret, uri }, onConfirmed, onCancel }: SetUpTwoFactorProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const refuse = (message: string) => {
    setWrong(message)
    field.current?.focus()
  }
  const confirm = useMutation({
    mutationFn: () => callEndpoint(totpConfirm, { body: { code } }),
    onSuccess: ({ data }) => onConfirmed(data.recoveryCodes),
    onError: (error) => {
      const { code: said } = messagesFrom(error)
      if (said === undefined) toastFailure(failureMessage(error, WORDS))
      else refuse(said)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { code: missing } = messagesOf(totpConfirm.body, { code })
    if (missing === undefined) confirm.mutate()
    else refuse(missing)
  }
  return (
    <Stack gap={20}>
      <Group gap={20} align="flex-start" wrap="nowrap" className={css.scan}>
        <QrPicture text={uri} label="QR code for your authenticator app" />
        <Box miw={0} c="dimmed" className={css.words}>
          <h3 className={css.step} ref={heading} tabIndex={-1}>
            1. Scan the code with an authenticator app
          </h3>
          <p className={css.hint}>
            Google Authenticator, Microsoft Authenticator, Aegis or any other. On this phone, or if it can't
            scan, <a href={uri}>open the app</a> or type this key:
          </p>
          <p className={css.secret}>
            <code>{inFours(secret)}</code>
            <CopyIcon text={secret} what="the key" />
          </p>
        </Box>
      </Group>
      <form className={css.confirm} noValidate onSubmit={submit}>
        <TextInput
          ref={field}
          label="2. Type the code that the app shows"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={9}
          classNames={{ input: css.code ?? '' }}
          value={code}
          error={wrong}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setWrong(undefined)
          }}
        />
        <p className={css.hint}>Everybody else who is logged in to your account now is logged out.</p>
        <Group gap="xs" align="stretch" justify="flex-end" mt="xs" className={css.actions}>
          <Button variant="default" h={40} onClick={onCancel}>
            Cancel
          </Button>
          <ActionButton type="submit" h={40} busy={confirm.isPending} busyLabel="Turning on...">
            Turn on
          </ActionButton>
        </Group>
      </form>
    </Stack>
  )
}
