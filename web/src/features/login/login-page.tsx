import { IconCircleCheck, IconLock } from 'virtual:icons'
import { credentials, login, rememberSession } from '@galla/contract/auth/merchants'
import { logInByPasskey } from '@galla/contract/auth/passkeys'
import { findPaidOrder } from '@galla/contract/receipts/receipts'
import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CallFailure, callEndpoint, codeOf } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { useInBrowser } from '../../browser/in-browser.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage, isCancelled } from '../../components/feedback/failure-message.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { messagesOf } from '../../components/form/form-errors.ts'
import { PasswordField } from '../../components/form/password-field.tsx'
import { LOGIN_DRAFT, VISITOR } from '../../components/form/stored-draft.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { AuthCard, EmailField } from '../../components/layout/auth-card.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths, type RedirectedOrder, receiptPath, redirectedOrderIn } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { wasSentToLogin } from '../../session/forced-login.ts'
import { storeUser } from '../../session/logged-in-record.ts'
import type { CodeStep as CodeStepPart } from './code-step.tsx'

const FAILURE = { failed: t('Login failed'), unreachable: t('An error occurred during login') }

const asksCode = (error: unknown): boolean => codeOf(error) === 'totp_required'
/** The browser's own dialog was closed. */
const isWrongCode = (error: unknown): boolean => codeOf(error) === 'wrong_code'

/** A wrong email or password is shown in the form; every other failure is a toast. */
const isRefused = (error: unknown): boolean =>
  codeOf(error) === 'wrong_passkey' ||
  (error instanceof CallFailure && error.status === 401 && !asksCode(error) && !isWrongCode(error))

interface LoginForm {
  readonly email: string
  readonly password: string
  readonly rememberMe: boolean
}

interface LoginWay {
  readonly code?: string
  readonly byPasskey?: true
}

type SecondStep = ComponentType<ComponentProps<typeof CodeStepPart>>

/** The form's values and the login call. Then follows a full page load, so that nothing of the visitor's state enters the session. */
function useLogin(onEntered: () => void) {
  // The code step's chunk loads on demand, while the button still shows its progress.
  const [CodeStep, setCodeStep] = useState<SecondStep>()
  const { form, formProps, showFailure, clear } = useCheckedForm<LoginForm>({
    initialValues: { email: '', password: '', rememberMe: false },
    validate: (values) => messagesOf(credentials, values),
    draft: { name: LOGIN_DRAFT, owner: VISITOR, keep: ({ email }) => ({ email }) },
    isPrerendered: true,
  })
  const enter = useMutation({
    mutationFn: async ({ email, password, code, rememberMe, byPasskey }: LoginForm & LoginWay) => {
      const reply = byPasskey
        ? await callEndpoint(logInByPasskey, {
            body: { answer: await (await import('../../two-factor/sign-with-passkey.ts')).signWithPasskey() },
          })
        : await callEndpoint(login, { body: { email, password, code } })
      // The login itself does not carry the choice. Without it, the session is only shorter.
      if (rememberMe) await callEndpoint(rememberSession).catch(() => undefined)
      return reply
    },
    onSuccess: ({ data }) => {
      storeUser(data)
      clear()
      onEntered()
    },
    onError: async (error) => {
      if (asksCode(error)) {
        const step = await import('./code-step.tsx').catch(() => undefined)
        if (step === undefined) toastFailure(FAILURE.unreachable)
        else setCodeStep(() => step.CodeStep)
        return
      }
      if (isWrongCode(error) || isCancelled(error)) return
      if (isRefused(error)) setCodeStep(undefined)
      else showFailure(error, FAILURE)
    },
  })
  const goBack = () => {
    enter.reset()
    setCodeStep(undefined)
  }
  return { form, formProps, enter, busy: enter.isPending || enter.isSuccess, CodeStep, goBack }
}

interface LoginCardProps extends Pick<ComponentProps<typeof AuthCard>, 'title' | 'line'> {
  readonly onEntered: () => void
  readonly above?: ReactNode
  readonly children: ReactNode
}

