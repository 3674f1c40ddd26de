import { login } from '@galla/contract/auth/merchants'
import { firstOperator, setUpOperator, setupState } from '@galla/contract/operator/operator-setup'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callEndpoint, codeOf } from '../../api/api.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { messagesOf } from '../../components/form/form-errors.ts'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { AuthCard, EmailField } from '../../components/layout/auth-card.tsx'
import { BrokenLink, useLinkToken } from '../../components/layout/mailed-link.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { storeUser } from '../../session/logged-in-record.ts'
import { LoadingScreen } from '../../shell/loading-screen.tsx'

const FAILURE = t('The operator could not be created. Please try again.')
const TO_LOGIN = { to: paths.login, label: t('Go to login') }

interface SetupForm {
  readonly email: string
  readonly password: string
  readonly confirmPassword: string
}

const setupMessages = ({ email, password, confirmPassword }: SetupForm) => ({
  ...messagesOf(firstOperator, { email, password }),
  ...(confirmPassword === password ? {} : { confirmPassword: t('Passwords do not match') }),
})

/** Opened by the link that the first start prints. Creates the operator and logs in; two-factor login and the checks follow. */
export function SetupPage() {
  useTabTitle(t('Set up Galla'))
  const token = useLinkToken(paths.setup)
  const state = useQuery({
    queryKey: queryKeys.setup,
    queryFn: ({ signal }) => callEndpoint(setupState, { signal }),
    retry: false,
  })
  const { form, formProps, showFailure } = useCheckedForm<SetupForm>({
    initialValues: { email: '', password: '', confirmPassword: '' },
    validate: setupMessages,
  })
  const create = useMutation({
    mutationFn: async ({ email, password }: SetupForm) => {
      await callEndpoint(setUpOperator, { body: { token, email, password } })
      return callEndpoint(login, { body: { email, password } })
    },
    onSuccess: ({ data }) => {
      storeUser(data)
      // A full page load, so that nothing of the visitor's state enters the session.
      window.location.assign(paths.operatorSetup)
    },
    onError: (error) => {
      if (!isOver(error)) showFailure(error, FAILURE)
    },
  })
  if (state.isPending) return <LoadingScreen />
  if (isOver(state.error)) return <Over error={state.error} />
  if (token === '') return <NoToken />
  if (isOver(create.error)) return <Over error={create.error} />
  return (
    <AuthCard title={t('Set up Galla')} line={t("Create the operator's login. Two-factor login comes next.")}>
      <form className="fields" {...formProps((values) => create.mutate(values))}>
        <EmailField {...form.getInputProps('email')} />
        <NewPasswordField
          label={t('Password')}
          size="md"
          owner={{ email: form.getValues().email, name: '' }}
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('Confirm Password')}
          autoComplete="new-password"
          size="md"
          {...form.getInputProps('confirmPassword')}
        />
        <ActionButton
          type="submit"
          busy={create.isPending || create.isSuccess}
          busyLabel={t('Creating operator...')}
          h={44}
          fullWidth
        >
          {t('Create operator')}
        </ActionButton>
      </form>
    </AuthCard>
  )
}

const NoToken = () => (
  <BrokenLink
    title={t('This link is not complete')}
    text={t('Open the complete link that Galla printed when it started. It is in the service log.')}
    next={TO_LOGIN}
  />
)

/** The link is used or expired, or an operator exists already. */
const isOver = (error: unknown): boolean => ['setup_link_used', 'not_found'].includes(codeOf(error))

const Over = ({ error }: { error: unknown }) =>
  codeOf(error) === 'not_found' ? (
    <BrokenLink
      title={t('Galla is already set up')}
      text={t('An operator already exists. Log in, or reset the password.')}
      next={TO_LOGIN}
    />
  ) : (
    <BrokenLink
      title={t('This link no longer works')}
      text={failureMessage(error, FAILURE)}
      next={TO_LOGIN}
    />
  )
