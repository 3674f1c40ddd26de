import { forgotPassword, forgotPasswordForm } from '@galla/contract/auth/merchants'
import { Box, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { messagesOf } from '../../components/form/form-errors.ts'
import { VISITOR } from '../../components/form/stored-draft.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { AuthCard, EmailField } from '../../components/layout/auth-card.tsx'
import { AuthOutcome } from '../../components/layout/auth-outcome.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t, translateServerText } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'

const EMPTY = { email: '' }
type AddressForm = typeof EMPTY

export function ForgotPasswordPage() {
  const { form, formProps, showFailure } = useCheckedForm<AddressForm>({
    initialValues: EMPTY,
    validate: (values) => messagesOf(forgotPasswordForm, values),
    draft: { name: 'forgot-password', owner: VISITOR },
    isPrerendered: true,
  })
  const ask = useMutation({
    mutationFn: ({ email }: AddressForm) => callEndpoint(forgotPassword, { body: { email } }),
    onError: (error) => showFailure(error, t('The link could not be sent. Please try again.')),
  })
  if (ask.isSuccess)
    return <LinkSent msg={ask.data.msg} email={ask.variables.email} onOther={() => ask.reset()} />
  return (
    <AuthCard
      title={t('Forgot your password?')}
      line={t("Enter your account's email. We will send you a link to set a new password.")}
    >
      <form className="fields" {...formProps((values) => ask.mutate(values))}>
        <EmailField {...form.getInputProps('email')} />
        <ActionButton type="submit" busy={ask.isPending} busyLabel={t('Sending...')} h={44} fullWidth>
          {t('Send the link')}
        </ActionButton>
      </form>
      <Text ta="center">
        {richText('Remembered it? <link>Sign in</link>', {
          link: (text) => <Link to={paths.login}>{text}</Link>,
        })}
      </Text>
    </AuthCard>
  )
}

function LinkSent({ msg, email, onOther }: { msg: string; email: string; onOther: () => void }) {
  return (
    <AuthOutcome kind="mail" title={t('Check your email')} text={`${translateServerText(msg)}.`}>
      <Stack
        component="ul"
        gap="xs"
        pl="xl"
        pr="md"
        py="md"
        bdrs="md"
        bg="var(--galla-sunken)"
        c="dimmed"
        className="breaks"
      >
        <li>
          {richText(
            'If <b>{email}</b> has an account, we sent an email there.',
            {
              b: (text) => (
                <Box component="strong" c="var(--galla-text)">
                  {text}
                </Box>
              ),
            },
            { email },
          )}
        </li>
        <li>
          {t('The link works once, for 30 minutes. If you request a new link, this one stops working.')}
        </li>
        <li>{t('No email? Check your spam folder.')}</li>
      </Stack>
      <Button variant="default" h={44} fullWidth onClick={onOther}>
        {t('Use another address')}
      </Button>
      <Text ta="center">
        <Link to={paths.login}>{t('Back to login')}</Link>
      </Text>
    </AuthOutcome>
  )
}