/** The login, and the second step of those who have one. */
export function LoginCard({ title, line, onEntered, above, children }: LoginCardProps) {
  const { form, formProps, enter, busy, CodeStep, goBack } = useLogin(onEntered)
  if (CodeStep !== undefined)
    return (
      <CodeStep
        busy={busy}
        wrong={isWrongCode(enter.error) ? failureMessage(enter.error, FAILURE) : undefined}
        onSubmit={(code) => enter.mutate({ ...form.getValues(), code })}
        onBack={goBack}
      />
    )
  return (
    <AuthCard title={title} line={line}>
      {above}
      {isRefused(enter.error) && <Banner tone="failed" message={failureMessage(enter.error, FAILURE)} />}
      <form className="fields" {...formProps((values) => enter.mutate(values))}>
        <LoginFields form={form} />
        <ActionButton type="submit" busy={busy} busyLabel={t('Signing in...')} h={44} fullWidth>
          {t('Sign in')}
        </ActionButton>
      </form>
      <Button
        variant="default"
        h={44}
        fullWidth
        disabled={busy}
        onClick={() => enter.mutate({ ...form.getValues(), byPasskey: true })}
      >
        {t('Use a passkey')}
      </Button>
      {children}
    </AuthCard>
  )
}

export function LoginPage() {
  const sentHere = useInBrowser(wasSentToLogin, false)
  return (
    <LoginCard
      title={t('Welcome back')}
      line={t('Sign in to see your orders and payments.')}
      onEntered={() => window.location.assign(paths.home)}
      above={
        <>
          <PaymentReceived />
          {sentHere && (
            <Banner
              tone="pending"
              message={t('Your session has ended. Sign in to continue where you were.')}
            />
          )}
        </>
      }
    >
      <Text ta="center">
        {richText("Don't have an account? <link>Sign up</link>", {
          link: (text) => <Link to={paths.register}>{text}</Link>,
        })}
      </Text>
      <Group component="p" gap={6} justify="center" wrap="nowrap" c="dimmed" fz="xs">
        <IconLock size={14} />
        {t('Your data is protected with 256-bit encryption')}
      </Group>
    </LoginCard>
  )
}

function LoginFields({ form }: { form: UseFormReturnType<LoginForm> }) {
  return (
    <>
      <EmailField {...form.getInputProps('email')} />
      <PasswordField
        label={t('Password')}
        autoComplete="current-password"
        size="md"
        {...form.getInputProps('password')}
      />
      <Group gap="xs" justify="space-between">
        <Checkbox label={t('Remember me')} {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
        <Link to={paths.forgotPassword}>{t('Forgot password?')}</Link>
      </Group>
    </>
  )
}

/**
 * For a customer whom the default redirect of a payment link led to the dashboard, and so to this login: the payment arrived, and here
 * is the receipt. Shows nothing unless the server knows a paid order with both parameters.
 */
function PaymentReceived() {
  const order = useInBrowser(() => redirectedOrderIn(window.location.search), undefined)
  return order === undefined ? null : <Received order={order} />
}

function Received({ order: { orderId, clientTxnId } }: { order: RedirectedOrder }) {
  const { data } = useData(queryKeys.redirectedOrder, findPaidOrder, {
    params: { orderId },
    query: { client_txn_id: clientTxnId },
  })
  if (data === undefined) return null
  return (
    <Notice
      tone={data.isReturned ? 'pending' : 'success'}
      Icon={IconCircleCheck}
      title={data.isReturned ? t('The money of this payment was returned') : t('Payment received')}
      role="status"
    >
      <Text>
        {t('{amount} to {merchant}', { amount: displayAmount(data.amount), merchant: data.merchantName })}
      </Text>
      <Text c="dimmed" fz="sm">
        {t('Reference')}: <bdi>{data.clientTransactionId}</bdi>
      </Text>
      {data.mode === 'test' && <Text fz="sm">{t('Test mode: no real money moves')}</Text>}
      <a href={receiptPath(data.orderId)}>{t('Receipt')}</a>
    </Notice>
  )
}
