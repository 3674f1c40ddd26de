import { login } from '@galla/contract/auth/merchants'
import { acceptInvitation, joining, joinTeam, readInvitation } from '@galla/contract/auth/team'
import { Skeleton, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { callEndpoint, codeOf } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { tabValues } from '../../browser/browser-storage.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { messagesOf } from '../../components/form/form-errors.ts'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { AuthCard, EmailField } from '../../components/layout/auth-card.tsx'
import { BrokenLink } from '../../components/layout/mailed-link.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { ROLE_NAMES, ROLE_TEXTS } from '../../format/role-labels.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { storeUser } from '../../session/logged-in-record.ts'
import { useSession } from '../../session/session.tsx'
import { LoginCard } from './login-page.tsx'

const FAILED = t('You could not join the team')

const TOKEN = 'galla.invitation'

/** A full page load: everything that this tab holds is about another shop. */
const openShop = (): void => {
  tabValues.remove(TOKEN)
  window.location.assign(paths.dashboard)
}

const isRefused = (error: unknown): boolean =>
  ['invitation_used', 'already_member', 'too_many_members'].includes(codeOf(error))

/** The token leaves the address bar, as that of each link does, and stays in the tab through a login and a switch of the language. */
const useInvitationToken = (): string => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash === '') return
    tabValues.write(TOKEN, hash.slice(1))
    navigate(paths.join, { replace: true })
  }, [hash, navigate])
  return hash.slice(1) || (tabValues.read(TOKEN) ?? '')
}

/** Opened by the link of an invitation. */
export function JoinPage() {
  useTabTitle(t('Invitation'))
  const token = useInvitationToken()
  return token === '' ? (
    <BrokenLink
      title={t('This link is not complete')}
      text={t('Open the complete link of the invitation again.')}
      next={{ to: paths.dashboard, label: t('Open the dashboard') }}
    />
  ) : (
    <Invitation token={token} />
  )
}

function Invitation({ token }: { token: string }) {
  const { remembered, user } = useSession()
  const invitation = useData(
    queryKeys.invitation(token),
    readInvitation,
    { body: { token } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (isRefused(invitation.error)) return <Refused error={invitation.error} />
  if (invitation.isError)
    return (
      <LoadError
        message={failureMessage(invitation.error, FAILED)}
        onRetry={() => void invitation.refetch()}
      />
    )
  if (invitation.data === undefined || (remembered !== undefined && user === undefined))
    return (
      <AuthCard title={t('Invitation')} line={t('Loading...')}>
        <Skeleton h={120} radius="md" aria-hidden />
      </AuthCard>
    )
  const { shopName, role } = invitation.data
  const about = {
    title: t('Join {shop}', { shop: shopName }),
    line: `${ROLE_NAMES[role]}: ${ROLE_TEXTS[role]}`,
  }
  return user === undefined ? (
    <WithoutSession token={token} {...about} />
  ) : (
    <WithSession token={token} email={user.email} {...about} />
  )
}

const Refused = ({ error }: { error: unknown }) => (
  <BrokenLink
    title={t('You cannot join with this link')}
    text={failureMessage(error, FAILED)}
    next={{ to: paths.dashboard, label: t('Open the dashboard') }}
  />
)

interface JoinProps {
  readonly token: string
  readonly title: string
  readonly line: string
}

function WithSession({ token, email, title, line }: JoinProps & { email: string }) {
  const accept = useMutation({
    mutationFn: () => callEndpoint(acceptInvitation, { body: { token } }),
    onSuccess: openShop,
    onError: (error) => {
      if (!isRefused(error)) toastFailure(failureMessage(error, FAILED))
    },
  })
  if (isRefused(accept.error)) return <Refused error={accept.error} />
  return (
    <AuthCard title={title} line={line}>
      <Text>
        {richText(
          'You join as <b>{email}</b>. For another login, log out first and open the link again.',
          {},
          {
            email,
          },
        )}
      </Text>
      <ActionButton
        busy={accept.isPending || accept.isSuccess}
        busyLabel={t('Joining...')}
        h={44}
        fullWidth
        onClick={() => accept.mutate()}
      >
        {t('Join the team')}
      </ActionButton>
    </AuthCard>
  )
}

function WithoutSession(props: JoinProps) {
  const hasLogin = useSearchParams()[0].has('login')
  const other = {
    link: (words: string) => (
      <Link to={hasLogin ? paths.join : `${paths.join}?login`} replace>
        {words}
      </Link>
    ),
  }
  return hasLogin ? (
    <LoginCard title={props.title} line={props.line} onEntered={() => window.location.assign(paths.join)}>
      <Text ta="center">{richText("Don't have an account? <link>Sign up</link>", other)}</Text>
    </LoginCard>
  ) : (
    <NewLogin {...props}>
      <Text ta="center">{richText('Already have an account? <link>Sign in</link>', other)}</Text>
    </NewLogin>
  )
}

function NewLogin({ token, title, line, children }: JoinProps & { children: ReactNode }) {
  const { form, formProps, showFailure } = useCheckedForm({
    initialValues: { name: '', email: '', password: '' },
    validate: (fields) => messagesOf(joining, fields),
  })
  const join = useMutation({
    mutationFn: async (fields: { name: string; email: string; password: string }) => {
      await callEndpoint(joinTeam, { body: { token, ...fields } })
      const { email, password } = fields
      return callEndpoint(login, { body: { email, password } }).catch(() => undefined)
    },
    onSuccess: (entered) => {
      if (entered !== undefined) storeUser(entered.data)
      // Without a session, the dashboard leads to the login.
      openShop()
    },
    onError: (error) => {
      if (!isRefused(error)) showFailure(error, FAILED)
    },
  })
  if (isRefused(join.error)) return <Refused error={join.error} />
  return (
    <AuthCard title={title} line={line}>
      <form className="fields" {...formProps((fields) => join.mutate(fields))}>
        <TextInput label={t('Your name')} autoComplete="name" size="md" {...form.getInputProps('name')} />
        <EmailField {...form.getInputProps('email')} />
        <NewPasswordField
          label={t('Password')}
          size="md"
          owner={form.getValues()}
          {...form.getInputProps('password')}
        />
        <ActionButton
          type="submit"
          busy={join.isPending || join.isSuccess}
          busyLabel={t('Joining...')}
          h={44}
          fullWidth
        >
          {t('Join the team')}
        </ActionButton>
      </form>
      {children}
    </AuthCard>
  )
}
