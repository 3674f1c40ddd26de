import { register } from '@galla/contract/merchants/merchants'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { toastSuccess } from '../../components/feedback/toast.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { useEarlyInput } from '../../components/form/early-input.ts'
import { dropDraft, LOGIN_DRAFT, storeDraft } from '../../components/form/stored-draft.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { useStoredDraft } from '../../components/form/use-stored-draft.ts'
import { AuthCard } from '../../components/layout/auth-card.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { RegistrationFields } from './registration-fields.tsx'
import { type RegistrationForm, registrationMessages } from './registration-rules.ts'

const FAILURE = { failed: t('Registration failed'), unreachable: t('An error occurred during registration') }
const DRAFT = 'register'
const VISITOR = 'visitor'
const EMPTY = { name: '', email: '', mobileNumber: '' }

export function RegisterPage() {
  const navigate = useNavigate()
  const { form, formProps, showFailure } = useCheckedForm<RegistrationForm>({
    initialValues: {
      ...EMPTY,
      password: '',
      confirmPassword: '',
      terms: false,
    },
    validate: registrationMessages,
    // Passwords are never kept.
    onValuesChange: ({ name, email, mobileNumber }) =>
      storeDraft(DRAFT, VISITOR, { name, email, mobileNumber }),
  })
  useStoredDraft(form, DRAFT, VISITOR, EMPTY)
  useEarlyInput(form, ['name', 'email', 'mobileNumber', 'password', 'confirmPassword', 'terms'])
  const create = useMutation({
    mutationFn: ({ name, email, mobileNumber, password }: RegistrationForm) =>
      callEndpoint(register, { body: { name, email, mobileNumber, password } }),
    onSuccess: ({ msg }, { email }) => {
      dropDraft(DRAFT, VISITOR)
      storeDraft(LOGIN_DRAFT.form, LOGIN_DRAFT.userId, { email })
      toastSuccess(msg || t('Registered successfully'))
      navigate(paths.login)
    },
    onError: (error) => showFailure(error, FAILURE),
  })
  return (
    <AuthCard
      title={t('Create your account')}
      line={t('Start in test mode at once: no bank account needed.')}
    >
      <form className="fields" {...formProps((values) => create.mutate(values))}>
        <RegistrationFields form={form} />
        <ActionButton
          type="submit"
          busy={create.isPending}
          busyLabel={t('Creating Account...')}
          h={44}
          fullWidth
        >
          {t('Create Account')}
        </ActionButton>
      </form>
      <Text ta="center">
        {richText('Already have an account? <link>Sign in</link>', {
          link: (text) => <Link to={paths.login}>{text}</Link>,
        })}
      </Text>
    </AuthCard>
  )
}
