import { totpConfirm } from '@galla/contract/auth/login-security'
import { Box, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callEndpoint } from '../api/api.ts'
import { CopyIcon } from '../components/display/copy-button.tsx'
import { QrPicture } from '../components/display/qr-picture.tsx'
import { ActionButton } from '../components/feedback/action-button.tsx'
import { messagesOf } from '../components/form/form-errors.ts'
import { useCheckedForm } from '../components/form/use-checked-form.ts'
import { richText } from '../locales/rich-text.tsx'
import { t } from '../locales/translate.ts'
import { CODE_INPUT } from './code-input.ts'
import css from './two-factor.module.css'

const FAILURE = {
  failed: t('Two-factor login could not be turned on'),
  unreachable: t('Something went wrong while turning two-factor login on'),
}

/** Groups the secret by four characters for typing it into another device. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface SetUpTwoFactorProps {
  readonly enrolment: { readonly secret: string; readonly uri: string }
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

export function SetUpTwoFactor({ enrolment, onConfirmed, onCancel }: SetUpTwoFactorProps) {
  const { form, formProps, showFailure } = useCheckedForm({
    initialValues: { code: '' },
    validate: (typed) => messagesOf(totpConfirm.body, typed),
  })
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => callEndpoint(totpConfirm, { body }),
    onSuccess: ({ data }) => onConfirmed(data.recoveryCodes),
    onError: (error) => showFailure(error, FAILURE),
  })
  return (
    <Stack gap={20}>
      <Scan {...enrolment} />
      <form className={css.confirm} {...formProps((typed) => confirm.mutate(typed))}>
        <TextInput
          label={t('2. Enter the code from the app')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maw={220}
          maxLength={9}
          classNames={CODE_INPUT}
          {...form.getInputProps('code')}
        />
        <p className="muted">{t('Everyone else is logged out of your account.')}</p>
        <Group gap="xs" justify="flex-end" mt="xs" className={css.actions}>
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <ActionButton type="submit" busy={confirm.isPending} busyLabel={t('Turning on...')}>
            {t('Turn on')}
          </ActionButton>
        </Group>
      </form>
    </Stack>
  )
}

function Scan({ secret, uri }: SetUpTwoFactorProps['enrolment']) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Group gap={20} align="flex-start">
      <Box w={208}>
        <QrPicture text={uri} label={t('QR code for your authenticator app')} />
      </Box>
      <Box flex="1 1 240px" miw={0}>
        <Title ref={heading} tabIndex={-1} order={3} fz="sm" fw={650}>
          {t('1. Scan the code with an authenticator app')}
        </Title>
        <Text mt={4} mb="sm" c="dimmed">
          {richText(
            'Use Google Authenticator, Microsoft Authenticator, Aegis or any other app. If it cannot scan, or is on this phone, <link>open the app</link> or enter this key:',
            { link: (text) => <a href={uri}>{text}</a> },
          )}
        </Text>
        <Group gap="xs" wrap="nowrap" p="xs" pl="sm" bdrs="md" bg="var(--galla-sunken)">
          <Text component="code" flex={1} fw={600} className="mono breaks">
            {inFours(secret)}
          </Text>
          <CopyIcon text={secret} what="the key" />
        </Group>
      </Box>
    </Group>
  )
}
